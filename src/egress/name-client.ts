import type { Clock, Timer } from '#kernel'
import { queryNameByTcp } from './query-name-by-tcp.ts'
import type { Deadline } from './deadline.ts'
import { isReply } from './name-message.ts'
import type { NameAnswer, NameQuestion } from './name-message.ts'
import { NameSocket } from './name-socket.ts'
import { Repetitions } from './repetitions.ts'

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
 * that a server cannot resolve the name (SERVFAIL, REFUSED, nothing listens) the next one is queried immediately. Who looks
 * up what is being looked up already shares the queries under way, and few lookups repeat theirs while no server answers,
 * so that a silent server costs no more for many runs.
 */
export class NameClient {
  readonly #clock: Clock
  readonly #servers: readonly Server[]
  readonly #options: NameClientOptions
  readonly #underWay = new Map<string, NameLookup>()
  readonly #repetitions: Repetitions<NameLookup>
  #waiting = 0

  constructor(clock: Clock, servers: readonly NameServer[], options: NameClientOptions) {
    this.#clock = clock
    this.#servers = servers.map((server) => new Server(server))
    this.#options = options
    this.#repetitions = new Repetitions(clock)
  }

  /** How many wait for an answer now, several for one name included. */
  get waiting(): number {
    return this.#waiting
  }

  /** Never rejects; `ETIMEOUT` when no server answered in time. Without a deadline the limit is ten seconds. */
  async lookup(question: NameQuestion, deadline?: Deadline): Promise<Lookup> {
    const key = `${question.type} ${question.name.toLowerCase()}`
    const shared = this.#underWay.get(key) ?? this.#begin(key, question)
    this.#waiting += 1
    const found = await shared.join(deadline)
    this.#waiting -= 1
    return found
  }

  #begin(key: string, question: NameQuestion): NameLookup {
    const repetitions = this.#repetitions
    const asked = { clock: this.#clock, servers: this.#inOrder(), question, options: this.#options, repetitions }
    const lookup = new NameLookup(asked, () => this.#underWay.delete(key))
    this.#underWay.set(key, lookup)
    return lookup
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
  readonly repetitions: Repetitions<NameLookup>
}

/** Of queries whose answers would still count. */
const maxPending = 32

class NameLookup {
  readonly #asked: Asked
  readonly #onEnd: () => void
  readonly #waiting = new Set<(found: Lookup) => void>()
  /** Cancels the pending queries, by their server. */
  readonly #open = new Map<() => void, Server>()
  #sent = 0
  /** How many queries had been sent when the last one joined. */
  #sentBefore = 0
  #lastSentMs = -Infinity
  #isOver = false
  #timer: Timer | undefined

  constructor(asked: Asked, onEnd: () => void) {
    this.#asked = asked
    this.#onEnd = onEnd
  }

  /** The addresses, or `ETIMEOUT` at the deadline of each caller; the servers are queried once for all of them. */
  join(deadline: Deadline | undefined): Promise<Lookup> {
    const { promise, resolve } = Promise.withResolvers<Lookup>()
    const settle = (found: Lookup): void => {
      stop()
      resolve(found)
    }
    let stop = (): void => {}
    this.#waiting.add(settle)
    const giveUp = (): void => this.#leave(settle)
    if (deadline) stop = deadline.onExpire(giveUp)
    else {
      const limit = this.#asked.clock.after(defaultLimitMs, giveUp)
      stop = () => limit.cancel()
    }
    if (this.#waiting.has(settle)) this.#queryAgain()
    return promise
  }

  #leave(settle: (found: Lookup) => void): void {
    if (!this.#waiting.delete(settle)) return
    settle({ code: 'ETIMEOUT' })
    if (this.#waiting.size === 0) this.#finish({ code: 'ETIMEOUT' })
  }

  /** Begins the repetitions again, with a query that is not older than the first repetition would be. */
  #queryAgain(): void {
    const { clock, options } = this.#asked
    this.#timer?.cancel()
    this.#sentBefore = this.#sent
    const waitMs = options.waitMs - (clock.monotonicMs() - this.#lastSentMs)
    if (this.#sent === 0) this.#queryNext()
    else if (waitMs <= 0) this.#repeat()
    else this.#timer = clock.after(waitMs, this.#repeat)
  }

  readonly #repeat = (): void => this.#asked.repetitions.enter(this, this.#queryNext)

  readonly #queryNext = (): void => {
    const { clock, servers, question, options, repetitions } = this.#asked
    this.#timer?.cancel()
    const server = servers[this.#sent % servers.length]
    if (!server) return this.#finish({ code: 'ENOSERVER' })
    const waitMs = options.waitMs * 2 ** Math.floor((this.#sent - this.#sentBefore) / servers.length)
    this.#sent += 1
    this.#lastSentMs = clock.monotonicMs()
    if (this.#mayQuery()) this.#timer = clock.after(Math.min(waitMs, maxWaitMs), this.#repeat)
    else repetitions.leave(this)
    this.#listen(server, (take) => server.sendQuery(question, take))
  }

  #listen(server: Server, sendQuery: (take: (answer: NameAnswer) => void) => () => void): void {
    const forget = sendQuery((answer) => {
      this.#open.delete(forget)
      this.#take(answer, server)
    })
    this.#open.set(forget, server)
    const [oldest] = this.#open.size > maxPending ? this.#open.keys() : []
    if (oldest === undefined) return
    oldest()
    this.#open.delete(oldest)
  }

  #mayQuery(): boolean {
    const { servers, options } = this.#asked
    return this.#sent - this.#sentBefore < servers.length * options.attempts
  }

  #take(answer: NameAnswer, server: Server): void {
    if (this.#isOver) return
    if (isReply(answer)) this.#asked.repetitions.answered()
    if (this.#isOver) return
    if ('isTruncated' in answer)
      return this.#listen(server, (take) => queryNameByTcp(server.address, this.#asked.question, take))
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
      if (silent !== answering) silent.avoidedUntil = this.#asked.clock.monotonicMs() + avoidedMs
  }

  #finish(found: Lookup): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#onEnd()
    this.#asked.repetitions.leave(this)
    this.#timer?.cancel()
    for (const forget of this.#open.keys()) forget()
    for (const settle of this.#waiting) settle(found)
    this.#waiting.clear()
  }
}
