import { setTimeout as sleep } from 'node:timers/promises'
import type { Deadline, IpFamily } from '#egress'
import { MessageReader, fixed } from '../system/message-reader.ts'
import { maxAddressBytes, readSocketAddress, socketAddress } from '../system/socket-address.ts'
import {
  addressFamilies,
  closeOnExec,
  nonBlocking,
  optionValue,
  packetFamily,
  socketOptions,
  socketTypes,
} from '../system/socket-options.ts'
import type { SocketOption } from '../system/socket-options.ts'
import { systemCalls } from '../system/system-calls.ts'
import type { SystemCalls } from '../system/system-calls.ts'
import { captureFilter } from './capture-filter.ts'
import type { ConnectionTuple } from './capture-filter.ts'
import { pcapFile } from './pcap-file.ts'
import type { CapturedPacket } from './pcap-file.ts'

export interface CapturedConnection {
  readonly file: Buffer
  readonly packets: number
  /** The outcome of the connection, as the end of a sentence. */
  readonly outcome: string
}

export interface CaptureTarget {
  readonly address: string
  readonly family: IpFamily
  readonly port: number
}

const maxPackets = 100
const readsPerWake = 64
const everyProtocol = 0x0003
const tcpOpen = 1
const tcpInfoBytes = 104
/** After the connection is open, refused or given up, its last packets may still be on the way. */
const settleMs = 30

/**
 * Connects once more, without sending data, and captures the packets of exactly this connection. Needs CAP_NET_RAW;
 * `code` is the system's error where it is missing. The connection is closed again. Never rejects.
 */
export async function captureConnection(
  target: CaptureTarget,
  deadline: Deadline,
): Promise<CapturedConnection | { readonly code: string }> {
  const system = systemCalls()
  if (!system) return { code: 'ENOSYS' }
  const sockets = new CaptureSockets(system, target)
  try {
    return await sockets.capture(deadline)
  } catch (error) {
    if (error instanceof CaptureProblem) return { code: error.code }
    throw error
  } finally {
    sockets.close()
  }
}

class CaptureProblem extends Error {
  readonly code: string
  constructor(code: string) {
    super(code)
    this.code = code
  }
}

class CaptureSockets {
  readonly #system: SystemCalls
  readonly #reader: MessageReader
  readonly #target: CaptureTarget
  readonly #address: Buffer
  readonly #packets: CapturedPacket[] = []
  readonly #open = new Map<number, () => void>()
  #tapped = -1

  constructor(system: SystemCalls, target: CaptureTarget) {
    this.#system = system
    this.#reader = new MessageReader(system)
    this.#target = target
    this.#address = socketAddress(target.address, target.port)
  }

