import { ALERTMANAGER } from './alertmanager/alertmanager.ts'
import { CALL } from './call/call.ts'
import type { ChannelTraits, ChannelTypeDescriptor } from './channel-type-descriptor.ts'
import type { ConfigProblem } from './config-problem.ts'
import { EMAIL } from './email/email.ts'
import { OPSGENIE } from './opsgenie/opsgenie.ts'
import { PAGERDUTY } from './pagerduty/pagerduty.ts'
import { SLACK_APP } from './slack-app/slack-app.ts'
import { SLACK } from './slack/slack.ts'
import { SMS } from './sms/sms.ts'
import { WEB_PUSH } from './web-push/web-push.ts'
import { WEBHOOK } from './webhook/webhook.ts'

/**
 * Every channel type of the public API, in its order, and those of ours. A type without an implementation does not compile.
 */
export const channelTypes = {
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
} as const satisfies Record<string, ChannelTypeDescriptor<object>>

export type ChannelType = keyof typeof channelTypes

/** The config of each channel type, with every default filled in. */
export type ChannelConfigs = { readonly [T in ChannelType]: (typeof channelTypes)[T]['examples'][number] }

/** Names listed in the type of the table, so the cast adds nothing. */
const typeNames = Object.keys(channelTypes) as ChannelType[]
export const alertChannelTypes: readonly ChannelType[] = typeNames

/** The channel type that notifies the owner of an account, at the address of the owner. */
export const ownerChannelType = 'EMAIL' as const satisfies ChannelType

/** A config as it is stored: checked against the schema of its type, its defaults filled in. */
export type StoredConfig = Readonly<Record<string, unknown>>

const descriptorOf = (type: ChannelType): ChannelTypeDescriptor<object> => channelTypes[type]

/** Who reads a channel, whether it opens incidents, and which entitlement it needs. */
export function channelTraits(type: ChannelType, config: StoredConfig): ChannelTraits {
  const descriptor = descriptorOf(type)
  return { ...descriptor, ...descriptor.traitsOf?.(config) }
}

/** A problem of a config that its schema does not cover; null without one. */
export const findChannelProblem = (type: ChannelType, config: StoredConfig): ConfigProblem | null =>
  descriptorOf(type).findProblem?.(config) ?? null

/** The secret values of a config: its credential fields and its locked headers and parameters. */
export function channelSecrets(type: ChannelType, config: object): string[] {
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

/** After how many seconds an alert that goes on is sent again over a channel; null: never. */
export const repeatSeconds = (type: ChannelType): number | null => descriptorOf(type).repeatSeconds ?? null

export type { AlertmanagerConfig } from './alertmanager/alertmanager.ts'
export * from './channel-type-descriptor.ts'
export * from './config-problem.ts'
export type { EmailConfig } from './email/email.ts'
export * from './opsgenie/opsgenie.ts'
export type { PagerdutyConfig } from './pagerduty/pagerduty.ts'
export type { PhoneConfig } from './phone-fields.ts'
export type { SlackAppConfig } from './slack-app/slack-app.ts'
export type { SlackConfig } from './slack/slack.ts'
export * from './webhook/presets.ts'
export * from './webhook/traits-of-webhook.ts'
export * from './webhook/webhook.ts'

/** Whether messages of a channel are read by people, so that alerts of a burst may be grouped into one message. */
export const isReadByPeople = (type: ChannelType, config: StoredConfig): boolean =>
  channelTraits(type, config).reader === 'people'

/** Whether a failure sent over a channel opens an incident there, which the recovery has to close. */
export const opensIncidents = (type: ChannelType, config: StoredConfig): boolean =>
  channelTraits(type, config).opensIncidents
