import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { randomId } from '#kernel'
import { useDatabase } from '../../../tests/support/database.ts'
import { migrate } from '../migrate.ts'
import { findHours } from './hours.ts'
import { findRollupProgress } from './rollup-progress.ts'

const database = useDatabase({ empty: true })
const own = path.join(import.meta.dirname, '../migrations')
const isBefore = (file: string): boolean => path.dirname(file) !== own || path.basename(file) < '0036'

test('an upgrade to named steps and metric columns keeps how far everything is made and what is kept', async () => {
  const db = database.db()
  const before = await mkdtemp(path.join(tmpdir(), 'belfry-migrations-'))
  try {
    await cp(own, before, { recursive: true, filter: isBefore })
    await migrate(db, { directory: before })
  } finally {
    await rm(before, { recursive: true, force: true })
  }
  const [accountId, checkId] = [randomId(), randomId()]
  await db.query(
    `insert into rollup_progress values (0, '2026-02-01Z'), (60, '2026-03-02T11:00Z'), (1440, '2026-03-02Z')`,
  )
  await db.query(`insert into account_progress values (15, '2026-03-02T11:45Z'), (1440, '2026-03-01Z')`)
  await db.query(
    `insert into check_hours (account_id, check_id, bucket, size, series, at, retries, m10)
     values ($1, $2, '2026-03-02T10:00Z', 1, '[["eu-west-1",200,"passed",1,2]]', int4send(60000), int2send(2::int2),
       float8send(12.5))`,
    [accountId, checkId],
  )
  await db.query(
    `insert into account_days (account_id, bucket, checks, figures, tallies) values ($1, '2026-03-01Z', 'a', 'b', 'c')`,
    [accountId],
  )

  expect(await migrate(db)).toContain('0036-metric-columns')

  expect(await findRollupProgress(db)).toEqual({
    resultsFromMs: Date.parse('2026-02-01T00:00:00Z'),
    hourMs: Date.parse('2026-03-02T11:00:00Z'),
    dayMs: Date.parse('2026-03-02T00:00:00Z'),
    quarterMs: Date.parse('2026-03-02T11:45:00Z'),
    accountDayMs: Date.parse('2026-03-01T00:00:00Z'),
  })
  const fromMs = Date.parse('2026-03-02T10:00:00Z')
  const timeSpan = { fromMs, toMs: fromMs + 1 }
  const [hour] = await findHours(db, { accountId, checkIds: [checkId], positions: [9, 10] }, [timeSpan])
  expect(hour?.storedAtMs(0)).toBe(fromMs + 60_000)
  expect(hour?.retriesOf(0)).toBe(2)
  expect(hour?.valuesOf(9)).toBeNull()
  expect(hour?.valuesOf(10)?.at(0)).toBe(12.5)
  const days = await db.rows('select checks, summaries, histograms from account_days')
  expect(days).toEqual([{ checks: Buffer.from('a'), summaries: Buffer.from('b'), histograms: Buffer.from('c') }])
})
