import type { CheckDefinition, TriggerIncident } from '#contract'
import { targetOfRequest } from '#diagnosis'
import type { NewIncidentTask } from '#storage/status-pages'
import type { AlertNotice } from './alert-notice.ts'

/**
 * The incident tasks of an event: a failure that is an alert opens an incident when the check is configured to or a rule
 * matches its tags; a recovery resolves the incidents the check opened, whatever its current settings and whether the
 * recovery is notified or not. Muting affects notifications, not incidents; a silencing maintenance window prevents the
 * alert. Reminders have no tasks.
 */
export function incidentTaskOf(
  { effective: { own, check }, tick, event, reminderSequence = 0 }: AlertNotice,
  isAlert: boolean,
  at: Date,
): NewIncidentTask[] {
  if (reminderSequence > 0) return []
  const task = { accountId: own.accountId, checkId: own.id, at }
  if (event.kind === 'recovery') return [{ ...task, kind: 'RESOLVE', trigger: null }]
  if (!isAlert || event.kind !== 'failure') return []
  const trigger = own.settings.triggerIncident
  const causes = trigger === null ? [] : causesOf(own, check, tick.result.error, trigger.serviceId)
  return [{ ...task, kind: 'OPEN', trigger: trigger && forReaders(trigger, own.name), tags: check.tags, causes }]
}

/** The name of a check is none of an incident: without another one the incident is named after its service. */
const forReaders = (trigger: TriggerIncident, checkName: string): TriggerIncident =>
  trigger.name.trim().toLowerCase() === checkName.trim().toLowerCase() ? { ...trigger, name: '' } : trigger

const reasonLength = 200

/** The service, group, target and reason of a failure; failures with one cause have one of these texts in common. `check` has what its group sets. */
function causesOf(own: CheckDefinition, check: CheckDefinition, error: string | null, serviceId: string): string[] {
  const host = targetOfRequest(check.checkType, check.settings.request)?.host ?? null
  const reason = error?.split('\n')[0]?.trim().slice(0, reasonLength).toWellFormed() ?? ''
  return [
    `service ${serviceId.toLowerCase()}`,
    ...(own.groupId === null ? [] : [`group ${own.groupId}`]),
    ...(host === null ? [] : [`host ${host.toLowerCase()}`]),
    ...(reason === '' ? [] : [`reason ${reason}`]),
  ]
}
