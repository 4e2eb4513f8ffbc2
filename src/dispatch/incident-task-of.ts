import type { NewIncidentTask } from '#storage'
import type { Telling } from './telling.ts'

/**
 * What an event wants done with incidents (specification 6, semantics 7.4): a failure that is an alert opens one when
 * the check says so, a recovery resolves what the check opened, whatever the check says by now and told or not. Muting
 * keeps messages back, not incidents; in a silenced maintenance there is no alert. Reminders repeat words only.
 */
export function incidentTaskOf(
  { effective: { own }, event, reminderSequence = 0 }: Telling,
  isAlert: boolean,
  at: Date,
): NewIncidentTask[] {
  if (reminderSequence > 0) return []
  const task = { accountId: own.accountId, checkId: own.id, at }
  if (event.kind === 'recovery') return [{ ...task, kind: 'RESOLVE', trigger: null }]
  const trigger = own.settings.triggerIncident
  return isAlert && event.kind === 'failure' && trigger !== null ? [{ ...task, kind: 'OPEN', trigger }] : []
}
