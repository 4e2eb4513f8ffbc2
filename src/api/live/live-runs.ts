import type { Clock, Log, Timer } from '#kernel'
import { findLiveSessions, liveRunsChannel, unwatchLiveRun, watchLiveRuns } from '#storage/runs'
import type { LiveRunKey } from '#storage/runs'
import type { Store } from '#storage/database'
import { FollowedRun } from './followed-run.ts'
import type { LiveMessage } from './live-messages.ts'

/** A notification can be lost, so everything is also read this often. */
const pollMs = 2_000
/** A process that dies leaves its live runs watched for this long. */
const watchMs = 60_000
const renewMs = 20_000
/** A client that lost its connection is back sooner. */
const graceMs = 15_000

const nameOf = ({ accountId, suiteId }: LiveRunKey): string => `${accountId}/${suiteId}`

/** The live runs that clients of this process follow. */
export class LiveRuns {
  readonly #store: Store
  readonly #clock: Clock
  readonly #log: Log
  readonly #followed = new Set<FollowedRun>()
  readonly #waiting = new Set<FollowedRun>()
  /** Those whose client has lost its connection, by the id that the client chose. */
  readonly #left = new Map<string, FollowedRun>()
  #reading: Promise<void> | undefined
  #listening: Promise<() => Promise<void>> | undefined
  #timers: readonly Timer[] = []

  constructor(store: Store, clock: Clock, log: Log) {
    this.#store = store
    this.#clock = clock
    this.#log = log
  }

  /**
   * Sends what happened in a live run so far, and what happens from now on, until the returned function is called. Resolves
   * when nothing will be missed any more.
   */
  async follow(key: LiveRunKey, send: (message: LiveMessage) => void): Promise<() => Promise<void>> {
    const name = nameOf(key)
    const run = new FollowedRun(key, send, this.#left.get(name))
    this.#left.delete(name)
    this.#followed.add(run)
    await Promise.all([this.#listen(), this.#watch([run])])
    this.#read([run])
    return () => this.#unfollow(run)
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) timer.cancel()
    const end = await this.#listening?.catch(() => null)
    await this.#reading
    await end?.()
  }

  async #listen(): Promise<void> {
    if (this.#timers.length === 0)
      this.#timers = [
        this.#clock.every(pollMs, () => this.#read([...this.#followed])),
        this.#clock.every(renewMs, () => void this.#watch([...this.#followed])),
      ]
    this.#listening ??= this.#store.db.listen(liveRunsChannel, (id) => this.#receive(id))
    await this.#listening.catch((error: unknown) => {
      this.#listening = undefined
      this.#log.warn({ error: String(error) }, 'Listening for results of test sessions failed')
    })
  }

  /** Without an id anything may have been missed. */
  #receive(id: string | undefined): void {
    const isConcerned = ({ session, key }: FollowedRun) =>
      id === undefined || session?.sessionId === id || key.suiteId === id
    this.#read([...this.#followed].filter(isConcerned))
  }

  async #watch(runs: readonly FollowedRun[]): Promise<void> {
    if (runs.length === 0) return
    const nowMs = this.#clock.now()
    const times = { until: new Date(nowMs + watchMs), now: new Date(nowMs) }
    await watchLiveRuns(
      this.#store.db,
      runs.map(({ key }) => key),
      times,
    ).catch((error: unknown) => this.#log.warn({ error: String(error) }, 'Following test sessions failed'))
  }

  async #unfollow(run: FollowedRun): Promise<void> {
    this.#followed.delete(run)
    this.#waiting.delete(run)
    this.#remember(run)
    if ([...this.#followed].some(({ key }) => key.suiteId === run.key.suiteId)) return
    await unwatchLiveRun(this.#store.db, run.key, new Date(this.#clock.now() + graceMs)).catch(() => null)
  }

  #remember(run: FollowedRun): void {
    const name = nameOf(run.key)
    this.#left.set(name, run)
    const forget = () => this.#left.get(name) === run && this.#left.delete(name)
    this.#clock.after(graceMs, forget).unref()
  }

  /** Whatever is announced while one is read is read again. */
  #read(runs: readonly FollowedRun[]): void {
    for (const run of runs) if (!run.isOver) this.#waiting.add(run)
    this.#reading ??= this.#readWaiting().finally(() => (this.#reading = undefined))
  }

  async #readWaiting(): Promise<void> {
    while (this.#waiting.size > 0) {
      const runs = [...this.#waiting]
      this.#waiting.clear()
      await this.#readAll(runs).catch((error: unknown) =>
        this.#log.warn({ error: String(error) }, 'Reading results of test sessions failed'),
      )
    }
  }

  async #readAll(runs: readonly FollowedRun[]): Promise<void> {
    const unknown = runs.filter(({ session }) => session === null)
    const keys = unknown.map(({ key }) => key)
    const found = keys.length === 0 ? [] : await findLiveSessions(this.#store.db, keys)
    const sessions = new Map(found.map((session) => [nameOf(session), session]))
    for (const run of unknown) run.session = sessions.get(nameOf(run.key)) ?? null
    for (const run of runs) if (this.#followed.has(run)) await run.read(this.#store)
  }
}
