import { maintenanceMessage } from './save-maintenances.ts'
import { takeDueReminders } from '#storage/maintenances'
import { insertMaintenanceMessages } from '#storage/status-pages'
import type { Store } from '#storage/database'
import type { DueReminder } from '#storage/maintenances'

/**
 * Announces upcoming maintenance windows to subscribers (`reminderMinutesBefore`), each reminder once, also with
 * several servers. There is no reminder of a window that has begun, and of several overdue reminders only one is sent.
 * Returns how many were due.
 */
export function remindOfMaintenanceWindows(store: Store, nowMs: number, limit: number): Promise<number> {
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
