import { pendingMigrations } from '#storage'
import type { FindingSource, Judged } from './finding.ts'

/** Whether all migrations of this version are applied. */
export const migrations: FindingSource = {
  name: 'migrations',
  asksDatabase: true,
  find: async ({ db }): Promise<Judged> => {
    const pending = (await pendingMigrations(db)).length
    const message = pending === 0 ? 'All migrations are applied.' : `${pending} migrations are pending.`
    return { ok: pending === 0, message, numbers: { pending } }
  },
}
