import type { IpFamily } from './echo-packet.ts'
import { timestamps, timeToLive } from './open-socket.ts'
import type { SystemCalls } from './system-calls.ts'

/** One received datagram. `bytes` is valid until the next read; `receivedAt` is the system's clock, in milliseconds. */
export interface Datagram {
  readonly bytes: Buffer
  readonly receivedAt: number | null
  readonly timeToLive: number | null
}

const controlHeaderBytes = 16
const doNotWait = 0x40
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
    this.#header.writeUInt32LE(this.#control.length, 40)
    const length = this.#system.recvmsg(socket, this.#header, doNotWait)
    if (length < 0) return null
    const isCutOff = (this.#header.readInt32LE(48) & cutOff) !== 0
    const bytes = this.#data.subarray(0, isCutOff ? 0 : length)
    return { bytes, ...this.#readControl(this.#header.readUInt32LE(40), family) }
  }

  #readControl(end: number, family: IpFamily): Pick<Datagram, 'receivedAt' | 'timeToLive'> {
    let receivedAt: number | null = null
    let lived: number | null = null
    for (let at = 0; at + controlHeaderBytes < end;) {
      const size = this.#control.readUInt32LE(at)
      const level = this.#control.readInt32LE(at + 8)
      const type = this.#control.readInt32LE(at + 12)
      const value = at + controlHeaderBytes
      if (level === timestamps.level && type === timestamps.option) receivedAt = milliseconds(this.#control, value)
      if (level === timeToLive[family].level && type === timeToLive[family].message)
        lived = this.#control.readInt32LE(value)
      at += Math.max(controlHeaderBytes, (size + 7) & ~7)
    }
    return { receivedAt, timeToLive: lived }
  }
}

/** An ArrayBuffer of its own never moves, while small buffers may lie inside the engine's heap. */
const fixed = (length: number): Buffer => Buffer.from(new ArrayBuffer(length))

const milliseconds = (bytes: Buffer, at: number): number =>
  Number(bytes.readBigInt64LE(at)) * 1000 + Number(bytes.readBigInt64LE(at + 8)) / 1e6
