import { beforeAll, describe, expect, test } from 'vitest'
import { dayMs, hourMs, minuteMs, timeOrderedId } from '#kernel'
import { listAnalyticsChecks, saveResultsKeptFrom } from '#storage/analytics'
import { insertCheckResults } from '#storage/runs'
import type { Span } from '#storage/analytics'
import type { NewCheckResult } from '#storage/runs'
import { checkResultRow } from '../../tests/support/check-result-row.ts'
import { useDatabase } from '../../tests/support/database.ts'
import { seededRandom } from '../../tests/support/seeded-random.ts'
import { TestService } from '../../tests/support/test-service.ts'
import { findMainMetrics } from './find-main-metrics.ts'
import type { MainMetric } from './main-metric-totals.ts'
import { rollUpResults } from './roll-up-results.ts'

const database = useDatabase()

let service: TestService
let accountId: string
let checkIds: string[]
let nowMs: number
let results: NewCheckResult[]

/** The main metric of an ICMP check is its fourth, that of others the first. */
const mainOf = ({ checkId: id, measured }: NewCheckResult): number | null =>
  measured?.[id === checkIds[0] ? 3 : 0] ?? null

function randomResult(random: () => number, checkId: string, atMs: number): NewCheckResult {
  const at = Math.floor(atMs + random() * minuteMs)
  const thousandths = Math.round(Math.exp(random() * 9) * 1000) / 1000
  // Some quarters of hours hold values that are no whole thousandths.
  const value = Math.floor(at / (45 * minuteMs)) % 7 === 0 ? thousandths * Math.PI : thousandths
  const isFailed = random() < 0.1
  return checkResultRow({ accountId, checkId }, at, {
    id: timeOrderedId(at - Math.floor(random() * 90) * minuteMs),
    outcome: isFailed ? 'failed' : random() < 0.1 ? 'degraded' : 'passed',
    hasErrors: random() < 0.05,
    resultType: random() < 0.05 ? 'ATTEMPT' : 'FINAL',
    measured: Array.from({ length: 5 }, (_, index) => (random() < 0.1 ? null : value + 10 * index)),
  })
}

beforeAll(async () => {
  service = new TestService(database.db())
  accountId = (await service.account()).accountId
  const stranger = (await service.account()).accountId
  checkIds = []
  for (let left = 4; left > 0; left -= 1) checkIds.push(await service.check(accountId))
  await database.db().query(`update checks set check_type = 'ICMP' where id = $1`, [checkIds[0]])
  nowMs = service.clock.now() + 37 * minuteMs + 123
  const random = seededRandom(20)
  results = []
  // The last check has results of the last day only.
  for (let atMs = nowMs - 2.6 * dayMs; atMs < nowMs - 2 * minuteMs; atMs += 5 * minuteMs)
    for (const [index, checkId] of checkIds.entries())
      if (index < 3 || atMs > nowMs - dayMs) results.push(randomResult(random, checkId, atMs))
  const foreign = { ...randomResult(random, await service.check(stranger), nowMs - dayMs), accountId: stranger }
  await insertCheckResults(database.db(), [foreign])
  for (let from = 0; from < results.length; from += 200)
    await insertCheckResults(database.db(), results.slice(from, from + 200))
})

function interpolated(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const rank = share * (sorted.length - 1)
  const below = sorted[Math.floor(rank)] ?? 0
  return below + ((sorted[Math.ceil(rank)] ?? 0) - below) * (rank - Math.floor(rank))
}

function expectedOf(checkId: string, { fromMs, toMs }: Span): MainMetric | undefined {
  const some = results.filter(
    (one) =>
      one.checkId === checkId &&
      one.resultType === 'FINAL' &&
      one.createdAt.getTime() >= fromMs &&
      one.createdAt.getTime() < toMs,
  )
  if (some.length === 0) return undefined
  const values = some.flatMap((one) => mainOf(one) ?? [])
  return {
    results: some.length,
    failures: some.filter((one) => one.hasErrors || one.outcome === 'failed').length,
    size: values.length,
    total: values.reduce((sum, value) => sum + value, 0),
    p95: values.length === 0 ? 0 : interpolated(values, 0.95),
    p99: values.length === 0 ? 0 : interpolated(values, 0.99),
  }
}

const hasWholeDay = ({ fromMs, toMs }: Span): boolean => Math.ceil(fromMs / dayMs) * dayMs + dayMs <= toMs

/** The differences from the results: percentiles of spans with a whole day may be 1 % off, and all that are not made yet. */
async function differences(spans: readonly Span[], areMade = true): Promise<string[]> {
  const checks = await listAnalyticsChecks(database.db(), accountId, { tags: [], activated: null })
  const metricAt = await findMainMetrics(service.store, accountId, checks, spans)
  return checkIds.flatMap((checkId, index) =>
    spans.flatMap((span) => {
      const [actual, expected] = [metricAt(checkId, span.spanIndex), expectedOf(checkId, span)]
      const slack = hasWholeDay(span) || !areMade ? 0.0101 : 1e-9
      const names = ['results', 'failures', 'size', 'total', 'p95', 'p99'] as const
      const wrong = names.filter((name) => {
        const [is, should] = [actual?.[name] ?? Number.NaN, expected?.[name] ?? Number.NaN]
        const allowed =
          { results: 0, failures: 0, size: 0, total: 1e-9, p95: slack, p99: slack }[name] * Math.abs(should)
        return !(Number.isNaN(is) && Number.isNaN(should)) && !(Math.abs(is - should) <= allowed)
      })
      return wrong.map(
        (name) => `${name} of check ${index} in ${span.spanIndex}: ${actual?.[name]} not ${expected?.[name]}`,
      )
    }),
  )
}

