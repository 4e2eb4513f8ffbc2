import { channelTraits, isMetered } from '#contract'
import type { ChannelType, StoredConfig } from '#contract'
import { assertEntitled } from '#kernel'
import { assertAllowance } from '#storage/accounts'
import type { Queryable } from '#storage/database'
import type { Caller } from '#kernel'

interface PlannedChannel {
  readonly type: ChannelType
  readonly config: StoredConfig
}

/**
 * Throws ENTITLEMENT_DISABLED and ENTITLEMENT_EXCEEDED for a channel that was just saved when the plan does not include
 * its kind, or too few of it. A channel that needed the same entitlement `before` adds nothing.
 */
export async function assertChannelPlan(
  tx: Queryable,
  caller: Caller,
  channel: PlannedChannel,
  before: PlannedChannel | null,
): Promise<void> {
  const { entitlement } = channelTraits(channel.type, channel.config)
  if (entitlement === null) return
  if (before !== null && channelTraits(before.type, before.config).entitlement === entitlement) return
  if (isMetered(entitlement)) await assertAllowance(tx, caller, entitlement)
  else assertEntitled(caller.allowances, entitlement)
}
