import { isFields } from '#contract'
import {
  gotify,
  mail,
  ntfy,
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
import { isSensitive } from '../../counterparts/http-check.ts'
import type { Draft } from '../../draft.ts'
import type { Channel } from './export-of.ts'
import { textIn as wordsIn } from '../../counterparts/text-in.ts'

type Fields = Readonly<Record<string, unknown>>

interface Given {
  readonly draft: Draft
  readonly name: string
  /** The text of the value, and what it is as JSON. */
  readonly text: string
  readonly value: Fields
}

type Build = (given: Given) => ChannelValue | null

const textIn = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : null
const part = (value: unknown, name: string): unknown => (isFields(value) ? value[name] : undefined)
const url = ({ text, value }: Given): string | null =>
  textIn(part(value['incoming_webhook'], 'url')) ??
  textIn(part(value['webhook'], 'url')) ??
  textIn(value['url']) ??
  (text.startsWith('http') ? text : null)

const byUrl =
  (make: (draft: Draft, name: string, address: string) => ChannelValue): Build =>
  (given) => {
    const address = url(given)
    return address === null ? null : make(given.draft, given.name, address)
  }
const preset = (type: string) => (draft: Draft, name: string, address: string) => presetHook(draft, name, address, type)
const number = ({ text, value }: Given): string | null => textIn(value['value']) ?? (text.startsWith('+') ? text : null)

const builders: Readonly<Record<string, Build>> = {
  email: ({ text, value }) => mail(textIn(value['value']) ?? text),
  slack: byUrl(slack),
  mattermost: byUrl(textHook),
  rocketchat: byUrl(textHook),
  googlechat: byUrl(textHook),
  discord: byUrl(preset('WEBHOOK_DISCORD')),
  msteams: byUrl(preset('WEBHOOK_MSTEAMS')),
  msteamsw: byUrl(preset('WEBHOOK_MSTEAMS')),
  victorops: byUrl(preset('WEBHOOK_SPLUNK')),
  spike: byUrl(preset('WEBHOOK_SPIKESH')),
  pagertree: byUrl(plainHook),
  pd: ({ draft, name, text, value }) => pagerDuty(draft, name, textIn(value['service_key']) ?? text),
  opsgenie: ({ draft, name, text, value }) =>
    opsgenie(draft, name, {
      key: textIn(value['key']) ?? text,
      region: textIn(value['region']) ?? 'us',
      priority: null,
    }),
  sms: (given) => {
    const to = number(given)
    return to === null ? null : textMessage(given.name, to)
  },
  call: (given) => {
    const to = number(given)
    return to === null ? null : { type: 'CALL', config: { name: given.name, number: to } }
  },
  telegram: ({ draft, name, value }) => {
    const chat = textIn(value['id'])
    return chat === null
      ? null
      : telegram(draft, name, { token: null, chat, thread: textIn(value['thread_id']), server: null })
  },
  ntfy: ({ draft, name, value }) => {
    const topic = textIn(value['topic'])
    const priority = Number(value['priority'] ?? 3)
    const more = {
      server: textIn(value['url']),
      token: textIn(value['token']),
      priority: Number.isInteger(priority) ? priority : null,
    }
    return topic === null ? null : ntfy(draft, name, { topic, ...more })
  },
  gotify: ({ draft, name, value }) => {
    const [server, token] = [textIn(value['url']), textIn(value['token'])]
    return server === null || token === null ? null : gotify(draft, name, { server, token, priority: null })
  },
  po: ({ draft, name, text }) => {
    const [user = '', priority = '0'] = text.split('|')
    return pushover(draft, name, { token: null, user, priority: /^-?[0-2]$/.test(priority) ? Number(priority) : 0 })
  },
  webhook,
}

const placeholders: readonly (readonly [string, string])[] = [
  ['$NAME', '{{CHECK_NAME}}'],
  ['$STATUS', '{{ALERT_TYPE}}'],
  ['$CODE', '{{CHECK_ID}}'],
  ['$NOW', '{{STARTED_AT}}'],
  ['$TAGS', '{{TAGS}}'],
  ['$SLUG', '{{CHECK_NAME}}'],
]
const withOurs = (text: string): string =>
  placeholders.reduce((filled, [theirs, ours]) => filled.replaceAll(theirs, ours), text)

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'HEAD', 'DELETE']