const spanOf = (fromMs: number, toMs: number, spanIndex = 0): Span => ({ spanIndex, fromMs, toMs })

async function allDifferences(areMade = true): Promise<string[]> {
  const midnightMs = Math.floor(nowMs / dayMs) * dayMs
  const questions = [
    [spanOf(nowMs - dayMs, nowMs + 1)],
    [spanOf(nowMs - 3 * dayMs, nowMs + 1)],
    [spanOf(midnightMs - 2 * dayMs, midnightMs), spanOf(midnightMs - dayMs, midnightMs, 1)],
    [spanOf(nowMs - 30 * minuteMs - 7, nowMs - 29 * minuteMs)],
    [spanOf(nowMs - 17.77 * minuteMs, nowMs - 7.77 * minuteMs)],
    [spanOf(nowMs - 10 * dayMs, nowMs - 9 * dayMs)],
    [0, 1, 2, 3, 4].map((day) =>
      spanOf(
        Math.max(nowMs - 3.2 * dayMs, midnightMs - (3 - day) * dayMs),
        Math.min(nowMs, midnightMs - (2 - day) * dayMs),
        day,
      ),
    ),
    [0, 1, 2, 3, 4, 5, 6].map((half) =>
      spanOf(nowMs - (7 - half) * 720 * minuteMs, nowMs - (6 - half) * 720 * minuteMs, half),
    ),
  ]
  const wrong: string[] = []
  for (const spans of questions)
    wrong.push(
      ...(await differences(
        spans.filter(({ fromMs, toMs }) => fromMs < toMs),
        areMade,
      )),
    )
  return wrong
}

const rollUp = async (): Promise<void> => {
  for (let isMore = true; isMore;) isMore = await rollUpResults(service.store, nowMs)
}

describe('main metrics of all checks of an account are those of their results', () => {
  test('before anything of it is kept', async () => {
    expect(await allDifferences()).toEqual([])
  })

  test('while it is being kept', async () => {
    const wrong: string[] = []
    for (let [isMore, turn] = [true, 0]; isMore && turn < 60; turn += 1) {
      isMore = await rollUpResults(service.store, nowMs)
      if (turn % 9 === 0) wrong.push(...(await differences([spanOf(nowMs - 3 * dayMs, nowMs + 1)])))
    }
    expect(wrong).toEqual([])
  })

  test('when quarters of hours and days are kept, and what is newer is not', async () => {
    await rollUp()
    expect(await database.db().rows(`select count(*)::int as size from account_days`)).not.toEqual([{ size: 0 }])
    expect(await allDifferences()).toEqual([])
  })

  test('of few checks among many without reading what is kept of all', async () => {
    for (let left = 8; left > 0; left -= 1) await service.check(accountId)
    const all = await listAnalyticsChecks(database.db(), accountId, { tags: [], activated: null })
    const few = all.filter((check) => check.id === checkIds[1])
    const span = spanOf(nowMs - 100 * minuteMs, nowMs + 1)
    await database.db().query('alter table account_quarters rename to away')
    const metricAt = await findMainMetrics(service.store, accountId, few, [span]).finally(() =>
      database.db().query('alter table away rename to account_quarters'),
    )
    expect(few).toHaveLength(1)
    const { total: expectedTotal, ...expected } = expectedOf(few[0]?.id ?? '', span) ?? { total: 0 }
    const { total, ...metric } = metricAt(few[0]?.id ?? '', span.spanIndex) ?? { total: -1 }
    expect(metric).toEqual(expected)
    expect(total).toBeCloseTo(expectedTotal)
  })

  test('after an upgrade of a database that has everything else, before and after they are made', async () => {
    const kept = () =>
      database.db().rows(
        `select account_id, bucket, md5(checks || counts || moments || measured) as bytes from account_quarters
         union all select account_id, bucket, md5(checks || summaries || histograms) from account_days order by 1, 2, 3`,
      )
    const before = await kept()
    await database.db().query('truncate account_quarters, account_days')
    await database.db().query(`delete from rollup_progress where step like 'account%'`)
    expect(await allDifferences(false)).toEqual([])
    await rollUp()
    expect(await allDifferences()).toEqual([])
    expect((await kept()).length).toBe(before.length)
  })

  test('when days are made and quarters are far behind, as while an upgrade catches up', async () => {
    const midnightMs = Math.floor(nowMs / dayMs) * dayMs
    const behind = [new Date(midnightMs - 40 * dayMs)]
    await database.db().query(`update rollup_progress set until = $1 where step = 'account_quarter'`, behind)
    expect(await differences([spanOf(midnightMs - 30 * dayMs - hourMs, midnightMs + 1_800_000)])).toEqual([])
    await database.db().query(`delete from rollup_progress where step = 'account_quarter'`)
    await rollUp()
    expect(await allDifferences()).toEqual([])
  })

  test('when results from before a moment are gone, as far as days and hours tell', async () => {
    const keptMs = Math.floor(nowMs / dayMs) * dayMs - dayMs
    await database.db().query('delete from account_quarters where bucket < $1', [new Date(keptMs)])
    await database.db().query('delete from check_hours where bucket < $1', [new Date(keptMs)])
    await saveResultsKeptFrom(database.db(), keptMs)
    const hours = spanOf(keptMs - dayMs - 5 * hourMs, keptMs + dayMs)
    expect(await differences([spanOf(keptMs - dayMs, nowMs + 1), { ...hours, spanIndex: 1 }])).toEqual([])
  })
})
