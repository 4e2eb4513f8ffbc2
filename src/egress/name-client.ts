import type { Clock, Timer } from '#kernel'
import { queryNameByTcp } from './query-name-by-tcp.ts'
import type { Deadline } from './deadline.ts'
import type { NameAnswer, NameQuestion } from './name-message.ts'
import { NameSocket } from './name-socket.ts'

export interface NameServer {
  readonly host: string
  readonly port: number
}

/** Addresses in the order of the source; or the resolver's error code. */
export type Lookup = { readonly addresses: readonly string[] } | { readonly code: string }

export interface NameClientOptions {
  /** Time until the next server is queried, or the same once more; doubled after each round, up to 8 seconds. */
  readonly waitMs: number
  /** How often each server is queried. */
  readonly attempts: number
}

/** The time limit of a lookup without a deadline. */
const defaultLimitMs = 10_000
const maxWaitMs = 8_000
/** How long a server that timed out while another one answered is queried last. */
const avoidedMs = 30_000
const settling = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME'])

/** A server, with the socket of its queries. */
class Server {
  readonly address: NameServer
  avoidedUntil = -Infinity
  #socket: NameSocket | null = null

  constructor(address: NameServer) {
    this.address = address
  }

  sendQuery(question: NameQuestion, onAnswer: (answer: NameAnswer) => void): () => void {
    if (this.#socket === null || this.#socket.isUsedUp) this.#socket = new NameSocket(this.address)
    return this.#socket.sendQuery(question, onAnswer)
  }
}

/**
 * Queries name servers over UDP, and over TCP for answers that are too long for it. A query is repeated while no server
 * answers, but every answer counts, however delayed, for as long as the deadline of the lookup allows. After an answer
 * that a server cannot resolve the name (SERVFAIL, REFUSED, nothing listens) the next one is queried immediately.
 */
export class NameClient {
  readonly #clock: Clock
  readonly #servers: readonly Server[]
  readonly #options: NameClientOptions

  constructor(clock: Clock, servers: readonly NameServer[], options: NameClientOptions) {
    this.#clock = clock
    this.#servers = servers.map((server) => new Server(server))
    this.#options = options
  }

  /** Never rejects; `ETIMEOUT` when no server answered in time. Without a deadline the limit is ten seconds. */
  lookup(question: NameQuestion, deadline?: Deadline): Promise<Lookup> {
    return new Promise((resolve) => {
      const asked = { clock: this.#clock, servers: this.#inOrder(), question, options: this.#options }
      new NameLookup(asked, resolve).start(deadline)
    })
  }

  #inOrder(): readonly Server[] {
    if (this.#servers.length === 1) return this.#servers
    const now = this.#clock.monotonicMs()
    return this.#servers.toSorted((a, b) => Math.max(now, a.avoidedUntil) - Math.max(now, b.avoidedUntil))
  }
}

interface Asked {
  readonly clock: Clock
  readonly servers: readonly Server[]
  readonly question: NameQuestion
  readonly options: NameClientOptions
}

class NameLookup {
  readonly #clock: Clock
  readonly #servers: readonly Server[]
  readonly #question: NameQuestion
  readonly #options: NameClientOptions
  readonly #resolve: (found: Lookup) => void
  /** Cancels the pending queries, by their server. */
  readonly #open = new Map<() => void, Server>()
  #sent = 0
  #isOver = false
  #timer: Timer | undefined
  #stop = (): void => {}

  constructor({ clock, servers, question, options }: Asked, resolve: (found: Lookup) => void) {
    this.#clock = clock
    this.#servers = servers
    this.#question = question
    this.#options = options
    this.#resolve = resolve
  }

  start(deadline: Deadline | undefined): void {
    const giveUp = (): void => this.#finish({ code: 'ETIMEOUT' })
    if (deadline) {
      this.#stop = deadline.onExpire(giveUp)
    } else {
      const limit = this.#clock.after(defaultLimitMs, giveUp)
      this.#stop = () => limit.cancel()
    }
    if (!this.#isOver) this.#queryNext()
  }

  readonly #queryNext = (): void => {
    const server = this.#servers[this.#sent % this.#servers.length]
    if (!server) return this.#finish({ code: 'ENOSERVER' })
    const waitMs = this.#options.waitMs * 2 ** Math.floor(this.#sent / this.#servers.length)
    this.#sent += 1
    if (this.#mayQuery()) this.#timer = this.#clock.after(Math.min(waitMs, maxWaitMs), this.#queryNext)
    this.#listen(server, (take) => server.sendQuery(this.#question, take))
  }

  #listen(server: Server, sendQuery: (take: (answer: NameAnswer) => void) => () => void): void {
    const forget = sendQuery((answer) => {
      this.#open.delete(forget)
      this.#take(answer, server)
    })
    this.#open.set(forget, server)
  }

  #mayQuery(): boolean {
    return this.#sent < this.#servers.length * this.#options.attempts
  }

  #take(answer: NameAnswer, server: Server): void {
    if (this.#isOver) return
    if ('isTruncated' in answer)
      return this.#listen(server, (take) => queryNameByTcp(server.address, this.#question, take))
    if ('addresses' in answer || settling.has(answer.code)) {
      this.#respondingFirst(server)
      return this.#finish(answer)
    }
    this.#timer?.cancel()
    if (this.#mayQuery()) this.#queryNext()
    else if (this.#open.size === 0) this.#finish(answer)
  }

  #respondingFirst(answering: Server): void {
    answering.avoidedUntil = -Infinity
    for (const silent of this.#open.values())
      if (silent !== answering) silent.avoidedUntil = this.#clock.monotonicMs() + avoidedMs
  }

  #finish(found: Lookup): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#timer?.cancel()
    this.#stop()
    for (const forget of this.#open.keys()) forget()
    this.#resolve(found)
  }
}
