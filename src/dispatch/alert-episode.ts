import type { ReminderState } from '#alerting'
import type { AlertSettings, LaterAlertFacts, NextReminder } from '#contract'
import type { FactSources } from './alert-sources.ts'

/** So many reminders are all there can be. */
const endlessAmount = 100_000

/** Since when the check is failing or degraded and what follows, or how long it was. */
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
