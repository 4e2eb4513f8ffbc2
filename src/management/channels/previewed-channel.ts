import type { AlertChannelBody } from '#contract'
import type { Caller } from '#kernel'
import type { ChannelDefinition } from '#storage'
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
