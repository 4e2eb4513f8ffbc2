// Makes one attempt to tell a person or a program: by mail, by webhook, in Slack. A notification with its channel's
// config and the tools to reach the outside come in. Out goes what the attempt came to: sent, try again, or rejected.
export { deliver, deliveryPolicy } from './deliver.ts'
export type { ChannelNotification, ChannelTools, MailSettings, NotificationOf } from './channel-notification.ts'
