import type { FastifyRequest } from 'fastify'
import { Fault, invariant } from '#kernel'
import type { Clock, Log, Timer } from '#kernel'
import { sessionIdleMs } from '#management'
import { apiKeysChannel, findAccessInForce } from '#storage/accounts'
import type { Access } from '#storage/accounts'
import type { Database } from '#storage/database'

/** A stream that is open, and with what it was opened. */
export interface OpenStream extends Access {
  /** The person, or the service key. */
  readonly caller: string
  readonly end: () => void
}

/** With what an admitted request opens its stream. */
export function accessOf({ caller }: FastifyRequest): Omit<OpenStream, 'end'> {
  const accountId = caller?.chosen?.accountId
  invariant(caller && accountId !== undefined, 'the admission check chose an account')
  return { accountId, credentialId: caller.keyId, caller: caller.userId ?? caller.keyId }
}

/** How many streams there may be at once, of an account and of one caller in it. */
interface StreamLimits {
  readonly ofAccount: number
  readonly ofCaller: number
}

/** A person may have many tabs; nobody takes the streams of everybody else. */
const tabs: StreamLimits = { ofAccount: 200, ofCaller: 20 }
/** Changes of this long are looked at together. */
const gatherMs = 100
const retryMs = 1_000
/** A stream ends then, and its reader opens another. */
export const streamLifeMs = 5 * 60_000

/**
 * The streams of this process. Each ends when the key, the session or the membership ends that it was opened with, also when
 * the session only expires.
 */
export class OpenStreams {
  readonly #db: Database
  readonly #clock: Clock
  readonly #log: Log
  readonly #limits: StreamLimits
  readonly #streams = new Set<OpenStream>()
  readonly #stopping = new AbortController()
  #isCheckDue = false
  #expiry: Timer | undefined
  #listening: Promise<() => Promise<void>> | undefined

  constructor(db: Database, clock: Clock, log: Log, limits = tabs) {
    this.#db = db
    this.#clock = clock
    this.#log = log
    this.#limits = limits
  }

  /** Throws EVENT_STREAMS_FULL and CALLER_STREAMS_FULL. */
  assertRoom({ accountId, caller }: Pick<OpenStream, 'accountId' | 'caller'>): void {
    const { ofCaller: mostOfCaller, ofAccount: mostOfAccount } = this.#limits
    const ofAccount = [...this.#streams].filter((stream) => stream.accountId === accountId)
    if (ofAccount.filter((stream) => stream.caller === caller).length >= mostOfCaller)
      throw new Fault('CALLER_STREAMS_FULL', { values: { max: mostOfCaller } })
    if (ofAccount.length >= mostOfAccount) throw new Fault('EVENT_STREAMS_FULL', { values: { max: mostOfAccount } })
  }

  /** Keeps a stream until the returned function is called. Resolves when it would end with its access. */
  async add(stream: OpenStream): Promise<() => void> {
    this.#streams.add(stream)
    this.#listening ??= this.#db.listen(apiKeysChannel, () => void this.#check())
    await this.#listening.catch((error: unknown) => {
      this.#listening = undefined
      this.#log.warn({ error: String(error) }, 'Listening for ended keys and sessions failed')
    })
    // What ended between its admission and now.
    void this.#check()
    return () => this.#streams.delete(stream)
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    this.#expiry?.cancel()
    const end = await this.#listening?.catch(() => null)
    await end?.()
  }

  async #check(waitMs = gatherMs): Promise<void> {
    if (this.#isCheckDue || this.#streams.size === 0) return
    this.#isCheckDue = true
    if (waitMs > 0) await this.#clock.sleep(waitMs, this.#stopping.signal)
    this.#isCheckDue = false
    if (this.#stopping.signal.aborted) return
    const streams = [...this.#streams]
    const now = new Date(this.#clock.now())
    const found = await findAccessInForce(this.#db, streams, { now, idleMs: sessionIdleMs }).catch((error: unknown) => {
      this.#log.warn({ error: String(error) }, 'Finding ended keys and sessions failed')
      return null
    })
    if (found === null) return this.#check(retryMs)
    const inForce = new Set(found.map(({ index }) => index))
    for (const [index, stream] of streams.entries()) if (!inForce.has(index)) stream.end()
    this.#checkAt(Math.min(...found.map(({ endsAt }) => endsAt?.getTime() ?? Infinity)))
  }

  /** Whatever expires later than any stream lives is looked at when others are opened. */
  #checkAt(endMs: number): void {
    this.#expiry?.cancel()
    const waitMs = Math.max(1, endMs - this.#clock.now())
    this.#expiry = waitMs > streamLifeMs ? undefined : this.#clock.after(waitMs, () => void this.#check(0)).unref()
  }
}
