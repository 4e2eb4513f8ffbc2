import type { AlertSettings, AlertSettingsBody, EscalationRules, QuietHours } from '#contract'
import { Fault, isUuid } from '#kernel'
import { isTimeZone } from '#schedule'
import { existingChannelIds, holdEscalationPolicy } from '#storage/alerts'
import type { Queryable } from '#storage/database'

/** Rejects what a schema cannot. Throws ALERT_CHANNEL_UNKNOWN, ESCALATION_STEPS_UNORDERED and BODY_INVALID. */
export async function validateRules(tx: Queryable, accountId: string, rules: EscalationRules): Promise<void> {
  validateOrder(rules)
  validateZones(rules.quietHours, 'quietHours')
  for (const [index, step] of rules.steps.entries()) validateZones(step.quietHours, `steps[${index}].quietHours`)
  const known = await existingChannelIds(
    tx,
    accountId,
    rules.steps.flatMap(({ alertChannelIds }) => alertChannelIds),
  )
  for (const [index, { alertChannelIds }] of rules.steps.entries()) {
    const alertChannelId = alertChannelIds.find((id) => !known.has(id))
    if (alertChannelId === undefined) continue
    const path = `steps[${index}].alertChannelIds`
    throw new Fault('ALERT_CHANNEL_UNKNOWN', {
      values: { alertChannelId },
      problems: [{ path, rule: 'reference', parameters: { value: alertChannelId } }],
    })
  }
}

function validateOrder({ steps }: EscalationRules): void {
  for (const [index, { afterMinutes: minutes }] of steps.entries()) {
    const next = steps[index + 1]?.afterMinutes ?? minutes
    if (minutes <= next) continue
    const field = `steps[${index + 1}].afterMinutes`
    throw new Fault('ESCALATION_STEPS_UNORDERED', {
      values: { index, minutes, next },
      problems: [{ path: `steps[${index}].afterMinutes`, rule: 'notAbove', parameters: { field } }],
    })
  }
}

function validateZones(hours: readonly QuietHours[], place: string): void {
  const index = hours.findIndex(({ timeZone }) => !isTimeZone(timeZone))
  if (index === -1) return
  const path = `${place}[${index}].timeZone`
  const problem = 'must be the IANA name of a time zone such as Europe/Berlin'
  throw new Fault('BODY_INVALID', {
    values: { problems: `${path} ${problem}` },
    attributes: { [path]: problem },
    problems: [{ path, rule: 'format', parameters: { format: 'time-zone' } }],
  })
}

/**
 * Rejects alert settings that name a policy the account does not have, and locks the one they name against deletion.
 * `path` is that of the settings in the body, with a dot at its end. Throws ESCALATION_POLICY_UNKNOWN.
 */
export async function validateEscalationPolicy(
  tx: Queryable,
  accountId: string,
  settings: AlertSettings | AlertSettingsBody | null | undefined,
  path = '',
): Promise<void> {
  const id = settings?.escalationPolicyId
  if (!id || (isUuid(id) && (await holdEscalationPolicy(tx, accountId, id)))) return
  throw new Fault('ESCALATION_POLICY_UNKNOWN', {
    values: { id },
    problems: [{ path: `${path}escalationPolicyId`, rule: 'reference', parameters: { value: id } }],
  })
}
