import { CALL } from './call/call.ts'
import { EMAIL } from './email/email.ts'
import type { EmailConfig } from './email/email.ts'
import { OPSGENIE } from './opsgenie/opsgenie.ts'
import type { OpsgenieConfig } from './opsgenie/opsgenie.ts'
import { PAGERDUTY } from './pagerduty/pagerduty.ts'
import type { PagerdutyConfig } from './pagerduty/pagerduty.ts'
import type { PhoneConfig } from './phone-fields.ts'
import type { ChannelTypeRow } from './channel-type-descriptor.ts'
import { SLACK_APP } from './slack-app/slack-app.ts'
import type { SlackAppConfig } from './slack-app/slack-app.ts'
import { SLACK } from './slack/slack.ts'
import type { SlackConfig } from './slack/slack.ts'
import { SMS } from './sms/sms.ts'
import { activePresetName, opensIncidentsByPreset, WEBHOOK, webhookPresetReaders } from './webhook/webhook.ts'
import type { WebhookConfig } from './webhook/webhook.ts'

/** Every channel type (specification 2.4). A type without its channel, or the other way round, does not compile. */
export const channelTypes = {
  EMAIL,
  SLACK,
  SLACK_APP,
  WEBHOOK,
  SMS,
  PAGERDUTY,
  OPSGENIE,
  CALL,
} as const satisfies Record<string, ChannelTypeRow>

export type ImplementedChannelType = keyof typeof channelTypes

/** What each type's channel is given, with every default filled in. */
export interface ChannelConfigs {
  EMAIL: EmailConfig
  SLACK: SlackConfig
  SLACK_APP: SlackAppConfig
  WEBHOOK: WebhookConfig
  SMS: PhoneConfig
  PAGERDUTY: PagerdutyConfig
  OPSGENIE: OpsgenieConfig
  CALL: PhoneConfig
}

/** Whether the service can tell channels of this type; others are kept and listed only. */
export const isImplementedChannelType = (type: string): type is ImplementedChannelType =>
  Object.hasOwn(channelTypes, type)

/** The values of a config that must never be shown: its credential fields and its locked headers and parameters. */
export function channelSecrets(type: ImplementedChannelType, config: ChannelConfigs[ImplementedChannelType]): string[] {
  const secretFields: readonly string[] = channelTypes[type].secrets
  return Object.entries(config).flatMap(([name, value]: [string, unknown]) => {
    if (Array.isArray(value)) return value.flatMap(lockedValue)
    return secretFields.includes(name) && typeof value === 'string' && value !== '' ? [value] : []
  })
}

function lockedValue(pair: unknown): string[] {
  if (pair === null || typeof pair !== 'object' || !('locked' in pair) || !('value' in pair)) return []
  return pair.locked === true && typeof pair.value === 'string' && pair.value !== '' ? [pair.value] : []
}

export * from './call/call.ts'
export * from './email/email.ts'
export * from './opsgenie/opsgenie.ts'
export * from './pagerduty/pagerduty.ts'
export type { PhoneConfig } from './phone-fields.ts'
export * from './channel-type-descriptor.ts'
export * from './slack-app/slack-app.ts'
export * from './slack/slack.ts'
export * from './sms/sms.ts'
export * from './webhook/webhook.ts'

/** Whether people read what a channel is sent, so that many alerts at once may become one message. */
export function isReadByPeople(type: string, config: object): boolean {
  if (!isImplementedChannelType(type)) return false
  if (type !== 'WEBHOOK') return channelTypes[type].reader === 'people'
  const preset = activePresetName(webhookConfigOf(config))
  return preset !== null && webhookPresetReaders[preset] === 'people'
}

/** Whether a failure sent over a channel opens an incident there, which the recovery has to close. */
export function opensIncidents(type: string, config: object): boolean {
  if (type !== 'WEBHOOK') return type === 'PAGERDUTY' || type === 'OPSGENIE'
  const preset = activePresetName(webhookConfigOf(config))
  return preset !== null && opensIncidentsByPreset(preset)
}

/** The verbs that save a channel validate its config against its type. */
const webhookConfigOf = (config: object): WebhookConfig => config as WebhookConfig
