// Makes one attempt to notify a person or a program: by mail, webhook, Slack, text message, call, PagerDuty, Opsgenie or browser.
// A notification with its channel's config and the tools to reach the outside come in. Out goes what the attempt came
// to: sent, try again, or rejected.
export { deliver } from './deliver.ts'
export { postCommitStatus } from './post-commit-status.ts'
export type { GithubTools } from './post-commit-status.ts'
export { createMailPool } from './mail-pool.ts'
export { deliverPlainMail } from './deliver-plain-mail.ts'
export type { PlainMailTools } from './deliver-plain-mail.ts'
export { postToSubscriber } from './post-to-subscriber.ts'
export type { PostedToSubscriber, SubscriberPostTools } from './post-to-subscriber.ts'
export { plainMailHtml, plainMailText } from './plain-mail.ts'
export type {
  ActionLinks,
  ChannelNotification,
  ChannelTools,
  MailSettings,
  NotificationOf,
  ProviderEndpoints,
  TwilioSettings,
  WebPushKeys,
} from './channel-notification.ts'
export { channelNotification, createChannelOutlet } from './channel-outlet.ts'
export type { ChannelOutlet } from './channel-outlet.ts'
