import { expect, test } from 'vitest'
import { hourMs, minuteMs, randomId } from '#kernel'
import { saveRollupProgress } from '#storage/analytics'
import { useDatabase } from '../../tests/support/database.ts'
import { TestService } from '../../tests/support/test-service.ts'
import { findMetrics } from './find-metrics.ts'
import { rollUpResults } from './roll-up-results.ts'

const database = useDatabase()

test('what was measured before results kept it themselves is answered for, before and after it is rolled up', async () => {
  const service = new TestService(database.db())
  const { accountId } = await service.account()
  const checkId = randomId()
  const nowMs = service.clock.now()
  const startMs = nowMs - 50 * hourMs
  for (let bucketMs = startMs; bucketMs < nowMs; bucketMs += 300_000)
    await database.db().query(
      `insert into check_measurements (account_id, check_id, bucket, location, status_code, outcome, result_type, size, at,
         retries, metric_1, metric_2)
       values ($1, $2, $3, 'eu-west-1', 200, 'passed', 'FINAL', 2, array[$3::timestamptz, $3::timestamptz + interval '2 minutes'],
         '{0,1}', '{10,30}', '{null,4}')`,
      [accountId, checkId, new Date(bucketMs)],
    )
  await saveRollupProgress(database.db(), 'hour', startMs)
  const query = { accountId, checkIds: [checkId, randomId()], positions: [1, 2, 3], groupBy: null, status: null }
  const spans = [
    { spanIndex: 0, fromMs: nowMs - 20 * hourMs, toMs: nowMs },
    { spanIndex: 1, fromMs: startMs + minuteMs, toMs: nowMs },
  ]
  const ask = async () => {
    const groups = await findMetrics(service.store, query, spans)
    return groups
      .toSorted((a, b) => a.spanIndex - b.spanIndex)
      .map(({ counts, metrics }) => [
        [counts.results, counts.retries],
        ...query.positions.map((position) => {
          const metric = metrics.get(position)
          return metric && metric.size > 0 ? [metric.size, metric.total] : null
        }),
      ])
  }
  const expected = [
    [[480, 240], [480, 9600], [240, 960], null],
    [[1199, 600], [1199, 23_990], [600, 2400], null],
  ]
  expect(await ask()).toEqual(expected)
  for (let isMore = true; isMore;) isMore = await rollUpResults(service.store, nowMs + hourMs)
  expect(await ask()).toEqual(expected)
  const days = await database.db().rows(`select 1 from check_rollups where minutes = 1440`)
  expect(days).toHaveLength(2 * 2)
})
