import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { randomId } from '#kernel'
import { useDatabase } from '../../../tests/support/database.ts'
import { migrate } from '../migrate.ts'
import { findRollupProgress } from './rollups.ts'

const database = useDatabase({ empty: true })
const own = path.join(import.meta.dirname, '../migrations')

test('an upgrade to hourly measurements keeps what was measured and has it rolled up from its first hour on', async () => {
  const db = database.db()
  const before = await mkdtemp(path.join(tmpdir(), 'belfry-migrations-'))
  try {
    await cp(own, before, { recursive: true, filter: (file) => file === own || path.basename(file) < '0016' })
    await migrate(db, { directory: before })
  } finally {
    await rm(before, { recursive: true, force: true })
  }
  const [accountId, checkId] = [randomId(), randomId()]
  await db.query(
    `insert into check_measurements (account_id, check_id, bucket, location, status_code, outcome, result_type, size, at,
       retries, m1)
     values ($1, $2, '2026-03-01T10:35Z', 'eu-west-1', 200, 'passed', 'FINAL', 1, '{2026-03-01T10:36Z}', '{0}', '{12.5}')`,
    [accountId, checkId],
  )
  await db.query(
    `insert into rollup_progress values (0, '2026-02-01Z'), (60, '2026-03-01T11:00Z'), (1440, '2026-03-01Z')`,
  )
  expect(await migrate(db)).toContain('0016-hourly-measurements')
  expect(await findRollupProgress(db)).toMatchObject({
    measuredFromMs: Date.parse('2026-02-01T00:00:00Z'),
    hourMs: Date.parse('2026-03-01T10:00:00Z'),
    dayMs: Date.parse('2026-03-01T00:00:00Z'),
  })
  const rows = await db.rows('select m1 from check_measurements')
  expect(rows).toEqual([{ m1: [12.5] }])
})
