import { notificationBacklog } from '#storage'
import type { FindingSource, HealthResult } from './finding.ts'

const limitSeconds = 120

/** Whether due notifications are delivered in time. */
export const notifications: FindingSource = {
  name: 'notifications',
  meaning: 'Whether alerts are delivered in time.',
  advice: 'Start a process with the role notifier; the alert log says which receivers are slow.',
  readsDatabase: true,
  find: async ({ db }, nowMs): Promise<HealthResult> => {
    const { pending, oldestSeconds } = await notificationBacklog(db, new Date(nowMs))
    const ok = oldestSeconds <= limitSeconds
    return {
      ok,
      message: ok ? 'Due notifications are delivered.' : `${pending} notifications are overdue.`,
      numbers: { due: pending, oldestSeconds: Math.round(oldestSeconds) },
    }
  },
}
