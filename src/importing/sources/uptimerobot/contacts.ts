import {
  mail,
  opsgenie,
  pagerDuty,
  plainHook,
  presetHook,
  pushover,
  slack,
  telegram,
  textHook,
  textMessage,
} from '../../counterparts/chat-channels.ts'
import type { ChannelValue } from '../../counterparts/chat-channels.ts'
import type { Fields } from '../../counterparts/hosted/answers.ts'
import type { Channels } from '../../counterparts/hosted/channels.ts'
import { isSensitive } from '../../counterparts/http-check.ts'
import { textIn } from '../../counterparts/text-in.ts'
import type { Draft } from '../../draft.ts'
import { SourceFields } from '../../source-fields.ts'

interface Given {
  readonly draft: Draft
  readonly name: string
  readonly fields: SourceFields
  readonly value: string
}

type Build = (given: Given) => ChannelValue | null

const toUrl =
  (make: (draft: Draft, name: string, url: string) => ChannelValue): Build =>
  ({ draft, name, value }) =>
    /^https?:\/\//i.test(value) ? make(draft, name, value) : null

const preset = (type: string): Build => toUrl((draft, name, url) => presetHook(draft, name, url, type))

const builders: Readonly<Record<string, Build>> = {
  email: ({ value }) => mail(value),
  sms: ({ name, value }) => textMessage(name, value),
  voice: ({ name, value }) => ({ type: 'CALL', config: { name, number: value } }),
  webhook: webhook,
  slack: toUrl(slack),
  msteams: preset('WEBHOOK_MSTEAMS'),
  discord: preset('WEBHOOK_DISCORD'),
  splunk: preset('WEBHOOK_SPLUNK'),
  googlechat: toUrl(textHook),
  mattermost: toUrl(textHook),
  zapier: toUrl(plainHook),
  pagerduty: ({ draft, name, value }) => pagerDuty(draft, name, value),
  opsgenie: ({ draft, name, value }) => opsgenie(draft, name, { key: value, region: 'us', priority: null }),
  pushover: ({ draft, name, value }) => pushover(draft, name, { token: null, user: value, priority: 0 }),
  telegram: ({ draft, name, fields, value }) =>
    telegram(draft, name, { token: null, chat: fields.text('customValue') ?? value, thread: null, server: null }),
}

/** Types by their numbers in version 2, and by other words for them. */
const synonyms: Readonly<Record<string, string>> = {
  1: 'sms',
  2: 'email',
  5: 'webhook',
  6: 'pushbullet',
  7: 'zapier',
  9: 'pushover',
  11: 'slack',
  14: 'voice',
  15: 'splunk',
  16: 'pagerduty',
  17: 'opsgenie',
  18: 'telegram',
  20: 'msteams',
  21: 'googlechat',
  23: 'discord',
  voicecall: 'voice',
  call: 'voice',
  microsoftteams: 'msteams',
  teams: 'msteams',
  splunkoncall: 'splunk',
  victorops: 'splunk',
  hangoutschat: 'googlechat',
}

function typeOf(text: string): string {
  const plain = text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  return synonyms[plain] ?? plain
}

const hidden = /\*{3,}|•{3,}/

/** Adds the channel of a contact or an integration. */
export function readContact(given: Fields, draft: Draft, channels: Channels): void {
  const id = textIn(given['id'])
  const type = typeOf(textIn(given['type']))
  const name = nameIn(given) || `${type} ${id}`
  const item = `alert contact "${name}" (${id})`
  const fields = new SourceFields(draft, item, given)
  const value = valueIn(fields)
  const build = Object.hasOwn(builders, type) ? (builders[type] ?? null) : null
  const made = value === '' ? null : (build?.({ draft, name, fields, value }) ?? null)
  fields.exact('friendlyName', 'friendly_name', 'name', 'id')
  if (made === null) reportLost(fields, { type, isTold: value !== '', isKnown: build !== null })
  else {
    if (tokenTypes.has(type))
      fields.approximated('value', 'The token of UptimeRobot cannot be used: enter your own token as a variable.')
    fields.exact('type', 'value', 'webhookURL')
    channels.add(id, item, made, flagsFrom(fields))
  }
  reportRest(fields)
}

const nameIn = (given: Fields): string =>
  textIn(given['friendlyName'] ?? given['friendly_name'] ?? given['name']).slice(0, 200)

/** Types whose messages are sent by an application of UptimeRobot. */
const tokenTypes: ReadonlySet<string> = new Set(['telegram', 'pushover'])

/** Empty where the API hides it. */
function valueIn(fields: SourceFields): string {
  const value = fields.text('webhookURL') ?? fields.text('value') ?? ''
  return hidden.test(value) ? '' : value
}

interface Lost {
  readonly type: string
  readonly isTold: boolean
  readonly isKnown: boolean
}

function reportLost(fields: SourceFields, { type, isTold, isKnown }: Lost): void {
  if (isKnown) fields.exact('type')
  else fields.impossible('type', `There is no channel for ${type.slice(0, 40)}: use mail or a webhook.`)
  const note = isTold ? 'There is no channel that this leads to.' : 'The API does not tell where it leads.'
  fields.impossible('value', `${note} Make a channel, and subscribe the checks.`)
}

function flagsFrom(fields: SourceFields) {
  const text = (fields.text('enableNotificationsFor') ?? '').toLowerCase()
  fields.exact('enableNotificationsFor')
  return { sendFailure: text !== 'up' && text !== 'none', sendRecovery: text !== 'down' && text !== 'none' }
}

function reportRest(fields: SourceFields): void {
  const status = (fields.text('status') ?? '').toLowerCase()
  if (['paused', 'notactivated', 'not_activated', '0', '1'].includes(status))
    fields.approximated('status', 'It is not in use there: pause the channel here.')
  else fields.exact('status')
  if (fields.flag('sslExpirationReminder'))
    fields.approximated('sslExpirationReminder', 'Monitors that watch certificates decide.')
  else fields.exact('sslExpirationReminder')
  fields.ignored('mobileProviderId', 'orgAlertContactId', 'config', 'autoResolve', 'location', 'priority')
  fields.exact('customValue')
  fields.finish()
}

/** The message becomes that of ours; headers with credentials become secrets. */
function webhook({ draft, name, fields, value }: Given): ChannelValue | null {
  if (!/^https?:\/\//i.test(value)) return null
  const given = Object.entries(Object(fields.value('customHeaders')))
  const headers = given.map(([key, text]) =>
    isSensitive(key)
      ? { key, value: draft.secret(`${name} ${key}`, String(text)), locked: true }
      : { key, value: String(text) },
  )
  fields.exact('customHeaders')
  if (fields.text('postValue') !== null)
    fields.approximated('postValue', 'The message is ours: write a template with our variables.')
  fields.ignored('sendAsJSON', 'sendAsQueryString', 'sendAsPostParameters')
  for (const custom of ['customValue2', 'customValue3', 'customValue4']) fields.ignored(custom)
  return plainHook(draft, name, value, headers.length > 0 ? { headers } : {})
}
