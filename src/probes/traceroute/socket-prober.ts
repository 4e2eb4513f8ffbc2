import { fixed } from '../system/message-reader.ts'
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
import type { RouteProber, RouteReply, RouteTarget, SendError } from './route-prober.ts'

const payload = Buffer.from('belfry traceroute probe.........')
const tcpInfoBytes = 104
/** Where the system's TCP information has the state, and the measured round trip in microseconds. */
const stateAt = 0
const roundTripAt = 68
const openStates = [1, 8]
const inProgress = ['EINPROGRESS', 'EAGAIN']
const refusalCodes = ['ECONNREFUSED', 'ECONNRESET']

/**
 * TCP and UDP probes: a socket for each, which needs no privilege. Routers answer to its error queue, with the system's
 * time of arrival. The target of TCP accepts, for which the system has measured the round trip, or refuses.
 */
export class SocketProber implements RouteProber {
  readonly #system: SystemCalls
  readonly #reader: MessageReader
  readonly #target: RouteTarget
  readonly #address: Buffer
  readonly #open = new Set<() => void>()

  constructor(system: SystemCalls, reader: MessageReader, target: RouteTarget) {
    this.#system = system
    this.#reader = reader
    this.#target = target
    this.#address = socketAddress(target.address, target.port)
  }

  send(timeToLive: number, onReply: (reply: RouteReply) => void): { readonly cancel: () => void } | SendError {
    const isTcp = this.#target.protocol === 'TCP'
    const opened = this.#openSocket(timeToLive, isTcp)
    if (typeof opened !== 'number') return opened
    const sent: SendTime = { sentAt: this.#reader.now(), sentElapsed: performance.now() }
    const address = this.#address
    const connected = this.#system.connect(opened, address, address.length)
    const error = connected < 0 ? this.#system.errorName() : null
    if (error !== null && !inProgress.includes(error) && !(isTcp && refusalCodes.includes(error))) {
      this.#system.close(opened)
      return { code: error }
    }
    return this.#await(opened, { sent, refused: error !== null && refusalCodes.includes(error) }, onReply)
  }

  close(): void {
    for (const end of this.#open) end()
  }

  #openSocket(timeToLive: number, isTcp: boolean): number | SendError {
    const { family } = this.#target
    const type = (isTcp ? socketTypes.stream : socketTypes.datagram) | nonBlocking | closeOnExec
    const descriptor = this.#system.socket(addressFamilies[family], type, 0)
    if (descriptor < 0) return { code: this.#system.errorName() }
    const set = ({ level, option }: SocketOption, value: Buffer): unknown =>
      this.#system.setsockopt(descriptor, level, option, value, value.length)
    set(sentTimeToLive[family], optionValue(timeToLive))
    set(receivedErrors[family], optionValue(1))
    set(socketOptions.timestamps, optionValue(1))
    if (!isTcp) return descriptor
    set(socketOptions.synRetries, optionValue(1))
    // Closing resets an accepted connection, so that neither side keeps it.
    set(socketOptions.linger, optionValue(1, 0))
    return descriptor
  }

  #await(
    descriptor: number,
    { sent, refused }: { readonly sent: SendTime; readonly refused: boolean },
    onReply: (reply: RouteReply) => void,
  ): { readonly cancel: () => void } | SendError {
    const { protocol, address } = this.#target
    const isTcp = protocol === 'TCP'
    let isOpen = true
    const end = (): void => {
      if (!isOpen) return
      isOpen = false
      this.#open.delete(end)
      stopWatching()
      this.#system.close(descriptor)
    }
    const look = (): void => {
      const reply =
        this.#icmpReply(descriptor, sent) ??
        (isTcp ? this.#tcpReply(descriptor, sent) : this.#udpReply(descriptor, sent))
      if (!reply) return
      end()
      onReply(reply)
    }
    const stopWatching = this.#system.watch(descriptor, look, isTcp)
    this.#open.add(end)
    if (refused) queueMicrotask(() => onReply({ kind: 'arrived', address, rtt: performance.now() - sent.sentElapsed }))
    if (isTcp) return { cancel: end }
    const { length } = payload
    if (this.#system.sendto(descriptor, payload, length, 0, this.#address, this.#address.length) >= 0)
      return { cancel: end }
    const code = this.#system.errorName()
    end()
    return { code }
  }

  #icmpReply(descriptor: number, sent: SendTime): RouteReply | null {
    const error = this.#reader.readError(descriptor, this.#target.family)
    const reply = error && readIcmpError(error, this.#target)
    return error && reply && { ...reply, rtt: roundTrip(sent, error.receivedAt ?? this.#reader.now()) }
  }

  #udpReply(descriptor: number, sent: SendTime): RouteReply | null {
    const datagram = this.#reader.read(descriptor, this.#target.family)
    const rtt = datagram && roundTrip(sent, datagram.receivedAt ?? this.#reader.now())
    return rtt === null ? null : { kind: 'arrived', address: this.#target.address, rtt }
  }

  #tcpReply(descriptor: number, { sentElapsed }: SendTime): RouteReply | null {
    const { address } = this.#target
    const error = this.#option(descriptor, socketOptions.error, 4)
    const name = error === null ? '' : this.#system.nameOfError(error.readInt32LE(0))
    if (refusalCodes.includes(name)) return { kind: 'arrived', address, rtt: performance.now() - sentElapsed }
    const info = this.#option(descriptor, socketOptions.tcpInfo, tcpInfoBytes)
    if (info === null || !openStates.includes(info.readUInt8(stateAt))) return null
    return { kind: 'arrived', address, rtt: info.readUInt32LE(roundTripAt) / 1000 }
  }

  #option(descriptor: number, { level, option }: SocketOption, size: number): Buffer | null {
    const value = fixed(size)
    const length = optionValue(size)
    return this.#system.getsockopt(descriptor, level, option, value, length) < 0 ? null : value
  }
}
