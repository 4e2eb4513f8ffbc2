import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hourMs, minuteMs, timeOrderedId } from '#kernel'
import { checkResultRow } from '../../../tests/support/check-result-row.ts'
import { useDatabase } from '../../../tests/support/database.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import { insertCheckResults } from '../runs/check-results.ts'
import type { NewCheckResult } from '../runs/check-results.ts'
import { findAccountQuarters, findRecentAccountResults, keepAccountQuarter } from './account-quarters.ts'
import type { AccountQuarter, PackedHour } from '#packing'
import { metricPositions } from '#packing'
import { findHours, findRecentHours, keepHour } from './hours.ts'

const database = useDatabase()
const startMs = Date.parse('2026-03-02T11:00:00Z')
const hour = { fromMs: startMs, toMs: startMs + hourMs }
const quarter = { fromMs: startMs, toMs: startMs + 15 * minuteMs }

const value = fc.option(
  fc.oneof(
    fc.integer({ min: -1e6, max: 1e6 }).map((thousandths) => thousandths / 1000),
    fc.double({ min: -1e9, max: 1e9, noNaN: true }),
  ),
)
const result = fc.record({
  atMs: fc.integer({ min: 0, max: hourMs - 1 }),
  location: fc.constantFrom('eu-west-1', 'us-east-1'),
  statusCode: fc.constantFrom(null, 200, 503),
  outcome: fc.constantFrom('passed' as const, 'degraded' as const, 'failed' as const),
  attempt: fc.integer({ min: 1, max: 3 }),
  measured: fc.array(value, { minLength: metricPositions.length, maxLength: metricPositions.length }),
})

const textsOf = (items: readonly unknown[]): string[] => items.map((item) => JSON.stringify(item)).toSorted()

/** Everything that hours say about each result. */
const resultsOf = (hours: readonly PackedHour[]): string[] =>
  textsOf(
    hours.flatMap((packed) => {
      const series = packed.series.flatMap((one) => Array.from({ length: one[3] }, () => one))
      return series.map(([location, statusCode, outcome], index) => [
        packed.storedAtMs(index),
        location,
        statusCode,
        outcome,
        packed.retriesOf(index),
        metricPositions.map((position) => packed.valuesOf(position)?.at(index) ?? null),
      ])
    }),
  )

const hourResult = (row: NewCheckResult): unknown => [
  row.createdAt.getTime(),
  row.location,
  row.statusCode ?? 0,
  row.outcome,
  row.attempt - 1,
  row.measured,
]

const quarterResults = (quarters: readonly AccountQuarter[]): string[] =>
  textsOf(
    quarters.flatMap((packed) => {
      const size = packed.checks === null ? 0 : packed.resultsOf(0)
      return Array.from({ length: size }, (_, index) => [
        packed.storedAtMs(index),
        packed.isFailed(index),
        packed.valueOf(index),
      ])
    }),
  )

test('packing results and reading them back gives the same results, kept or not, by the hour and by the quarter', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(result, { minLength: 1, maxLength: 30 }), async (results) => {
      const db = database.db()
      const service = new TestService(db)
      const { accountId } = await service.account()
      const checkId = await service.check(accountId)
      const rows = results.map(({ atMs, ...changes }) =>
        checkResultRow({ accountId, checkId }, startMs + atMs, {
          ...changes,
          id: timeOrderedId(startMs + atMs - minuteMs),
        }),
      )
      await insertCheckResults(db, rows)
      const requested = { accountId, checkIds: [checkId], positions: metricPositions }
      const expected = textsOf(rows.map(hourResult))
      expect(resultsOf(await findRecentHours(db, requested, hour))).toEqual(expected)
      await db.query('delete from check_hours')
      await keepHour(db, hour)
      expect(resultsOf(await findHours(db, requested, [hour]))).toEqual(expected)

      const early = rows.filter((row) => row.createdAt.getTime() < quarter.toMs)
      const main = textsOf(
        early.map((row) => [row.createdAt.getTime(), row.outcome === 'failed', row.measured?.[0] ?? null]),
      )
      expect(quarterResults(await findRecentAccountResults(db, accountId, quarter))).toEqual(main)
      await db.query('delete from account_quarters')
      await keepAccountQuarter(db, quarter)
      expect(quarterResults(await findAccountQuarters(db, accountId, [quarter], [startMs]))).toEqual(main)
    }),
    { numRuns: 12 },
  )
})
