import { expect, test } from 'vitest'
import { useDatabase } from '../../../tests/support/database.ts'
import { dropPartitionsBefore, preparePartitions } from './partitions.ts'

const database = useDatabase()
const atMs = Date.parse('2026-03-28T12:00:00Z')

test('results go in whole days and roll-ups in whole months, each after its own time', async () => {
  const db = database.db()
  await db.transaction((tx) => preparePartitions(tx, atMs, 7))
  const retained = { resultsBeforeMs: 0, rollupsBeforeMs: 0 }
  expect(await dropPartitionsBefore(db, retained)).toEqual([])
  expect(await dropPartitionsBefore(db, { ...retained, resultsBeforeMs: Date.parse('2026-03-29T23:00:00Z') })).toEqual([
    'check_sessions_20260328',
    'check_results_20260328',
    'heartbeat_events_20260328',
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
