import { assertEntitled } from '#kernel'
import { assertAllowance } from '#storage'
import type { Queryable } from '#storage'
import type { Caller } from '../caller.ts'

interface PlannedChannel {
  readonly type: string
  readonly config: Readonly<Record<string, unknown>>
}

const advanced: ReadonlySet<string> = new Set(['PAGERDUTY', 'OPSGENIE'])
const isTelephone = ({ type }: PlannedChannel): boolean => type === 'SMS' || type === 'CALL'
const isAdvanced = ({ type, config }: PlannedChannel): boolean => advanced.has(type) || Boolean(config['webhookType'])

/**
 * Refuses a channel that was just saved when the plan has no channels of its kind, or too few. One that was of that kind
 * `before` adds nothing.
 */
export async function judgeChannelPlan(
  tx: Queryable,
  caller: Caller,
  channel: PlannedChannel,
  before: PlannedChannel | null,
): Promise<void> {
  const becomes = (isOfKind: (one: PlannedChannel) => boolean): boolean =>
    isOfKind(channel) && (before === null || !isOfKind(before))
  if (becomes(isAdvanced)) assertEntitled(caller.allowances, 'ADVANCED_ALERT_CHANNELS')
  if (becomes(isTelephone)) await assertAllowance(tx, caller, 'SMS_ALERTS')
}
