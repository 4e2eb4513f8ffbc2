import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { useDatabase } from '../../../tests/support/database.ts'
import { migrate } from '../migrate.ts'
import { findRollupProgress } from './rollups.ts'

const database = useDatabase({ empty: true })
const own = path.join(import.meta.dirname, '../migrations')

test('an upgrade to figures of accounts keeps what is rolled up, and says that none of them is made yet', async () => {
  const db = database.db()
  const before = await mkdtemp(path.join(tmpdir(), 'belfry-migrations-'))
  try {
    await cp(own, before, { recursive: true, filter: (file) => file === own || path.basename(file) < '0020' })
    await migrate(db, { directory: before })
  } finally {
    await rm(before, { recursive: true, force: true })
  }
  await db.query(`insert into rollup_progress values (60, '2026-03-02T11:00Z'), (1440, '2026-03-02Z')`)
  expect(await migrate(db)).toContain('0020-account-figures')
  expect(await findRollupProgress(db)).toEqual({
    measuredFromMs: 0,
    hourMs: Date.parse('2026-03-02T11:00:00Z'),
    dayMs: Date.parse('2026-03-02T00:00:00Z'),
    quarterMs: 0,
    accountDayMs: 0,
  })
})