  async capture(deadline: Deadline): Promise<CapturedConnection> {
    // Opened first, because it alone needs the permission.
    const tap = this.#socket(packetFamily, socketTypes.datagram)
    this.#tapped = tap
    const connection = this.#socket(addressFamilies[this.#target.family], socketTypes.stream)
    this.#set(connection, socketOptions.linger, optionValue(1, 0))
    const local = socketAddress(this.#localAddress())
    this.#check(this.#system.bind(connection, local, local.length))
    const { address: localAddress, port: localPort } = this.#nameOf(connection)
    this.#tap(tap, { ...this.#target, localAddress, localPort })
    const outcome = await this.#connect(connection, deadline)
    this.#close(connection)
    await sleep(Math.min(settleMs, deadline.remainingMs()))
    this.#readWaiting(tap)
    return { file: pcapFile(this.#packets), packets: this.#packets.length, outcome }
  }

  close(): void {
    for (const descriptor of this.#open.keys()) this.#close(descriptor)
  }

  /** The address of this machine from which it reaches the target; nothing is sent. */
  #localAddress(): string {
    const descriptor = this.#socket(addressFamilies[this.#target.family], socketTypes.datagram)
    this.#check(this.#system.connect(descriptor, this.#address, this.#address.length))
    const { address } = this.#nameOf(descriptor)
    this.#close(descriptor)
    return address
  }

  #tap(descriptor: number, tuple: ConnectionTuple): void {
    const program = fixed(0x1000)
    const filter = captureFilter(tuple)
    program.set(filter)
    const header = fixed(16)
    header.writeUInt16LE(filter.length / 8, 0)
    header.writeBigUInt64LE(this.#system.addressOf(program), 8)
    this.#set(descriptor, socketOptions.timestamps, optionValue(1))
    this.#check(this.#set(descriptor, socketOptions.attachFilter, header))
    // Until it is bound the socket receives nothing, so that no packet passes before the filter is there.
    const device = Buffer.alloc(20)
    device.writeUInt16LE(packetFamily, 0)
    device.writeUInt16BE(everyProtocol, 2)
    this.#check(this.#system.bind(descriptor, device, device.length))
    this.#open.set(
      descriptor,
      this.#system.watch(descriptor, () => this.#readWaiting(descriptor)),
    )
  }

  #readWaiting(descriptor: number): void {
    for (let reads = 0; reads < readsPerWake; reads += 1) {
      const packet = this.#reader.read(descriptor, this.#target.family)
      if (!packet) return
      if (this.#packets.length < maxPackets && packet.bytes.length > 0)
        this.#packets.push({ at: packet.receivedAt ?? this.#reader.now(), bytes: Buffer.from(packet.bytes) })
    }
  }

  #connect(descriptor: number, deadline: Deadline): Promise<string> {
    const connected = this.#system.connect(descriptor, this.#address, this.#address.length)
    const error = connected < 0 ? this.#system.errorName() : null
    if (error === null) return Promise.resolve('was accepted')
    if (error !== 'EINPROGRESS') return Promise.resolve(`failed with ${error}`)
    return new Promise((resolve) => {
      const stop = deadline.onExpire(() => resolve('was not answered in time'))
      const look = (): void => {
        const outcome = this.#outcomeOf(descriptor)
        if (outcome === null) return
        stop()
        resolve(outcome)
      }
      this.#open.set(descriptor, this.#system.watch(descriptor, look, true))
    })
  }

  #outcomeOf(descriptor: number): string | null {
    const error = this.#get(descriptor, socketOptions.error, 4).readInt32LE(0)
    if (error !== 0) {
      const name = this.#system.nameOfError(error)
      return name === 'ECONNREFUSED' ? 'was refused' : `failed with ${name}`
    }
    return this.#get(descriptor, socketOptions.tcpInfo, tcpInfoBytes).readUInt8(0) === tcpOpen ? 'was accepted' : null
  }

  #socket(family: number, type: number): number {
    const descriptor = this.#system.socket(family, type | nonBlocking | closeOnExec, 0)
    this.#check(descriptor)
    this.#open.set(descriptor, () => {})
    return descriptor
  }

  #close(descriptor: number): void {
    this.#open.get(descriptor)?.()
    if (!this.#open.delete(descriptor)) return
    if (descriptor === this.#tapped) this.#system.closeElsewhere(descriptor)
    else this.#system.close(descriptor)
  }

  #nameOf(descriptor: number): { readonly address: string; readonly port: number } {
    const address = fixed(maxAddressBytes)
    this.#check(this.#system.getsockname(descriptor, address, optionValue(maxAddressBytes)))
    return readSocketAddress(address) ?? { address: '', port: 0 }
  }

  #set(descriptor: number, { level, option }: SocketOption, value: Buffer): number {
    return this.#system.setsockopt(descriptor, level, option, value, value.length)
  }

  #get(descriptor: number, { level, option }: SocketOption, size: number): Buffer {
    const value = fixed(size)
    this.#system.getsockopt(descriptor, level, option, value, optionValue(size))
    return value
  }

  #check(result: number): void {
    if (result < 0) throw new CaptureProblem(this.#system.errorName())
  }
}
