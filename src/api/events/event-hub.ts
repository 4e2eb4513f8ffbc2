import type { CheckChange, CheckEvents, ResourceEvent, ResourceEvents } from '#contract'
import { randomId } from '#kernel'
import type { Clock, Log } from '#kernel'
import { eventsChannel, followEvents, namedIds } from '#storage/accounts'
import type { Database } from '#storage/database'

/** One event as a stream sends it. */
export interface SentEvent {
  /** Of this process; a stream continues behind it. */
  readonly id: string
  readonly sequence: number
  readonly name: keyof CheckEvents | ResourceEvent
  readonly data: string
}

export interface Follower {
  readonly accountId: string
  readonly send: (event: SentEvent) => void
  /** Some events may have been missed, so that everything has to be read again. A stream continues behind this id. */
  readonly reset: (id: string) => void
}

interface Followed {
  readonly followers: Set<Follower>
  readonly waiting: Map<string, CheckChange>
  readonly waitingResources: Map<ResourceEvent, readonly string[] | null>
  recent: SentEvent[]
  /** Behind this event all are among the recent ones. */
  completeBehind: number
  isFlushDue: boolean
  /** Epoch milliseconds: without followers an account is remembered until then. */
  rememberedUntil: number
}

/** Changes of this long are sent as one event. */
const gatherMs = 100
const keptEvents = 200
const rememberedMs = 60_000
const followMs = 60_000
const renewMs = 20_000
const accountIdLength = 36

/**
 * The events of followed accounts, for the streams of this process. Whatever process settles runs announces them through
 * the database, and only for accounts that are followed. The last events are kept, so that a stream can continue.
 */
export class EventHub {
  readonly #db: Database
  readonly #clock: Clock
  readonly #log: Log
  readonly #hubId = randomId().slice(0, 8)
  readonly #accounts = new Map<string, Followed>()
  readonly #stopping = new AbortController()
  #sequence = 0
  #listening: Promise<() => Promise<void>> | undefined

  constructor(db: Database, clock: Clock, log: Log) {
    this.#db = db
    this.#clock = clock
    this.#log = log
  }

  /** Follows an account from behind an event on; a reset says when that is not possible any more. */
  async follow(follower: Follower, lastEventId: string | undefined): Promise<() => void> {
    const account = this.#accountOf(follower.accountId)
    const missed = this.#eventsBehind(account, lastEventId)
    account.followers.add(follower)
    for (const event of missed ?? []) follower.send(event)
    await Promise.all([this.#listening?.catch(() => null), this.#announceFollowing([follower.accountId])])
    // Not before others announce what changes: anyone who reads everything now misses nothing that comes after.
    if (missed === null) follower.reset(this.#idOf(this.#sequence))
    return () => {
      account.followers.delete(follower)
      account.rememberedUntil = this.#clock.now() + rememberedMs
    }
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    const end = await this.#listening?.catch(() => null)
    await end?.()
  }

  #accountOf(accountId: string): Followed {
    if (this.#listening === undefined) {
      this.#listening = this.#db.listen(eventsChannel, (payload) => this.#receive(payload))
      void this.#renewFollowing()
    }
    const known = this.#accounts.get(accountId)
    if (known) return known
    const account: Followed = {
      followers: new Set(),
      waiting: new Map(),
      waitingResources: new Map(),
      recent: [],
      completeBehind: this.#sequence,
      isFlushDue: false,
      rememberedUntil: this.#clock.now() + rememberedMs,
    }
    this.#accounts.set(accountId, account)
    return account
  }

  #idOf(sequence: number): string {
    return `${this.#hubId}.${sequence}`
  }

  #eventsBehind({ recent, completeBehind }: Followed, lastEventId: string | undefined): SentEvent[] | null {
    const last = Number(lastEventId?.split('.')[1])
    const isKnown = lastEventId === this.#idOf(last) && last >= completeBehind && last <= this.#sequence
    return isKnown ? recent.filter(({ sequence }) => sequence > last) : null
  }

  async #announceFollowing(accountIds: readonly string[]): Promise<void> {
    if (accountIds.length === 0) return
    const until = new Date(this.#clock.now() + followMs)
    await followEvents(this.#db, accountIds, until).catch((error: unknown) =>
      this.#log.warn({ error: String(error) }, 'Following the events of accounts failed'),
    )
  }

  async #renewFollowing(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      await this.#clock.sleep(renewMs, signal)
      if (signal.aborted) return
      for (const [id, { followers, rememberedUntil }] of this.#accounts)
        if (followers.size === 0 && rememberedUntil < this.#clock.now()) this.#accounts.delete(id)
      await this.#announceFollowing([...this.#accounts.keys()])
    }
  }

  #receive(payload: string | undefined): void {
    if (payload === undefined) return this.#reset()
    const account = this.#accounts.get(payload.slice(0, accountIdLength))
    if (account === undefined) return
    const { checks, ...resources } = announcedIn(payload.slice(accountIdLength))
    for (const change of checks ?? []) gather(account.waiting, change)
    for (const [event, ids] of entriesOf(resources)) {
      const before = account.waitingResources.get(event)
      account.waitingResources.set(
        event,
        before === null || ids === null ? null : namedIds([...(before ?? []), ...ids]),
      )
    }
    if (account.isFlushDue) return
    account.isFlushDue = true
    void this.#clock.sleep(gatherMs, this.#stopping.signal).then(() => this.#flush(account))
  }

  /** The connection was lost: anything may have been missed. */
  #reset(): void {
    this.#sequence += 1
    for (const account of this.#accounts.values()) {
      account.recent = []
      account.completeBehind = this.#sequence
      for (const follower of account.followers) follower.reset(this.#idOf(this.#sequence))
    }
  }

  #flush(account: Followed): void {
    account.isFlushDue = false
    const checks = [...account.waiting.values()]
    const resources = [...account.waitingResources]
    account.waiting.clear()
    account.waitingResources.clear()
    if (checks.length > 0) this.#send(account, 'checks', checks)
    for (const [event, ids] of resources) this.#send(account, event, ids)
  }

  #send(account: Followed, name: SentEvent['name'], content: unknown): void {
    this.#sequence += 1
    const sequence = this.#sequence
    const event: SentEvent = { id: this.#idOf(sequence), sequence, name, data: JSON.stringify(content) }
    account.completeBehind = account.recent.at(-keptEvents)?.sequence ?? account.completeBehind
    account.recent = [...account.recent.slice(1 - keptEvents), event]
    for (const follower of account.followers) follower.send(event)
  }
}

/** Several changes of a check are one, from before the first. */
function gather(waiting: Map<string, CheckChange>, change: CheckChange): void {
  const { before } = waiting.get(change.id) ?? change
  waiting.set(change.id, { ...change, before })
}

type Announced = Partial<CheckEvents & ResourceEvents>

/** Only this service announces there. */
const announcedIn = (json: string): Announced => JSON.parse(json) as Announced

/** The keys of an object of this type are its events. */
const entriesOf = (resources: Partial<ResourceEvents>): [ResourceEvent, readonly string[] | null][] =>
  Object.entries(resources) as [ResourceEvent, readonly string[] | null][]
