import { maintenanceMessage } from '#management'
import { insertMaintenanceMessages, takeDueReminders } from '#storage'
import type { DueReminder, Store } from '#storage'

/**
 * Tells subscribers of maintenances that begin soon (`reminderMinutesBefore`, semantics 7.7), each reminder once,
 * however many servers look. Nobody is reminded of what has begun; of several that are late, one is enough. Returns how
 * many were due.
 */
export function remindOfMaintenances(store: Store, nowMs: number, limit: number): Promise<number> {
  const now = new Date(nowMs)
  return store.db.transaction(async (tx) => {
    const due = await takeDueReminders(tx, now, limit)
    const ahead = due.filter(({ status, startsAt }) => status === 'SCHEDULED' && startsAt > now)
    const latest = [...Map.groupBy(ahead, ({ id }) => id).values()].map(closest)
    await insertMaintenanceMessages(
      tx,
      latest.map((reminder) =>
        maintenanceMessage(
          reminder,
          'REMINDER',
          `reminder ${reminder.minutesBefore} of ${reminder.startsAt.getTime()}`,
        ),
      ),
      now,
    )
    return due.length
  })
}

const closest = (reminders: readonly DueReminder[]): DueReminder =>
  reminders.reduce((a, b) => (b.minutesBefore < a.minutesBefore ? b : a))
