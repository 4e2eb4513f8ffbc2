import { channelTraits } from '#contract'
import type { AlertChannelBody } from '#contract'
import { assertEntitled } from '#kernel'
import type { Caller } from '#kernel'
import type { ChannelDefinition } from '#storage/alerts'
import { channelConfigOf } from './channel-config.ts'

/** A channel for a preview that is not stored. Throws TEMPLATE_INVALID and CHANNEL_CONFIG_INVALID. */
export const previewedChannel = (
  { accountId }: Caller,
  body: Pick<AlertChannelBody, 'type' | 'config'>,
): Pick<ChannelDefinition, 'accountId' | 'type' | 'config'> => ({
  accountId,
  type: body.type,
  config: channelConfigOf(body),
})

/**
 * A channel for a test that is not stored, if the plan allows one like it. Throws TEMPLATE_INVALID, CHANNEL_CONFIG_INVALID and the
 * faults of the plan.
 */
export function testedChannel(
  caller: Caller,
  body: Pick<AlertChannelBody, 'type' | 'config'>,
): Pick<ChannelDefinition, 'accountId' | 'type' | 'config'> {
  const channel = previewedChannel(caller, body)
  const { entitlement } = channelTraits(channel.type, channel.config)
  if (entitlement !== null) assertEntitled(caller.allowances, entitlement, 1)
  return channel
}
