import { chmod, open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import type { IncomingMessage, Server as HttpServer, ServerResponse } from 'node:http'
import { createServer } from 'node:net'
import type { Server, Socket } from 'node:net'
import type { ObservationFailure } from '#contract'
import { writeReason } from '#contract/reasons'
import { Deadline, failure } from '#egress'
import type { Egress, TcpConnection } from '#egress'
import type { Clock } from '#kernel'
import { serveProxy } from './door-proxy.ts'
import { serveSocks, socksVersion } from './door-socks.ts'
import { joinSockets } from './join-sockets.ts'
import { isOwnEndpoint } from './own-endpoints.ts'
import type { OwnEndpoint } from './own-endpoints.ts'
import { newId } from './new-id.ts'

export interface DoorSettings {
  readonly clock: Clock
  readonly egress: Egress
  /** Where the service and its database listen. No run reaches them, whatever the policy says. */
  readonly ownEndpoints: () => readonly OwnEndpoint[]
}

export interface DoorCounts {
  connections: number
  refused: number
  bytes: number
}

interface Refused {
  readonly failure: ObservationFailure
}

const maxOpen = 256
const maxConnections = 20_000
/** Less than the 30 seconds after which Chromium gives up on its proxy and names it as the cause. */
const connectTimeoutMs = 25_000
const maxReasons = 1000
const pickUpMs = 10_000
const everyone = 0o666
const ipFamilies: Readonly<Record<number, 'IPv4' | 'IPv6'>> = { 4: 'IPv4', 6: 'IPv6' }

/**
 * The only way out of one run. It connects on behalf of the run, by the policy of its egress at connect time, to
 * everything but the service itself. Inside it is a SOCKS and HTTP proxy on one port and, for the preload, a directory of
 * sockets.
 */
export class Door {
  readonly counts: DoorCounts = { connections: 0, refused: 0, bytes: 0 }
  readonly #settings: DoorSettings
  readonly #directory: FileHandle
  readonly #servers = new Set<Server | HttpServer>()
  readonly #sockets = new Set<Socket>()
  readonly #reasons = new Map<string, ObservationFailure>()
  #open = 0

  private constructor(settings: DoorSettings, directory: FileHandle) {
    this.#settings = settings
    this.#directory = directory
  }

  /** Opens the door in a directory that is visible inside. */
  static async open(settings: DoorSettings, directory: string): Promise<Door> {
    const door = new Door(settings, await open(directory))
    const control = createHttpServer((request, response) => {
      door.#answer(request, response).catch(() => response.destroy())
    })
    control.maxConnections = maxOpen
    await door.#listen(control, 'control')
    return door
  }

  /** Serves both proxies on a socket that was opened inside the run's network. */
  serve(listening: Server): void {
    this.#servers.add(listening)
    listening.maxConnections = maxOpen
    const proxy = serveProxy(this)
    listening.on('connection', (socket) => {
      this.#track(socket)
      socket.once('data', (first: Buffer) => {
        socket.pause()
        socket.unshift(first)
        if (first[0] === socksVersion) return void serveSocks(this, socket)
        proxy.emit('connection', socket)
        socket.resume()
      })
    })
    listening.on('error', () => {})
  }

  /** Connects by policy. Answers the failure as data. The caller destroys the socket. */
  async connect(host: string, port: number, family?: number): Promise<TcpConnection | Refused> {
    const found = await this.#connectCounted(host, port, family)
    const place = placeOf(host, port)
    this.#reasons.delete(place)
    if (found.failure) this.#reasons.set(place, found.failure)
    const [oldest] = this.#reasons.size > maxReasons ? this.#reasons.keys() : []
    if (oldest !== undefined) this.#reasons.delete(oldest)
    return found
  }

  async #connectCounted(host: string, port: number, family?: number): Promise<TcpConnection | Refused> {
    if (!Number.isInteger(port) || port < 1 || port > 65_535)
      return this.#refuse('EBADPORT', writeReason('NOT_A_PORT', { text: port }))
    if (this.#open >= maxOpen) return this.#refuse('EMFILE', writeReason('CONNECTIONS_AT_A_TIME', { count: maxOpen }))
    if (this.counts.connections >= maxConnections)
      return this.#refuse('EMFILE', writeReason('CONNECTIONS_OF_RUN', { count: maxConnections }))
    this.#open += 1
    this.counts.connections += 1
    const deadline = new Deadline(this.#settings.clock, connectTimeoutMs)
    const found = await this.#connectChecked({ host, port, family }, deadline).finally(() => deadline.close())
    if (found.failure) {
      this.#open -= 1
      this.counts.refused += 1
      return found
    }
    this.#track(found.socket)
    found.socket.once('close', () => {
      this.#open -= 1
      this.counts.bytes += found.socket.bytesRead + found.socket.bytesWritten
    })
    return found
  }

  async close(): Promise<void> {
    for (const server of this.#servers) server.close()
    for (const socket of this.#sockets) socket.destroy()
    await this.#directory.close().catch(() => {})
  }

  async #connectChecked(
    { host, port, family }: { host: string; port: number; family: number | undefined },
    deadline: Deadline,
  ): Promise<TcpConnection | Refused> {
    const { egress, ownEndpoints } = this.#settings
    const found = await egress.resolve(host, ipFamilies[family ?? 0], deadline, port)
    if (found.failure) return found
    const own = ownEndpoints()
    const withoutOwn = async (addresses: readonly string[]): Promise<string[]> => {
      const areOwn = await Promise.all(
        addresses.map((each) => isOwnEndpoint({ address: each, port }, own, egress.resolve)),
      )
      return addresses.filter((_, index) => !areOwn[index])
    }
    const addresses = await withoutOwn(found.addresses)
    const [address] = addresses
    if (address === undefined) {
      const text = writeReason('OWN_SERVICE', { host, port })
      return { failure: failure('policy', 'EPOLICY', text) }
    }
    const others = async () => withoutOwn(await found.others())
    return egress.connectTcp({ host: address, port, resolved: { ...found, address, addresses, others } }, deadline)
  }

  #refuse(code: string, message: string): Refused {
    this.counts.refused += 1
    return { failure: failure('policy', code, message) }
  }

  #track(socket: Socket): void {
    this.#sockets.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => this.#sockets.delete(socket))
  }

  /** Paths of sockets are short; that of a directory need not be. */
  async #listen(server: Server | HttpServer, name: string): Promise<void> {
    const path = `/proc/self/fd/${this.#directory.fd}/${name}`
    this.#servers.add(server)
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(path, resolve)
    })
    await chmod(path, everyone)
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const question = await readQuestion(request)
    const answer =
      question === null ? { problem: { code: 'EINVAL', message: 'Unknown question.' } } : await this.#do(question)
    if (!response.destroyed) response.end(JSON.stringify(answer))
  }

  async #do({ connect, resolve, why }: Question): Promise<unknown> {
    if (why) return { problem: this.#reasons.get(placeOf(why.host, why.port)) ?? null }
    if (resolve) {
      const found = await this.#settings.egress.resolve(resolve.host, ipFamilies[resolve.family ?? 0])
      return found.failure ? { problem: found.failure } : { address: found.address }
    }
    if (!connect) return { problem: { code: 'EINVAL', message: 'Unknown question.' } }
    const found = await this.connect(connect.host, connect.port, connect.family)
    if (found.failure) return { problem: found.failure }
    const socket = await this.#offer(found.socket)
    return { socket, address: found.address }
  }

  /** A socket that carries one connection, for the first client. */
  async #offer(outside: Socket): Promise<string> {
    const name = newId()
    const server = createServer({ allowHalfOpen: true })
    const end = (): void => {
      timer.cancel()
      server.close()
      this.#servers.delete(server)
    }
    const timer = this.#settings.clock.after(pickUpMs, () => {
      end()
      outside.destroy()
    })
    outside.once('close', end)
    server.once('connection', (inside: Socket) => {
      end()
      this.#track(inside)
      joinSockets(inside, outside)
    })
    await this.#listen(server, name)
    return name
  }
}

