import type { CheckDefinition } from '#contract'
import type { TestClock } from '#kernel'
import { createMaintenanceWindow, deleteMaintenanceWindow } from '#management'
import type { Store } from '#storage/database'

interface OpenWindow {
  readonly id: number
  readonly fromMs: number
  readonly untilMs: number
  readonly tags: readonly string[]
  readonly silenceTags: readonly string[]
}

/** Sessions and alerts by id, with the check they belong to. */
type Made = ReadonlyMap<string, { readonly kind: 'run' | 'alert'; readonly checkId: string }>

const oftenMs = 90_000

/** Opens and closes maintenance windows and knows by itself, from their times alone, which checks they cover. */
export class MaintenanceWitness {
  readonly #store: Store
  readonly #clock: TestClock
  readonly #random: () => number
  readonly #windows: OpenWindow[] = []
  #accountId = ''
  /** How often a window covered a check that could have run or alerted. */
  covered = 0

  constructor(store: Store, clock: TestClock, random: () => number) {
    this.#store = store
    this.#clock = clock
    this.#random = random
  }

  async open(accountId: string): Promise<void> {
    this.#accountId = accountId
    const nowMs = this.#clock.now()
    const fromMs = nowMs + Math.floor((this.#random() - 0.3) * oftenMs)
    const untilMs = fromMs + 1000 + Math.floor(this.#random() * 2 * oftenMs)
    const tags = this.#random() < 0.3 ? ['tag 1'] : []
    const silenceTags = ['tag 2', ...(this.#random() < 0.5 ? ['tag 1'] : [])]
    const { id } = await createMaintenanceWindow(this.#store, this.#caller(), {
      name: 'Window',
      startsAt: new Date(fromMs).toISOString(),
      endsAt: new Date(untilMs).toISOString(),
      tags,
      silenceAlertsTags: silenceTags,
    })
    this.#windows.push({ id, fromMs, untilMs, tags, silenceTags })
  }

  /** Deletes a window, under way or not. */
  async close(): Promise<void> {
    const [window] = this.#windows.splice(Math.floor(this.#random() * this.#windows.length), 1)
    if (window) await deleteMaintenanceWindow(this.#store, this.#caller(), window.id)
  }

  #caller() {
    return { accountId: this.#accountId, role: 'OWNER', nowMs: this.#clock.now() } as const
  }

  /**
   * Does something that may run or alert checks. Answers what it made of them in this moment although a maintenance window
   * pauses or silences them.
   */
  async forbiddenBy(work: () => Promise<unknown>, checks: readonly CheckDefinition[]): Promise<string[]> {
    const nowMs = this.#clock.now()
    const acting = this.#windows.filter(({ fromMs, untilMs }) => fromMs <= nowMs && nowMs < untilMs)
    if (acting.length === 0) {
      await work()
      return []
    }
    const before = await this.#madeNow()
    await work()
    const made = [...(await this.#madeNow())].filter(([id]) => !before.has(id)).map(([, item]) => item)
    const covers = (kind: 'run' | 'alert', checkTags: readonly string[]): boolean =>
      acting.some(({ tags, silenceTags }) =>
        (kind === 'run' ? tags : silenceTags).some((tag) => checkTags.includes(tag)),
      )
    this.covered += checks.filter(({ tags }) => covers('alert', tags)).length
    return checks.flatMap(({ id, name, tags }) =>
      made
        .filter(({ kind, checkId }) => checkId === id && covers(kind, tags))
        .map(({ kind }) => `${kind} of ${name} inside a maintenance window`),
    )
  }

  /** What carries the time of now. */
  async #madeNow(): Promise<Made> {
    const now = new Date(this.#clock.now())
    const rows = await this.#store.db.namedRows<{ id: string; kind: 'run' | 'alert'; checkId: string }>(
      'made-now',
      `select id, 'run' as kind, check_id from check_sessions where started_at = $1 and run_source = 'SCHEDULER'
       union all select distinct session_id, 'run', check_id from run_tasks where sequence_started_at = $1 and run_source = 'SCHEDULER'
       union all select id, 'alert', check_id from check_alerts where created_at = $1
       union all select id, 'alert', check_id from notifications where created_at = $1 and status <> 'SILENCED'`,
      [now],
    )
    return new Map(rows.map((row) => [row.id, { kind: row.kind, checkId: row.checkId }]))
  }
}
