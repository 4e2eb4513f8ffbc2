import type { Delivery, ImplementedChannelType } from '#contract'
import { redactor } from '#kernel'
import type { ChannelTools, Deliver, NotificationOf } from './channel-notification.ts'
import { deliverCall } from './call/deliver-call.ts'
import { deliverEmail } from './email/deliver-email.ts'
import { deliverOpsgenie } from './opsgenie/deliver-opsgenie.ts'
import { deliverPagerduty } from './pagerduty/deliver-pagerduty.ts'
import { deliverSlackApp } from './slack-app/deliver-slack-app.ts'
import { deliverSlack } from './slack/deliver-slack.ts'
import { deliverSms } from './sms/deliver-sms.ts'
import { deliverWebhook } from './webhook/deliver-webhook.ts'
import { recordedResponse } from './recorded-response.ts'
import { secretsOfDelivery } from './secrets-of-delivery.ts'

const channels: { readonly [T in ImplementedChannelType]: Deliver<T> } = {
  EMAIL: deliverEmail,
  SLACK: deliverSlack,
  SLACK_APP: deliverSlackApp,
  WEBHOOK: deliverWebhook,
  SMS: deliverSms,
  PAGERDUTY: deliverPagerduty,
  OPSGENIE: deliverOpsgenie,
  CALL: deliverCall,
}

/** A notification that may be tried again is tried this often, this far apart, by whoever calls `deliver`. */
export const deliveryPolicy = { tries: 5, secondsApart: 20 } as const

/**
 * One attempt to tell one channel. Resolves with what became of it; `response` is what the receiver said, at most
 * 1 KB, without secrets. Does not throw for what the outside does.
 */
export async function deliver<T extends ImplementedChannelType>(
  notification: NotificationOf<T>,
  tools: ChannelTools,
): Promise<Delivery> {
  const delivery = await channels[notification.type](notification, tools)
  const redact = redactor(secretsOfDelivery(notification, tools))
  return { ...delivery, response: recordedResponse(redact(delivery.response)) }
}
