import { randomInt } from 'node:crypto'
import { carries, packetBytes, readEchoMessage, withoutIpHeader, writeEchoRequest } from './echo-packet.ts'
import type { EchoMessage, IpFamily } from './echo-packet.ts'
import type { Datagram, MessageReader } from '../system/message-reader.ts'
import type { OpenSocket, PingMethod } from './open-socket.ts'
import { roundTrip } from '../system/round-trip.ts'
import type { SendTime } from '../system/round-trip.ts'
import type { SystemCalls } from '../system/system-calls.ts'

/** The response to one packet. `rtt` is milliseconds. */
export interface Arrival {
  readonly isReply: boolean
  readonly type: number
  readonly code: number
  readonly rtt: number
  readonly ttl: number | null
}

export interface Packet {
  readonly address: Buffer
  readonly payload: Buffer
  readonly onArrival: (arrival: Arrival) => void
}

interface Pending extends Packet, SendTime {}

const sequences = 0x1_0000
const readsPerWake = 512
const sendsBetweenReads = 32

/** A socket that many runs share. Replies find their packet by ident, sequence and random payload. */
export class EchoSocket {
  readonly way: PingMethod
  readonly family: IpFamily
  readonly #system: SystemCalls
  readonly #reader: MessageReader
  readonly #descriptor: number
  readonly #stopWatching: () => void
  readonly #ident = randomInt(1, sequences)
  readonly #packet = Buffer.alloc(packetBytes)
  readonly #pending = new Map<number, Pending>()
  #nextSequence = randomInt(sequences)
  #unread = 0

  /** Takes over the open socket, and closes it with `close`. */
  constructor(system: SystemCalls, reader: MessageReader, family: IpFamily, open: OpenSocket) {
    this.#system = system
    this.#reader = reader
    this.family = family
    this.way = open.way
    this.#descriptor = open.descriptor
    this.#stopWatching = system.watch(open.descriptor, this.#readWaiting)
  }

  /** Sends one echo request. Returns its sequence number, for cancelling, or the code of the system's error. */
  send(packet: Packet): { readonly sequence: number } | { readonly code: string } {
    if (++this.#unread >= sendsBetweenReads) this.#readWaiting()
    const sequence = this.#freeSequence()
    if (sequence === null) return { code: 'ENOBUFS' }
    writeEchoRequest(this.#packet, {
      family: this.family,
      ident: this.#ident,
      sequence,
      payload: packet.payload,
    })
    const sentElapsed = performance.now()
    this.#pending.set(sequence, { ...packet, sentAt: this.#reader.now(), sentElapsed })
    const { address } = packet
    const sent = this.#system.sendto(this.#descriptor, this.#packet, packetBytes, 0, address, address.length)
    if (sent >= 0) return { sequence }
    const code = this.#system.errorName()
    this.#pending.delete(sequence)
    return { code }
  }

  forget(sequence: number): void {
    this.#pending.delete(sequence)
  }

  close(): void {
    this.#stopWatching()
    this.#system.close(this.#descriptor)
    this.#pending.clear()
  }

  #freeSequence(): number | null {
    if (this.#pending.size >= sequences) return null
    while (this.#pending.has(this.#nextSequence)) this.#nextSequence = (this.#nextSequence + 1) % sequences
    const sequence = this.#nextSequence
    this.#nextSequence = (sequence + 1) % sequences
    return sequence
  }

  /** A burst must not overflow the system's buffer, so waiting replies are also read between sends. */
  readonly #readWaiting = (): void => {
    this.#unread = 0
    for (let reads = 0; reads < readsPerWake; reads += 1) {
      const datagram = this.#reader.read(this.#descriptor, this.family)
      if (!datagram) return
      this.#receive(datagram)
    }
  }

  #receive({ bytes, receivedAt, timeToLive }: Datagram): void {
    const hasIpHeader = this.way === 'raw' && this.family === 'IPv4'
    const message = readEchoMessage(hasIpHeader ? withoutIpHeader(bytes, 'IPv4') : bytes, this.family)
    const pending = message && this.#pendingOf(message)
    if (!message || !pending) return
    if (message.isReply) this.#pending.delete(message.sequence)
    const rtt = roundTrip(pending, receivedAt ?? this.#reader.now())
    const { isReply, type, code } = message
    pending.onArrival({ isReply, type, code, rtt, ttl: timeToLive })
  }

  /** The system delivers only replies of the own socket to a ping socket, and chooses its identifier. */
  #pendingOf(message: EchoMessage): Pending | null {
    if (this.way === 'raw' && message.ident !== this.#ident) return null
    const pending = this.#pending.get(message.sequence)
    return pending && carries(message, pending.payload) ? pending : null
  }
}
