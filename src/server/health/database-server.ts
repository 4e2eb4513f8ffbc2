import type { FindingSource, HealthResult } from './finding.ts'

const toleranceMs = 2_000

/** The server of the database, and whether its clock is that of this machine. */
export const databaseServer: FindingSource = {
  name: 'databaseServer',
  title: 'Database',
  meaning: 'Which database is used, and whether its clock agrees with this machine.',
  advice: 'Synchronise the clocks of this machine and the database server (NTP).',
  namesResources: true,
  readsDatabase: true,
  audience: 'admins',
  async find({ db, clock, readDatabaseClock, settings }): Promise<HealthResult> {
    const before = clock.now()
    const databaseMs = await readDatabaseClock(db)
    const differenceMs = Math.abs(databaseMs - (before + clock.now()) / 2)
    const [row] = await db.rows<{ version: string }>(`select current_setting('server_version') as version`)
    return {
      ok: differenceMs <= toleranceMs,
      found: [
        {
          code: settings?.databaseUrl === null ? 'DATABASE_EMBEDDED' : 'DATABASE_OUTSIDE',
          values: { version: row?.version ?? '?', milliseconds: Math.round(differenceMs) },
        },
      ],
    }
  },
}
