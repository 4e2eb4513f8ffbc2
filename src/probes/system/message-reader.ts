import type { IpFamily } from '#egress'
import { readSocketAddress } from './socket-address.ts'
import { receivedErrors, receivedTimeToLive, socketOptions } from './socket-options.ts'
import type { SystemCalls } from './system-calls.ts'

/** One received datagram. `bytes` is valid until the next read; `receivedAt` is the system's clock, in milliseconds. */
export interface Datagram {
  readonly bytes: Buffer
  readonly receivedAt: number | null
  readonly timeToLive: number | null
}

/** An ICMP error about a packet of a socket. `bytes` is what it quotes of the packet, valid until the next read. */
export interface QuotedError {
  readonly bytes: Buffer
  readonly receivedAt: number | null
  /** Who sent the error. */
  readonly from: string
  readonly type: number
  readonly code: number
}

interface Control {
  readonly receivedAt: number | null
  readonly timeToLive: number | null
  readonly error: Pick<QuotedError, 'from' | 'type' | 'code'> | null
}

const controlHeaderBytes = 16
const doNotWait = 0x40
const errorQueue = 0x2000
const cutOff = 0x20
const realTime = 0

/** Structures of the system's receive call, laid out in memory that does not move. Used by one call at a time. */
export class MessageReader {
  readonly #system: SystemCalls
  readonly #header = fixed(56)
  readonly #control = fixed(256)
  readonly #data = fixed(2048)
  readonly #time = fixed(16)
  /** Held, because the system sees it by its address alone. */
  readonly #vector = fixed(16)

  constructor(system: SystemCalls) {
    this.#system = system
    this.#vector.writeBigUInt64LE(system.addressOf(this.#data), 0)
    this.#vector.writeBigUInt64LE(BigInt(this.#data.length), 8)
    this.#header.writeBigUInt64LE(system.addressOf(this.#vector), 16)
    this.#header.writeBigUInt64LE(1n, 24)
    this.#header.writeBigUInt64LE(system.addressOf(this.#control), 32)
  }

  /** Milliseconds of the clock the system stamps datagrams with. */
  now(): number {
    this.#system.clock_gettime(realTime, this.#time)
    return milliseconds(this.#time, 0)
  }

  /** The next datagram, or null when none is waiting. */
  read(socket: number, family: IpFamily): Datagram | null {
    const received = this.#receive(socket, family, doNotWait)
    if (!received) return null
    const isCutOff = (this.#header.readInt32LE(48) & cutOff) !== 0
    const { length, receivedAt, timeToLive } = received
    return { bytes: this.#data.subarray(0, isCutOff ? 0 : length), receivedAt, timeToLive }
  }

  /** The next ICMP error, null when none is waiting. Errors of this machine itself are left out. */
  readError(socket: number, family: IpFamily): QuotedError | null {
    for (;;) {
      const received = this.#receive(socket, family, doNotWait | errorQueue)
      if (!received) return null
      const { length, receivedAt, error } = received
      if (error) return { ...error, receivedAt, bytes: this.#data.subarray(0, Math.min(length, this.#data.length)) }
    }
  }

  #receive(socket: number, family: IpFamily, flags: number): (Control & { readonly length: number }) | null {
    this.#header.writeUInt32LE(this.#control.length, 40)
    const length = this.#system.recvmsg(socket, this.#header, flags)
    return length < 0 ? null : { length, ...this.#readControl(this.#header.readUInt32LE(40), family) }
  }

  #readControl(end: number, family: IpFamily): Control {
    let error: Control['error'] = null
    let receivedAt: number | null = null
    let lived: number | null = null
    for (let at = 0; at + controlHeaderBytes < end;) {
      const size = this.#control.readUInt32LE(at)
      const level = this.#control.readInt32LE(at + 8)
      const type = this.#control.readInt32LE(at + 12)
      const value = at + controlHeaderBytes
      if (level === socketOptions.timestamps.level && type === socketOptions.timestamps.option)
        receivedAt = milliseconds(this.#control, value)
      if (level === receivedTimeToLive[family].level && type === receivedTimeToLive[family].message)
        lived = this.#control.readInt32LE(value)
      if (level === receivedErrors[family].level && type === receivedErrors[family].option)
        error = readExtendedError(this.#control.subarray(value))
      at += Math.max(controlHeaderBytes, (size + 7) & ~7)
    }
    return { receivedAt, timeToLive: lived, error }
  }
}

const icmpOrigins = [2, 3]
const extendedErrorBytes = 16

/** The system's structure of an error with the address of its sender behind it (ip(7), IP_RECVERR). */
function readExtendedError(bytes: Buffer): Control['error'] {
  if (bytes.length < extendedErrorBytes + 16 || !icmpOrigins.includes(bytes.readUInt8(4))) return null
  const sender = readSocketAddress(bytes.subarray(extendedErrorBytes))
  return sender && { from: sender.address, type: bytes.readUInt8(5), code: bytes.readUInt8(6) }
}

/** An ArrayBuffer of its own never moves, while small buffers may lie inside the engine's heap. */
export const fixed = (length: number): Buffer => Buffer.from(new ArrayBuffer(length))

export const milliseconds = (bytes: Buffer, at: number): number =>
  Number(bytes.readBigInt64LE(at)) * 1000 + Number(bytes.readBigInt64LE(at + 8)) / 1e6
