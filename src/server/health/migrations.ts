import { pendingMigrations } from '#storage/database'
import type { FindingSource, HealthResult } from './finding.ts'

/** Whether all migrations of this version are applied. */
export const migrations: FindingSource = {
  name: 'migrations',
  title: 'Tables',
  meaning: 'Whether the database schema matches this version.',
  advice: 'Restart this server with the new version.',
  readsDatabase: true,
  audience: 'everybody',
  find: async ({ db }): Promise<HealthResult> => {
    const pending = (await pendingMigrations(db)).length
    if (pending === 0) return { ok: true, found: [{ code: 'MIGRATIONS_APPLIED' }], numbers: { pending } }
    return { ok: false, found: [{ code: 'MIGRATIONS_PENDING', values: { count: pending } }], numbers: { pending } }
  },
}
