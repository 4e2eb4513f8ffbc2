import { pendingMigrations } from '#storage'
import type { FindingSource, HealthResult } from './finding.ts'

/** Whether all migrations of this version are applied. */
export const migrations: FindingSource = {
  name: 'migrations',
  meaning: 'Whether the database has the tables of this version.',
  advice: 'Start this server again with the new version.',
  readsDatabase: true,
  find: async ({ db }): Promise<HealthResult> => {
    const pending = (await pendingMigrations(db)).length
    const message = pending === 0 ? 'All migrations are applied.' : `${pending} migrations are pending.`
    return { ok: pending === 0, message, numbers: { pending } }
  },
}
