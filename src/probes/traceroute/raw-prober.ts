import { randomBytes, randomInt } from 'node:crypto'
import { echoReply, packetBytes, payloadBytes, writeEchoRequest } from '../icmp/echo-packet.ts'
import { openSocket } from '../icmp/open-socket.ts'
import type { MessageReader } from '../system/message-reader.ts'
import { roundTrip } from '../system/round-trip.ts'
import type { SendTime } from '../system/round-trip.ts'
import { socketAddress } from '../system/socket-address.ts'
import {
  addressFamilies,
  closeOnExec,
  nonBlocking,
  optionValue,
  receivedErrors,
  sentTimeToLive,
  socketOptions,
  socketTypes,
} from '../system/socket-options.ts'
import type { SocketOption } from '../system/socket-options.ts'
import type { SystemCalls } from '../system/system-calls.ts'
import { readIcmpError } from './read-icmp-error.ts'
import { sctpInit } from './sctp-packet.ts'
import type { RouteProber, RouteReply, RouteTarget, SendError } from './route-prober.ts'

const sctpProtocol = 132
const readsPerWake = 256
/** A socket reports an earlier ICMP error at the next send, which then sent nothing. */
const sendTries = 3

interface Pending extends SendTime {
  readonly onReply: (reply: RouteReply) => void
}

/** How the probes of a protocol are written and recognised; `key` is what a response repeats of its probe. */
interface PacketForm {
  readonly write: (key: number) => Buffer
  /** The key in what an ICMP error quotes; null when it is too short. */
  readonly quotedKey: (bytes: Buffer) => number | null
  /** The key in a packet of the target; null for packets that answer none of these probes. */
  readonly repliedKey: (bytes: Buffer) => number | null
}

/** ICMP and SCTP probes of one route over one socket, which is open already and is closed with the prober. */
export class RawProber implements RouteProber {
  readonly #system: SystemCalls
  readonly #reader: MessageReader
  readonly #target: RouteTarget
  readonly #form: PacketForm
  readonly #descriptor: number
  readonly #address: Buffer
  readonly #stopWatching: () => void
  readonly #pending = new Map<number, Pending>()
  #nextKey = randomInt(1, 0x4000)

  constructor(tools: { system: SystemCalls; reader: MessageReader }, target: RouteTarget, open: OpenRawSocket) {
    this.#system = tools.system
    this.#reader = tools.reader
    this.#target = target
    this.#form = open.form
    this.#descriptor = open.descriptor
    this.#address = socketAddress(target.address)
    this.#set(receivedErrors[target.family], optionValue(1))
    this.#set(socketOptions.timestamps, optionValue(1))
    this.#system.connect(this.#descriptor, this.#address, this.#address.length)
    this.#stopWatching = tools.system.watch(open.descriptor, this.#readWaiting)
  }

  send(timeToLive: number, onReply: (reply: RouteReply) => void): { readonly cancel: () => void } | SendError {
    const key = this.#nextKey++
    const packet = this.#form.write(key)
    this.#set(sentTimeToLive[this.#target.family], optionValue(timeToLive))
    let code = ''
    for (let tries = 0; tries < sendTries; tries += 1) {
      this.#readWaiting()
      this.#pending.set(key, { onReply, sentAt: this.#reader.now(), sentElapsed: performance.now() })
      const sent = this.#system.sendto(this.#descriptor, packet, packet.length, 0, this.#address, this.#address.length)
      if (sent >= 0) return { cancel: () => void this.#pending.delete(key) }
      code = this.#system.errorName()
    }
    this.#pending.delete(key)
    return { code }
  }

  close(): void {
    this.#stopWatching()
    this.#system.close(this.#descriptor)
    this.#pending.clear()
  }

  #set({ level, option }: SocketOption, value: Buffer): void {
    this.#system.setsockopt(this.#descriptor, level, option, value, value.length)
  }

  readonly #readWaiting = (): void => {
    for (let reads = 0; reads < readsPerWake; reads += 1) if (!this.#readError()) break
    for (let reads = 0; reads < readsPerWake; reads += 1) if (!this.#readPacket()) break
  }

  #readError(): boolean {
    const error = this.#reader.readError(this.#descriptor, this.#target.family)
    if (!error) return false
    const key = this.#form.quotedKey(error.bytes)
    this.#reply(key, error.receivedAt, readIcmpError(error, this.#target))
    return true
  }

  #readPacket(): boolean {
    const packet = this.#reader.read(this.#descriptor, this.#target.family)
    if (!packet) return false
    const key = this.#form.repliedKey(packet.bytes)
    this.#reply(key, packet.receivedAt, { kind: 'arrived', address: this.#target.address })
    return true
  }

  #reply(key: number | null, receivedAt: number | null, reply: Omit<RouteReply, 'rtt'> | null): void {
    const pending = key === null ? undefined : this.#pending.get(key)
    if (key === null || !pending || !reply) return
    this.#pending.delete(key)
    pending.onReply({ ...reply, rtt: roundTrip(pending, receivedAt ?? this.#reader.now()) })
  }
}

interface OpenRawSocket {
  readonly descriptor: number
  readonly form: PacketForm
}

/** A socket for echo requests: a ping socket where the system permits it, otherwise a raw one. */
export function openIcmpSocket(system: SystemCalls, { family }: RouteTarget): OpenRawSocket | SendError {
  const open = openSocket(system, family)
  if ('code' in open) return open
  const ident = randomInt(1, 0x1_0000)
  const isRaw = open.way === 'raw'
  const key = (bytes: Buffer): number | null => {
    if (bytes.length < 8 || (isRaw && bytes.readUInt16BE(4) !== ident)) return null
    return bytes.readUInt16BE(6)
  }
  const payload = randomBytes(payloadBytes)
  const form: PacketForm = {
    write: (sequence) => {
      const packet = Buffer.alloc(packetBytes)
      writeEchoRequest(packet, { family, ident, sequence, payload })
      return packet
    },
    quotedKey: key,
    repliedKey: (bytes) => {
      const message = isRaw && family === 'IPv4' ? withoutHeader(bytes) : bytes
      return message[0] === echoReply[family] ? key(message) : null
    },
  }
  return { descriptor: open.descriptor, form }
}

/** A raw socket for SCTP, which needs CAP_NET_RAW: few systems have the protocol, and its own sockets see no errors. */
export function openSctpSocket(system: SystemCalls, { family, port }: RouteTarget): OpenRawSocket | SendError {
  const type = socketTypes.raw | nonBlocking | closeOnExec
  const descriptor = system.socket(addressFamilies[family], type, sctpProtocol)
  if (descriptor < 0) return { code: system.errorName() }
  const firstPort = randomInt(0x8000, 0xb000)
  const tag = randomBytes(4).readUInt32BE() | 1
  const form: PacketForm = {
    write: (key) => sctpInit(firstPort + key, port, tag >>> 0),
    quotedKey: (bytes) =>
      bytes.length < 4 || bytes.readUInt16BE(2) !== port ? null : bytes.readUInt16BE(0) - firstPort,
    repliedKey: (bytes) => {
      const packet = family === 'IPv4' ? withoutHeader(bytes) : bytes
      return packet.length < 12 || packet.readUInt16BE(0) !== port ? null : packet.readUInt16BE(2) - firstPort
    },
  }
  return { descriptor, form }
}

/** Raw sockets of IPv4 receive the header too. */
const withoutHeader = (bytes: Buffer): Buffer => bytes.subarray(((bytes[0] ?? 0) & 0x0f) * 4)
