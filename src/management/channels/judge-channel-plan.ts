import { assertEntitled } from '#kernel'
import { assertAllowance } from '#storage'
import type { Queryable } from '#storage'
import type { Caller } from '../caller.ts'

const telephone: ReadonlySet<string> = new Set(['SMS', 'CALL'])
const advanced: ReadonlySet<string> = new Set(['PAGERDUTY', 'OPSGENIE'])

/** Refuses a channel that was just saved when the plan has no channels of its kind, or too few. */
export async function judgeChannelPlan(
  tx: Queryable,
  caller: Caller,
  { type, config }: { readonly type: string; readonly config: Readonly<Record<string, unknown>> },
): Promise<void> {
  if (advanced.has(type) || config['webhookType']) assertEntitled(caller.allowances, 'ADVANCED_ALERT_CHANNELS')
  if (telephone.has(type)) await assertAllowance(tx, caller, 'SMS_ALERTS')
}
