import { Fault } from '#kernel'
import type { Clock, Log } from '#kernel'
import { sessionIdleMs } from '#management'
import { apiKeysChannel, findEndedAccess } from '#storage'
import type { Access, Database } from '#storage'

/** A stream that is open, and with what it was opened. */
export interface OpenStream extends Access {
  /** The person, or the service key. */
  readonly caller: string
  readonly end: () => void
}

const streamsOfAccount = 200
/** A person may have many tabs; nobody takes the streams of everybody else. */
const streamsOfCaller = 20
/** Changes of this long are looked at together. */
const gatherMs = 100
const retryMs = 1_000

/** The streams of this process. Each ends when the key, the session or the membership ends that it was opened with. */
export class OpenStreams {
  readonly #db: Database
  readonly #clock: Clock
  readonly #log: Log
  readonly #streams = new Set<OpenStream>()
  readonly #stopping = new AbortController()
  #isCheckDue = false
  #listening: Promise<() => Promise<void>> | undefined

  constructor(db: Database, clock: Clock, log: Log) {
    this.#db = db
    this.#clock = clock
    this.#log = log
  }

  /** Throws EVENT_STREAMS_FULL and CALLER_STREAMS_FULL. */
  assertRoom({ accountId, caller }: Pick<OpenStream, 'accountId' | 'caller'>): void {
    const ofAccount = [...this.#streams].filter((stream) => stream.accountId === accountId)
    if (ofAccount.filter((stream) => stream.caller === caller).length >= streamsOfCaller)
      throw new Fault('CALLER_STREAMS_FULL', { values: { max: streamsOfCaller } })
    if (ofAccount.length >= streamsOfAccount)
      throw new Fault('EVENT_STREAMS_FULL', { values: { max: streamsOfAccount } })
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
    const end = await this.#listening?.catch(() => null)
    await end?.()
  }

  async #check(waitMs = gatherMs): Promise<void> {
    if (this.#isCheckDue || this.#streams.size === 0) return
    this.#isCheckDue = true
    await this.#clock.sleep(waitMs, this.#stopping.signal)
    this.#isCheckDue = false
    if (this.#stopping.signal.aborted) return
    const streams = [...this.#streams]
    const now = new Date(this.#clock.now())
    const limits = { now, idleSince: new Date(now.getTime() - sessionIdleMs) }
    const ended = await findEndedAccess(this.#db, streams, limits).catch((error: unknown) => {
      this.#log.warn({ error: String(error) }, 'Finding ended keys and sessions failed')
      return null
    })
    if (ended === null) return this.#check(retryMs)
    for (const index of ended) streams[index]?.end()
  }
}
