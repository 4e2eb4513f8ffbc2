import type { Delivery, ChannelType } from '#contract'
import { redactor } from '#redaction'
import { channelImplementations } from './channel-implementations.ts'
import type { ChannelTools, NotificationOf } from './channel-notification.ts'
import { recordedResponse } from './recorded-response.ts'
import { secretsOfDelivery } from './secrets-of-delivery.ts'

/**
 * One attempt over one channel. Resolves with the outcome; `response` is the receiver's response, at most 1024
 * characters, without secrets. Does not throw for failures of the network or the receiver.
 */
export async function deliver<T extends ChannelType>(
  notification: NotificationOf<T>,
  tools: ChannelTools,
): Promise<Delivery> {
  const delivery = await channelImplementations[notification.type].deliver(notification, tools)
  const redact = redactor(secretsOfDelivery(notification, tools))
  return { ...delivery, response: recordedResponse(redact(delivery.response)) }
}
