import { privateLocationQueue } from '#contract'
import { noteReturnedAgent, watchLocations } from '#runs'
import { minuteMs, randomId } from '#kernel'
import type { Clock } from '#kernel'
import { findUnobserved } from '#observation'
import { listUnavailableQueues, saveAgent } from '#storage/agents'
import { insertPrivateLocation } from '#storage/checks'
import type { Store } from '#storage/database'

const slugName = 'office'
const capabilities = { checkTypes: ['TCP'], runtimes: [], features: [] }

/** A private location whose agents come and go, with what must hold of it. */
export class AgentWitness {
  readonly slugName = slugName
  readonly #store: Store
  readonly #clock: Clock
  readonly #random: () => number
  #location = { accountId: '', id: '' }
  #isPresent = true
  #changesAt = 0
  #absences = 0
  /** Runs scheduled while nothing may be. */
  #wrong = 0
  /** How often something that may alert was done about checks that nobody ran. */
  #witnessed = 0
  #unknown: string[] = []
  #remindersDue = 0

  constructor(store: Store, clock: Clock, random: () => number) {
    this.#store = store
    this.#clock = clock
    this.#random = random
  }

  get queue(): string {
    return privateLocationQueue(this.#location.accountId, slugName)
  }

  async create(accountId: string): Promise<void> {
    const { db, encryption } = this.#store
    const [id, userId, now] = [randomId(), randomId(), new Date(this.#clock.now())]
    this.#location = { accountId, id }
    const dates = { createdAt: now, updatedAt: null, unservedSince: now, unavailableSince: null }
    const names = { name: 'Office', slugName, icon: 'location', proxyUrl: null }
    await insertPrivateLocation(db, encryption, { accountId, id, ...names, ...dates })
    await db.rows(
      `with person as (insert into users (id, name, email, created_at) values ($2, 'A', $3, $4) returning id)
       insert into memberships (account_id, user_id, role, created_at) select $1, id, 'ADMIN', $4 from person`,
      [accountId, userId, `${userId}@company.com`, now],
    )
    this.#changesAt = this.#clock.now() + 2 * minuteMs
  }

  /** The queues that an agent asks for now: none while all are gone. Each call says that the agent is there. */
  async ask(): Promise<string[]> {
    const nowMs = this.#clock.now()
    if (nowMs >= this.#changesAt) this.#change(nowMs)
    if (!this.#isPresent) return []
    const { accountId, id: locationId } = this.#location
    const agent = { queue: this.queue, id: locationId, accountId, locationId, name: 'a', version: '1.0.0' }
    await saveAgent(this.#store.db, { ...agent, protocol: 1, capabilities, places: 9, running: 0 }, new Date(nowMs))
    await Promise.all([1, 2].map(() => noteReturnedAgent(this.#store, this.#location, nowMs)))
    return [this.queue]
  }

  /** Every other absence lasts longer than the service waits. */
  #change(nowMs: number): void {
    this.#isPresent = !this.#isPresent
    if (!this.#isPresent) this.#absences += 1
    const absence = this.#absences % 2 === 1 ? 12 : 6
    const minutes = (this.#isPresent ? 1 : absence) + 3 * this.#random()
    this.#changesAt = nowMs + minutes * minuteMs
  }

  /** Two at once, as two processes would. */
  async watch(): Promise<void> {
    await Promise.all([1, 2].map(() => watchLocations(this.#store, this.#clock.now())))
  }

  /** Runs what schedules, and counts runs that it adds to the location while it is unavailable. */
  async witness(work: () => Promise<unknown>): Promise<void> {
    const isOpen = await this.#isOpen()
    const before = isOpen ? 0 : await this.#scheduled()
    await work()
    if (!isOpen) this.#wrong += Math.max(0, (await this.#scheduled()) - before)
  }

  /** Does something that runs nothing by itself, and looks whether it alerted or counted checks that nobody runs. */
  async witnessUnobserved(work: () => Promise<unknown>): Promise<void> {
    const ids = [...(await findUnobserved(this.#store.db, this.#location.accountId)).keys()]
    const before = await this.#madeOf(ids)
    await work()
    if (ids.length === 0) return
    this.#witnessed += 1
    const made = (await this.#madeOf(ids)).filter((one) => !before.includes(one))
    this.#unknown.push(...made.map((one) => `${one} of a check that nobody runs`))
  }

  /** The same of what reminds of failures, which it must have been asked to do. */
  async witnessReminders(work: () => Promise<unknown>): Promise<void> {
    const ids = [...(await findUnobserved(this.#store.db, this.#location.accountId)).keys()]
    const due = await this.#store.db.rows(
      'select from check_states where check_id = any($1::uuid[]) and reminder_at <= $2',
      [ids, new Date(this.#clock.now())],
    )
    this.#remindersDue += due.length
    await this.witnessUnobserved(work)
  }

  /** The failures that people were told, and the results, of these checks. */
  async #madeOf(checkIds: readonly string[]): Promise<string[]> {
    if (checkIds.length === 0) return []
    const rows = await this.#store.db.namedRows<{ made: string }>(
      'made-of-checks',
      `select 'notification ' || id as made from notifications
       where check_id = any($1::uuid[]) and silence is null and facts ->> 'alertType' <> 'ALERT_RECOVERY'
       union all select 'alert ' || id from check_alerts
       where check_id = any($1::uuid[]) and alert_type not in ('NO_ALERT', 'ALERT_RECOVERY')
       union all select 'result ' || id from check_results where check_id = any($1::uuid[])`,
      [checkIds],
    )
    return rows.map(({ made }) => made)
  }

  /** How often something could have alerted a check that nobody ran. */
  get chances(): number {
    return this.#witnessed
  }

  /** How often a reminder was due of a check that nobody ran. */
  get remindersDue(): number {
    return this.#remindersDue
  }

  async #isOpen(): Promise<boolean> {
    return (await listUnavailableQueues(this.#store.db, [this.#location.accountId])).length === 0
  }

  async #scheduled(): Promise<number> {
    const rows = await this.#store.db.rows(
      `select from run_tasks where queue = $1 and attempt = 1 and run_source = 'SCHEDULER'`,
      [this.queue],
    )
    return rows.length
  }

  /** How often it became unavailable. */
  async suspensions(): Promise<number> {
    return (await this.#events()).filter(({ event }) => event === 'UNAVAILABLE').length
  }

  /** What should not be: an event twice in a row, an event without its one mail, runs where nothing is scheduled. */
  async problems(): Promise<string[]> {
    const events = await this.#events()
    const states = events.filter(({ event }) => event !== 'RUNS_DROPPED')
    const mailed = states.filter(({ event }) => event !== 'UNASSIGNED')
    return [
      ...this.#unknown,
      ...states.flatMap(({ event }, index) => (states[index - 1]?.event === event ? [`${event} twice`] : [])),
      ...mailed.flatMap(({ event, mails }) => (mails === 1 ? [] : [`${mails} mails about ${event}`])),
      ...(this.#wrong > 0 ? [`${this.#wrong} runs were scheduled while no agent was connected`] : []),
    ]
  }

  /** In the order of writing, which times do not have after the clock went back. */
  #events(): Promise<{ event: string; mails: number }[]> {
    return this.#store.db.rows<{ event: string; mails: number }>(
      `select event.event, (select count(*)::int from private_location_mails mail
         where mail.account_id = event.account_id and mail.event_id = event.id) as mails
       from private_location_events event where account_id = $1 order by event.written`,
      [this.#location.accountId],
    )
  }
}
