import { cancelTestSession, startTestSession } from '#runs'
import type { TestClock } from '#kernel'
import type { TestSessionView } from '#reporting'
import { getTestSession } from '#reporting'
import type { Store } from '#storage/database'

/** Starts and cancels test sessions, and knows what must be true of them whatever happened to their runs. */
export class TestSessionWitness {
  readonly #store: Store
  readonly #clock: TestClock
  readonly #random: () => number
  readonly #ids: string[] = []
  #accountId = ''

  constructor(store: Store, clock: TestClock, random: () => number) {
    this.#store = store
    this.#clock = clock
    this.#random = random
  }

  get started(): number {
    return this.#ids.length
  }

  async start(accountId: string, checkIds: readonly string[], runLocation: string): Promise<void> {
    this.#accountId = accountId
    const caller = { accountId, userId: null, nowMs: this.#clock.now() }
    const { session } = await startTestSession(this.#store, caller, {
      name: 'Simulation',
      runLocation,
      target: { checkId: [...checkIds], allowDeactivated: true },
      ...(this.#random() < 0.5 && { retryStrategy: { type: 'FIXED', baseBackoffSeconds: 3, maxRetries: 2 } }),
    })
    this.#ids.push(session.id)
  }

  /** Cancels a session or one of its runs, whatever state it is in. */
  async cancel(): Promise<void> {
    const id = this.#ids[Math.floor(this.#random() * this.#ids.length)]
    if (id === undefined) return
    const [first] = (await getTestSession(this.#store, this.#caller(), id)).results
    const sequenceIds = first && this.#random() < 0.5 ? [first.sequenceId] : null
    await cancelTestSession(this.#store, this.#caller(), { id, sequenceIds })
  }

  #caller() {
    return { accountId: this.#accountId, role: 'OWNER', nowMs: this.#clock.now() } as const
  }

  /** What of the sessions does not fit together. */
  async problems(): Promise<string[]> {
    const views = await Promise.all(this.#ids.map((id) => getTestSession(this.#store, this.#caller(), id)))
    const waiting = await this.#store.db.rows<{ sequenceId: string }>(
      `select sequence_id from run_tasks where run_source = 'TEST_RECORD'`,
    )
    const strays = await this.#store.db.rows(
      `select id from check_results where run_source = 'TEST_RECORD'
       union all select id from check_sessions where run_source = 'TEST_RECORD'`,
    )
    const tasks = new Set(waiting.map((row) => row.sequenceId))
    return [
      ...views.flatMap((view) => problemsOf(view, tasks)),
      ...strays.map(() => 'a test run among those of checks'),
    ]
  }
}

function problemsOf({ session, results }: TestSessionView, tasks: ReadonlySet<string>): string[] {
  const runs = results.filter((result) => result.resultType !== 'ATTEMPT')
  const pending = runs.filter((result) => result.resultType === 'PENDING')
  const statuses = runs.map((result) => result.status)
  const worst = (['RUNNING', 'CANCELLED', 'FAILED'] as const).find((status) => statuses.includes(status)) ?? 'PASSED'
  const facts: [boolean, string][] = [
    [pending.every((result) => tasks.has(result.sequenceId)), 'has a run that never ends'],
    [runs.every((run) => run.resultType === 'PENDING' || !tasks.has(run.sequenceId)), 'runs on after its end'],
    [session.running === pending.length, `counts ${session.running} runs of ${pending.length}`],
    [session.status === worst, `is ${session.status} and not ${worst}`],
    [(session.stoppedAt === null) === (session.status === 'RUNNING'), 'has an end that does not fit its status'],
    [new Set(runs.map((run) => run.checkId)).size === runs.length, 'has two results of one check'],
    [results.every((result) => result.location === session.queue), 'ran somewhere else'],
  ]
  return facts.flatMap(([holds, problem]) => (holds ? [] : [`test session ${session.id} ${problem}`]))
}