/** The request of a failure; that of a recovery is the same. */
function webhook({ draft, name, value }: Given): ChannelValue | null {
  const address = textIn(value['url_down']) ?? textIn(value['url_up'])
  if (address === null) return null
  const isDown = textIn(value['url_down']) !== null
  const of = (field: string): unknown => value[`${field}_${isDown ? 'down' : 'up'}`]
  const method = textIn(of('method')) ?? 'GET'
  const body = textIn(of('body'))
  const headers = Object.entries(Object(of('headers'))).map(([key, one]) =>
    isSensitive(key)
      ? { key, value: draft.secret(`${name} ${key}`, String(one)), locked: true }
      : { key, value: withOurs(String(one)) },
  )
  const sent = {
    method: methods.includes(method) ? method : 'POST',
    headers,
    ...(body !== null && { template: withOurs(body) }),
  }
  return address.includes('$')
    ? { type: 'WEBHOOK', config: { name, url: withOurs(address), ...sent } }
    : plainHook(draft, name, address, sent)
}

/** Adds a channel for each that has a value; returns their logical ids by codes, those of groups for the group. */
export function addChannels(channels: readonly Channel[], draft: Draft): ReadonlyMap<string, readonly string[]> {
  const ids = new Map<string, readonly string[]>()
  const isGroup = ({ fields }: Channel): boolean => fields['kind'] === 'group'
  for (const channel of channels.filter((one) => !isGroup(one))) {
    const id = addChannel(channel, draft)
    ids.set(channel.code, id === null ? [] : [id])
  }
  for (const { code, fields } of channels.filter(isGroup)) {
    const members = wordsIn(fields['value']).split(',')
    ids.set(
      code,
      members.flatMap((member) => ids.get(member.trim()) ?? []),
    )
    draft.report({
      item: `integration "${wordsIn(fields['name']) || code}"`,
      field: '',
      fate: 'exact',
      note: 'Its members are subscribed.',
    })
  }
  return ids
}

function addChannel({ code, fields }: Channel, draft: Draft): string | null {
  const kind = wordsIn(fields['kind'])
  const name = wordsIn(fields['name']).trim() || `${kind} of healthchecks`
  const item = `integration "${name}"`
  const text = typeof fields['value'] === 'string' ? fields['value'] : ''
  if (text === '' && !isFields(fields['value'])) {
    const note =
      'The API does not tell where it leads: make a channel and subscribe the checks, or import the database.'
    draft.report({ item, field: 'value', fate: 'impossible', note })
    return null
  }
  const value = isFields(fields['value']) ? fields['value'] : parsed(text)
  const made = built(kind, { draft, name: name.slice(0, 200), text, value })
  if (made === null) {
    draft.report({
      item,
      field: 'kind',
      fate: 'impossible',
      note: `There is no channel for ${kind.slice(0, 40)}: use a webhook or mail.`,
    })
    return null
  }
  reportChannel(item, kind, { draft, value, fields })
  const flags = {
    sendFailure: value['down'] !== false,
    sendRecovery: value['up'] !== false,
    sendDegraded: false,
    sslExpiry: false,
  }
  const isPaused = fields['disabled'] === true || fields['disabled'] === 1
  return isPaused
    ? null
    : draft.add({ section: 'alertChannels', logicalId: `channel-${code}`, item, value: { ...made, ...flags } })
}

const built = (kind: string, given: Given): ChannelValue | null =>
  Object.hasOwn(builders, kind) ? (builders[kind]?.(given) ?? null) : null

interface Reported {
  readonly draft: Draft
  readonly value: Fields
  readonly fields: Fields
}

function reportChannel(item: string, kind: string, { draft, value, fields }: Reported): void {
  const note =
    kind === 'telegram' || kind === 'po'
      ? 'The token is that of the installation: enter it as a variable.'
      : kind === 'webhook' && value['url_up'] !== value['url_down']
        ? 'Failures and recoveries are sent alike, as failures were.'
        : ''
  draft.report({ item, field: 'value', fate: note === '' ? 'exact' : 'approximated', note })
  if (fields['disabled'] === true || fields['disabled'] === 1)
    draft.report({ item, field: 'disabled', fate: 'impossible', note: 'It was switched off there: not imported.' })
}

function parsed(text: string): Fields {
  try {
    const value: unknown = JSON.parse(text)
    return isFields(value) ? value : {}
  } catch {
    return {}
  }
}
