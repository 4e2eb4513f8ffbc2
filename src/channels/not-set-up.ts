import { channelTypes } from '#contract'
import type { ChannelType, Delivery } from '#contract'
import { writeReason } from '#contract/reasons'
import { rejected } from './channel-notification.ts'

/** Rejects a delivery because settings of its channel type are missing. `what` begins the sentence. */
export function notSetUp(type: ChannelType, what: string): Delivery {
  const [first = '', ...others] = channelTypes[type].settings.toReversed()
  const names = others.length === 0 ? first : `${others.toReversed().join(', ')} and ${first}`
  return rejected(writeReason('NOT_SET_UP', { provider: what, settings: names }))
}
