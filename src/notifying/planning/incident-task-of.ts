import type { NewIncidentTask } from '#storage/status-pages'
import type { AlertNotice } from './alert-notice.ts'

/**
 * The incident tasks of an event: a failure that is an alert opens an incident when the check is configured to or a rule
 * matches its tags; a recovery resolves the incidents the check opened, whatever its current settings and whether the
 * recovery is notified or not. Muting affects notifications, not incidents; a silencing maintenance window prevents the
 * alert. Reminders have no tasks.
 */
export function incidentTaskOf(
  { effective: { own, check }, event, reminderSequence = 0 }: AlertNotice,
  isAlert: boolean,
  at: Date,
): NewIncidentTask[] {
  if (reminderSequence > 0) return []
  const task = { accountId: own.accountId, checkId: own.id, at }
  if (event.kind === 'recovery') return [{ ...task, kind: 'RESOLVE', trigger: null }]
  if (!isAlert || event.kind !== 'failure') return []
  return [{ ...task, kind: 'OPEN', trigger: own.settings.triggerIncident, tags: check.tags }]
}
