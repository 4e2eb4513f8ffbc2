import { notificationBacklog } from '#storage/alerts'
import type { FindingSource, HealthResult } from './finding.ts'

const limitSeconds = 120

/** Whether due notifications are delivered in time. */
export const notifications: FindingSource = {
  name: 'notifications',
  title: 'Alerts',
  meaning: 'Whether alerts are delivered in time.',
  advice: 'Start a process with the role notifier. The alert log shows which receivers are slow.',
  readsDatabase: true,
  audience: 'everybody',
  find: async ({ db }, nowMs): Promise<HealthResult> => {
    const { pending, oldestSeconds } = await notificationBacklog(db, new Date(nowMs))
    const ok = oldestSeconds <= limitSeconds
    return {
      ok,
      found: [ok ? { code: 'NOTIFICATIONS_DELIVERED' } : { code: 'NOTIFICATIONS_OVERDUE', values: { count: pending } }],
      numbers: { due: pending, oldestSeconds: Math.round(oldestSeconds) },
    }
  },
}
