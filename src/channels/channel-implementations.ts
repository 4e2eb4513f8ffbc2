import type { ChannelType } from '#contract'
import { ALERTMANAGER } from './alertmanager/alertmanager.ts'
import { CALL } from './call/call.ts'
import type { ChannelImplementation } from './channel-implementation.ts'
import { EMAIL } from './email/email.ts'
import { OPSGENIE } from './opsgenie/opsgenie.ts'
import { PAGERDUTY } from './pagerduty/pagerduty.ts'
import { SLACK_APP } from './slack-app/slack-app.ts'
import { SLACK } from './slack/slack.ts'
import { SMS } from './sms/sms.ts'
import { WEB_PUSH } from './web-push/web-push.ts'
import { WEBHOOK } from './webhook/webhook.ts'

/** The implementation of every channel type. A missing or unknown type does not compile. */
export const channelImplementations: { readonly [T in ChannelType]: ChannelImplementation<T> } = {
  EMAIL,
  SLACK,
  SLACK_APP,
  WEBHOOK,
  SMS,
  PAGERDUTY,
  OPSGENIE,
  CALL,
  WEB_PUSH,
  ALERTMANAGER,
}
