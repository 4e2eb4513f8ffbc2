import { notificationBacklog } from '#storage'
import type { FindingSource, HealthResult } from './finding.ts'

const limitSeconds = 120

/** Whether due notifications are delivered in time. */
export const notifications: FindingSource = {
  name: 'notifications',
  readsDatabase: true,
  find: async ({ db }, nowMs): Promise<HealthResult> => {
    const { owed, oldestSeconds } = await notificationBacklog(db, new Date(nowMs))
    const ok = oldestSeconds <= limitSeconds
    return {
      ok,
      message: ok ? 'Due notifications are delivered.' : `${owed} notifications are overdue.`,
      numbers: { due: owed, oldestSeconds: Math.round(oldestSeconds) },
    }
  },
}
