import type { ReminderState } from '#alerting'
import type { AlertSettings, LaterAlertFacts, NextReminder } from '#contract'
import type { FactSources } from './alert-sources.ts'

/** An amount from here on means reminders without end. */
const endlessAmount = 100_000

/** Since when the check has been failing or degraded and the next reminder, or the duration of the episode. */
export function episodeFacts({ episode, settings, alertType }: FactSources): LaterAlertFacts {
  if (episode.sinceMs === null) return { failingSince: null }
  const failingSince = new Date(episode.sinceMs).toISOString()
  if (alertType === 'ALERT_RECOVERY' || alertType === 'ALERT_DEGRADED_RECOVERY')
    return { failingSince, outageSeconds: Math.round(Math.max(0, episode.untilMs - episode.sinceMs) / 1000) }
  return { failingSince, nextReminder: nextReminder(episode.reminder, settings) }
}

function nextReminder(reminder: ReminderState | null, { reminders: { amount } }: AlertSettings): NextReminder | null {
  if (!reminder || reminder.nextAt === null) return null
  return {
    at: new Date(reminder.nextAt).toISOString(),
    number: reminder.sequence + 1,
    of: amount >= endlessAmount ? null : amount,
  }
}