interface Question {
  readonly connect?: { readonly host: string; readonly port: number; readonly family?: number }
  readonly resolve?: { readonly host: string; readonly family?: number }
  /** Why the last connection to it failed; a null problem if it did not. */
  readonly why?: { readonly host: string; readonly port: number }
}

const placeOf = (host: string, port: number): string => `${host.toLowerCase()}:${port}`

const maxQuestionBytes = 4096

async function readQuestion(request: IncomingMessage): Promise<Question | null> {
  let text = ''
  try {
    for await (const part of request.setEncoding('utf8')) {
      text += String(part)
      if (text.length > maxQuestionBytes) return null
    }
    return asQuestion(JSON.parse(text))
  } catch {
    return null
  }
}

function asQuestion(value: unknown): Question | null {
  if (typeof value !== 'object' || value === null) return null
  const { connect, resolve, why } = Object.fromEntries(Object.entries(value))
  if (isPlace(connect) && 'port' in connect) return { connect: { ...connect, port: Number(connect.port) } }
  if (isPlace(why) && 'port' in why) return { why: { ...why, port: Number(why.port) } }
  return isPlace(resolve) ? { resolve } : null
}

const isPlace = (value: unknown): value is { readonly host: string; readonly family?: number } =>
  typeof value === 'object' && value !== null && 'host' in value && typeof value.host === 'string'
