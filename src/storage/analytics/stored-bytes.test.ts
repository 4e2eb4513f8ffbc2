import { expect, test } from 'vitest'
import { hourMs, minuteMs, randomId } from '#kernel'
import { useDatabase } from '../../../tests/support/database.ts'
import { findAccountQuarters } from './account-quarters.ts'
import { findHours } from './hours.ts'

// Bytes in the format of docs/measurements-format.md: what installations have stored has to stay readable.

const database = useDatabase()
const startMs = Date.parse('2026-03-02T11:00:00Z')
const checkId = '0195560a-1234-7abc-8def-0123456789ab'

test('a packed hour is read from the bytes that are stored', async () => {
  const accountId = randomId()
  await database.db().query(
    `insert into check_hours (account_id, check_id, bucket, size, series, at, retries, metric_1, metric_3)
     values ($1, $2, $3, 3, '[["eu-west-1",200,"passed",2,1],["us-east-1",503,"failed",1,2]]',
       '\\x000003e8001b774000000000', '\\x000000010002', '\\x40590000000000007ff8000000000000bff4000000000000',
       '\\x7ff80000000000003ff00000000000007ff8000000000000')`,
    [accountId, checkId, new Date(startMs)],
  )
  const requested = { accountId, checkIds: [checkId], positions: [1, 2, 3] }
  const [hour] = await findHours(database.db(), requested, [{ fromMs: startMs, toMs: startMs + hourMs }])
  const results = [0, 1, 2].map((index) => ({
    atMs: (hour?.storedAtMs(index) ?? 0) - startMs,
    retries: hour?.retriesOf(index),
    values: [1, 2, 3].map((position) => hour?.valuesOf(position)?.at(index) ?? null),
  }))
  expect(results).toEqual([
    { atMs: 1000, retries: 0, values: [100, null, Number.NaN] },
    { atMs: 1_800_000, retries: 1, values: [Number.NaN, null, 1] },
    { atMs: 0, retries: 2, values: [-1.25, null, Number.NaN] },
  ])
  expect(hour?.series.map(([location]) => location)).toEqual(['eu-west-1', 'us-east-1'])
})

test.each([
  { as: 'thousandths', measured: '000186a080000000fffffb1e' },
  { as: 'float64', measured: '40590000000000007ff8000000000000bff4000000000000' },
])('a quarter of an hour of an account is read from the bytes that are stored, $as', async ({ measured }) => {
  const accountId = randomId()
  await database.db().query(
    `insert into account_quarters (account_id, bucket, size, checks, counts, moments, measured)
     values ($1, $2, 3, decode($3, 'hex'), '\\x0000000300000001', '\\x000003e800000000400dbba0', decode($4, 'hex'))`,
    [accountId, new Date(startMs), checkId.replaceAll('-', ''), measured],
  )
  const timeSpan = { fromMs: startMs, toMs: startMs + 15 * minuteMs }
  const [quarter] = await findAccountQuarters(database.db(), accountId, [timeSpan], [startMs])
  expect([0, 1, 2].map((index) => quarter?.valueOf(index))).toEqual([100, Number.NaN, -1.25])
  expect([0, 1, 2].map((index) => quarter?.storedAtMs(index))).toEqual([startMs + 1000, startMs, startMs + 900_000])
  expect([0, 1, 2].map((index) => quarter?.isFailed(index))).toEqual([false, false, true])
  expect({ resultsOf: quarter?.resultsOf(0), failuresOf: quarter?.failuresOf(0) }).toEqual({
    resultsOf: 3,
    failuresOf: 1,
  })
})
