import { rollUpResults } from '#analytics'
import { firstIdAt, hourMs, minuteMs, timeOrderedId } from '#kernel'
import { preparePartitions } from '#storage/database'
import { insertCheckResults } from '#storage/runs'
import type { Database } from '#storage/database'
import type { CheckResultFilter, NewCheckResult } from '#storage/runs'
import { checkResultRow } from './check-result-row.ts'
import { seededRandom } from './seeded-random.ts'
import { TestService } from './test-service.ts'
import { emptyTables } from './empty-tables.ts'

const regions = ['eu-west-1', 'us-east-1', 'ap-south-1']
const historyHours = 9

/** What resembles that of the run before, as most do. */
const similarDetail = (responseTimeMs: number, served: number): NewCheckResult['detail'] => ({
  tcpCheckResult: { request: { hostname: 'db.example', port: 5432, data: 'ü€😀'.repeat(20) }, served, responseTimeMs },
  reasons: [],
  jobLog: { setup: [], request: [`Connected after ${responseTimeMs} ms`, 'Closed by the other end'], teardown: [] },
})

/** Checks with hours of random results behind them, all of them kept and rolled up as far as they can be. */
export class ResultHistory {
  readonly service: TestService
  readonly checkIds: string[] = []
  readonly results: NewCheckResult[] = []
  accountId = ''
  key = ''
  readonly #random: () => number

  constructor(service: TestService, seed: number) {
    this.service = service
    this.#random = seededRandom(seed)
  }

  get nowMs(): number {
    return this.service.clock.now()
  }

  pick<T>(values: readonly T[]): T {
    const value = values[Math.floor(this.#random() * values.length)]
    if (value === undefined) throw new Error('There is nothing to pick from')
    return value
  }

  chance = (share: number): boolean => this.#random() < share
  below = (limit: number): number => Math.floor(this.#random() * limit)

  async create(): Promise<void> {
    const account = await this.service.account()
    this.accountId = account.accountId
    this.key = account.key
    for (const [locations, runParallel] of [
      [['eu-west-1'], false],
      [regions, true],
      [regions, false],
    ] as const)
      this.checkIds.push(await this.service.check(this.accountId, { locations, runParallel, frequency: 1 }))
    for (const [index, checkId] of this.checkIds.entries())
      for (let atMs = this.nowMs - historyHours * hourMs; atMs < this.nowMs - 2 * minuteMs;) {
        this.#run(checkId, index === 1 ? regions : [this.pick(index === 0 ? ['eu-west-1'] : regions)], atMs)
        atMs += 1 + this.below(6 * minuteMs)
      }
    for (let from = 0; from < this.results.length; from += 100)
      await insertCheckResults(this.service.db, this.results.slice(from, from + 100))
    await this.rollUp()
  }

  async rollUp(): Promise<void> {
    for (let isMore = true; isMore;) isMore = await rollUpResults(this.service.store, this.nowMs)
  }

  #run(checkId: string, locations: readonly string[], atMs: number): void {
    const sessionId = timeOrderedId(atMs - this.below(2_000))
    const isImplied = locations.length === 1 && this.chance(0.9)
    const runSource = this.chance(0.05) ? 'TRIGGER_API' : 'SCHEDULER'
    for (const location of locations) {
      const first = this.#result(checkId, { atMs, location, runSource })
      const id = isImplied ? sessionId : timeOrderedId(atMs + this.below(50))
      const key = { id, sessionId, sequenceId: id }
      if (this.chance(0.05)) {
        this.results.push({ ...first, ...key, resultType: 'ATTEMPT', outcome: 'failed', measured: null })
        this.results.push({ ...first, ...key, id: timeOrderedId(atMs + 20_000), attempt: 2 })
      } else this.results.push({ ...first, ...key })
    }
  }

  #result(
    checkId: string,
    { atMs, location, runSource }: { atMs: number; location: string; runSource: NewCheckResult['runSource'] },
  ): NewCheckResult {
    const outcome = this.pick([
      'passed',
      'passed',
      'passed',
      'passed',
      'passed',
      'passed',
      'degraded',
      'failed',
    ] as const)
    const [wait, took] = [this.below(500), this.below(3_000)]
    const stored = this.chance(0.02) ? atMs + this.below(3 * hourMs) : atMs + wait + took + this.below(200)
    const responseTimeMs = this.pick([took, took + 0.125, took / 3, 0])
    const shown = this.pick(['plain', 'lines\nand\ttabs', 'ü€😀', '"{}[]', 'x'.repeat(this.below(4_000)), '\u2028'])
    return checkResultRow({ accountId: this.accountId, checkId }, atMs, {
      location,
      runSource,
      outcome,
      checkName: this.pick(['database', 'database', 'renamed "database"']),
      responseTimeMs,
      statusCode: this.pick([null, null, 200, 404]),
      error: outcome === 'failed' ? 'It did not connect' : null,
      scheduledFor: new Date(atMs - this.below(100)),
      startedAt: new Date(atMs + wait),
      stoppedAt: new Date(atMs + wait + took),
      createdAt: new Date(Math.min(stored, this.nowMs - minuteMs)),
      detail: this.pick([
        { tcpCheckResult: { response: { shown, number: responseTimeMs, nothing: null } }, reasons: [] },
        similarDetail(responseTimeMs, this.below(1_000_000)),
      ]),
      measured: this.chance(0.02) ? null : [responseTimeMs, this.pick([1.5, null]), took, 0.1],
      isCancelled: this.chance(0.02),
    })
  }

  randomFilter(): CheckResultFilter {
    const id = (): string | null =>
      this.chance(0.5)
        ? null
        : this.pick([this.pick(this.results).id, firstIdAt(this.nowMs - this.below(historyHours * hourMs))])
    return {
      accountId: this.accountId,
      checkId: this.pick(this.checkIds),
      fromId: id(),
      beforeId: id(),
      queues: this.pick([null, null, ['eu-west-1'], ['us-east-1', 'ap-south-1'], ['nowhere']]),
      checkType: this.pick([null, null, 'TCP', 'URL']),
      hasFailures: this.pick([null, null, true, false]),
      resultType: this.pick([null, 'FINAL', 'FINAL', 'ATTEMPT'] as const),
    }
  }
}

/**
 * A history in a database that has no results. Those of hours without a partition are strays, which are packed one by
 * one: one seed in three has only these, another some of them.
 */
export async function aResultHistory(db: Database, seed: number): Promise<ResultHistory> {
  await emptyTables(db, 'accounts', 'check_results', 'result_packs', 'rollup_progress', 'check_hours')
  await db.rows(`update packing_progress set before_id = $1, account_id = null`, [firstIdAt(0)])
  const history = new ResultHistory(new TestService(db), seed)
  history.service.clock.advance((seed % 7) * 7 * hourMs + history.below(hourMs))
  const partitionHours = [historyHours, 6, 0][seed % 3] ?? 0
  if (partitionHours > 0)
    await db.transaction((tx) => preparePartitions(tx, history.nowMs - partitionHours * hourMs, 1))
  await history.create()
  return history
}

export interface StoredSizes {
  readonly rows: number
  /** Of these, those that may still be packed. */
  readonly recent: number
  readonly packed: number
}

export async function storedSizes(db: Database): Promise<StoredSizes> {
  const [row] = await db.rows<{ [K in keyof StoredSizes]: StoredSizes[K] }>(
    `select (select count(*) from check_results)::int as rows, (select count(*) from recent_results)::int as recent,
       (select coalesce(sum(size), 0) from result_packs)::int as packed`,
  )
  return row ?? { rows: 0, recent: 0, packed: 0 }
}
