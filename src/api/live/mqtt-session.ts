import { generate, parser } from 'mqtt-packet'
import type { IConnectPacket, ISubscribePacket, IUnsubscribePacket, Packet } from 'mqtt-packet'
import { minuteMs, secondMs } from '#kernel'
import type { Clock, Timer } from '#kernel'

/** Return codes of CONNACK (MQTT 3.1.1, section 3.2.2.3). */
export const connectCodes = { accepted: 0, protocolRefused: 1, unavailable: 3, notAuthorized: 5 } as const
export type ConnectCode = (typeof connectCodes)[keyof typeof connectCodes]

/** The connection below a session. */
export interface MqttLink {
  readonly send: (bytes: Uint8Array) => void
  /** Bytes that are not on their way yet. */
  readonly unsentBytes: () => number
  /** Ends it after what was sent. */
  readonly close: () => void
  /** Ends it at once. */
  readonly cut: () => void
}

export interface MqttClient {
  /** Decides on a client that wants to connect. */
  readonly connect: (credentials: { readonly username: string; readonly password: string }) => Promise<ConnectCode>
  /** Whether a client may subscribe to these topics; the subscription is in force once it resolves. */
  readonly subscribe: (filter: string) => Promise<boolean>
  readonly unsubscribe: (filter: string) => void
}

/** Longer packets, and more subscriptions, have no use here. */
export const maxPacketBytes = 16 * 1024
const maxSubscriptions = 32
/** A client that reads more slowly than this much is produced is cut off. */
const maxUnsentBytes = 4 * 1024 * 1024
const connectMs = 10 * secondMs
/** Of clients that ask for no keep-alive. */
const longestSilenceMs = 10 * minuteMs

/** Granted quality of service 0, and failure (section 3.9.3). */
const [granted, failure] = [0, 128]

/**
 * The side of the server in one session of MQTT 3.1.1: clients connect, subscribe and are sent messages, each at most once.
 * They publish nothing, and nothing is kept of them.
 */
export class MqttSession {
  readonly #link: MqttLink
  readonly #client: MqttClient
  readonly #clock: Clock
  readonly #parser = parser({ protocolVersion: 4 })
  #state: 'new' | 'connecting' | 'open' | 'over' = 'new'
  #silenceMs = connectMs
  #silence: Timer | undefined
  #turn: Promise<void> = Promise.resolve()
  #subscriptions = 0

  constructor(link: MqttLink, client: MqttClient, clock: Clock) {
    this.#link = link
    this.#client = client
    this.#clock = clock
    this.#parser.on('packet', (packet) => {
      this.#turn = this.#turn.then(() => this.#handle(packet)).catch(() => this.#cut())
    })
    this.#parser.on('error', () => this.#cut())
    this.#waitForPacket()
  }

  /** Takes what the client sent. */
  receive(bytes: Buffer): void {
    if (this.#state === 'over') return
    this.#waitForPacket()
    if (this.#parser.parse(bytes) > maxPacketBytes) this.#cut()
  }

  /** Sends a message, or ends a session whose client does not keep up. */
  publish(topic: string, payload: string): void {
    if (this.#state !== 'open') return
    if (this.#link.unsentBytes() > maxUnsentBytes) return this.#cut()
    this.#send({ cmd: 'publish', topic, payload, qos: 0, dup: false, retain: false })
  }

  /** Stops taking and sending anything; the link is over. */
  end(): void {
    this.#state = 'over'
    this.#silence?.cancel()
  }

  #cut(): void {
    this.end()
    this.#link.cut()
  }

  #send(packet: Packet): void {
    this.#link.send(generate(packet))
  }

  /** A client must be heard of within one and a half times its keep-alive (section 3.1.2.10). */
  #waitForPacket(): void {
    this.#silence?.cancel()
    this.#silence = this.#clock.after(this.#silenceMs, () => this.#cut()).unref()
  }

  async #handle(packet: Packet): Promise<void> {
    if (this.#state === 'over') return
    if (this.#state === 'new') return packet.cmd === 'connect' ? this.#connect(packet) : this.#cut()
    if (packet.cmd === 'subscribe') return this.#subscribe(packet)
    if (packet.cmd === 'unsubscribe') return this.#unsubscribe(packet)
    if (packet.cmd === 'pingreq') return this.#send({ cmd: 'pingresp' })
    // Publishing is forbidden to all of them, and the rest is no packet of a client that only listens.
    return this.#cut()
  }

  async #connect({ protocolVersion, keepalive = 0, username, password }: IConnectPacket): Promise<void> {
    this.#state = 'connecting'
    const credentials = { username: username ?? '', password: password?.toString() ?? '' }
    const code = protocolVersion === 4 ? await this.#client.connect(credentials) : connectCodes.protocolRefused
    if (this.#isOver()) return
    this.#send({ cmd: 'connack', returnCode: code, sessionPresent: false })
    if (code !== connectCodes.accepted) {
      this.end()
      return this.#link.close()
    }
    this.#state = 'open'
    this.#silenceMs = keepalive === 0 ? longestSilenceMs : keepalive * 1.5 * secondMs
    this.#waitForPacket()
  }

  /** The state may have changed while something was awaited. */
  #isOver(): boolean {
    return this.#state === 'over'
  }

  async #subscribe({ subscriptions, messageId }: ISubscribePacket): Promise<void> {
    const results: number[] = []
    for (const { topic } of subscriptions) {
      this.#subscriptions += 1
      const isGranted = this.#subscriptions <= maxSubscriptions && (await this.#client.subscribe(topic))
      results.push(isGranted ? granted : failure)
    }
    if (this.#isOver()) return
    this.#send({ cmd: 'suback', granted: results, ...(messageId !== undefined && { messageId }) })
  }

  #unsubscribe({ unsubscriptions, messageId }: IUnsubscribePacket): void {
    for (const filter of unsubscriptions) this.#client.unsubscribe(filter)
    this.#send({ cmd: 'unsuback', granted: [], ...(messageId !== undefined && { messageId }) })
  }
}
