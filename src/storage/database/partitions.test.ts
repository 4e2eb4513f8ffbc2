import { expect, test } from 'vitest'
import { useDatabase } from '../../../tests/support/database.ts'
import { firstIdAt } from '#kernel'
import { dropPartitionsBefore, listResultPartitions, preparePartitions } from './partitions.ts'

const database = useDatabase()
const atMs = Date.parse('2026-03-28T12:00:00Z')

test('results go in whole days and roll-ups in whole months, each after its own time', async () => {
  const db = database.db()
  await db.transaction((tx) => preparePartitions(tx, atMs, 7))
  const retained = { resultsBeforeMs: 0, rollupsBeforeMs: 0, auditBeforeMs: 0 }
  expect(await dropPartitionsBefore(db, retained)).toEqual([])
  expect(await dropPartitionsBefore(db, { ...retained, resultsBeforeMs: Date.parse('2026-03-29T01:30:00Z') })).toEqual([
    'check_sessions_20260328',
    ...Array.from({ length: 12 }, (_, hour) => `recent_results_20260328${12 + hour}`),
    // The hour ends with the time before which results go.
    'recent_results_2026032900',
    'kept_results_20260328',
    'result_packs_20260328',
    'heartbeat_events_20260328',
    'heartbeat_signals_20260328',
    'test_sessions_20260328',
    'test_session_results_20260328',
    'artifacts_20260328',
    'check_hours_20260328',
    'account_quarters_20260328',
  ])
  expect(await dropPartitionsBefore(db, { ...retained, rollupsBeforeMs: Date.parse('2026-04-01T00:00:00Z') })).toEqual([
    'check_rollups_202603',
    'account_days_202603',
  ])
  expect(await dropPartitionsBefore(db, { ...retained, auditBeforeMs: Date.parse('2026-04-01T00:00:00Z') })).toEqual([
    'audit_log_202603',
  ])
})

test('the month before is still there for what is rolled up late, and the next one in time', async () => {
  const db = database.db()
  await db.transaction((tx) => preparePartitions(tx, Date.parse('2027-01-01T00:05:00Z'), 7))
  await db.transaction((tx) => preparePartitions(tx, Date.parse('2027-01-30T00:05:00Z'), 7))
  const rows = await db.rows<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'check_rollups'::regclass order by 1`,
  )
  expect(rows.map((row) => row.name)).toEqual(
    expect.arrayContaining(['check_rollups_202612', 'check_rollups_202701', 'check_rollups_202702']),
  )
})

test('an hour gets no partition in a day that has one from before, nor when it is packed', async () => {
  const db = database.db()
  const names = async (): Promise<unknown[]> =>
    (await listResultPartitions(db)).map(({ name }) => name).filter((name) => name.includes('_202805'))
  await db.rows(`create table recent_results_20280501 partition of recent_results
    for values from ('${firstIdAt(Date.parse('2028-05-01'))}') to ('${firstIdAt(Date.parse('2028-05-02'))}')`)
  await db.rows(`update packing_progress set before_id = $1`, [firstIdAt(Date.parse('2028-05-02T02:00:00Z'))])
  await db.transaction((tx) => preparePartitions(tx, Date.parse('2028-05-01T20:10:00Z'), 1))
  expect(await names()).toEqual([
    'recent_results_20280501',
    ...[2, 3, 4, 5, 6, 7, 8].map((hour) => `recent_results_202805020${hour}`),
  ])
})
