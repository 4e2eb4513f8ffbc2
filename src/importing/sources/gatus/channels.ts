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
import { SourceFields } from '../../source-fields.ts'

type Fields = Readonly<Record<string, unknown>>
type Build = (fields: SourceFields, draft: Draft, name: string) => ChannelValue | null

const byUrl =
  (name: string, make: (draft: Draft, label: string, url: string) => ChannelValue): Build =>
  (fields, draft, label) => {
    const url = fields.text(name)
    return url === null ? null : make(draft, label, url)
  }

const preset = (type: string) => (draft: Draft, label: string, url: string) => presetHook(draft, label, url, type)

const builders: Readonly<Record<string, Build>> = {
  slack: byUrl('webhook-url', slack),
  discord: byUrl('webhook-url', preset('WEBHOOK_DISCORD')),
  teams: byUrl('webhook-url', preset('WEBHOOK_MSTEAMS')),
  'teams-workflows': byUrl('webhook-url', preset('WEBHOOK_MSTEAMS')),
  mattermost: byUrl('webhook-url', textHook),
  rocketchat: byUrl('webhook-url', textHook),
  googlechat: byUrl('webhook-url', textHook),
  pagerduty: (fields, draft, name) => {
    const key = fields.text('integration-key')
    return key === null ? null : pagerDuty(draft, name, key)
  },
  opsgenie: (fields, draft, name) => {
    const key = fields.text('api-key')
    return key === null ? null : opsgenie(draft, name, { key, region: 'US', priority: fields.text('priority') })
  },
  email: (fields) => {
    const to = fields.text('to')
    fields.ignored('from', 'username', 'password', 'host', 'port', 'client')
    return to === null ? null : mail(to)
  },
  telegram: (fields, draft, name) => {
    const [token, chat] = [fields.text('token'), fields.text('id')]
    const more = { thread: fields.text('topic-id'), server: fields.text('api-url') }
    return token === null || chat === null ? null : telegram(draft, name, { token, chat, ...more })
  },
  twilio: (fields, _draft, name) => {
    const number = fields.text('to')
    fields.ignored('sid', 'token', 'from', 'text-twilio-triggered', 'text-twilio-resolved')
    return number === null ? null : textMessage(name, number)
  },
  ntfy: (fields, draft, name) => {
    const topic = fields.text('topic')
    const more = { server: fields.text('url'), token: fields.text('token'), priority: fields.number('priority') }
    return topic === null ? null : ntfy(draft, name, { topic, ...more })
  },
  gotify: (fields, draft, name) => {
    const [server, token] = [fields.text('server-url'), fields.text('token')]
    const priority = fields.number('priority')
    return server === null || token === null ? null : gotify(draft, name, { server, token, priority })
  },
  pushover: (fields, draft, name) => {
    const [token, user] = [fields.text('application-token'), fields.text('user-key')]
    const priority = fields.number('priority')
    return token === null || user === null ? null : pushover(draft, name, { token, user, priority })
  },
  gitlab: byUrl('webhook-url', preset('WEBHOOK_GITLAB_ALERT')),
  'incident-io': byUrl('url', preset('WEBHOOK_INCIDENTIO')),
  custom,
}

const placeholders: readonly (readonly [string, string])[] = [
  ['[ALERT_DESCRIPTION]', '{{ALERT_TITLE}}'],
  ['[ENDPOINT_NAME]', '{{CHECK_NAME}}'],
  ['[ENDPOINT_GROUP]', '{{GROUP_NAME}}'],
  ['[ENDPOINT_URL]', '{{ALERT_TARGET}}'],
  ['[RESULT_ERRORS]', '{{ALERT_REASON}}'],
  ['[RESULT_CONDITIONS]', '{{ALERT_REASON}}'],
  ['[ALERT_TRIGGERED_OR_RESOLVED]', '{{ALERT_TYPE}}'],
]

const withOurs = (text: string): string =>
  placeholders.reduce((filled, [theirs, ours]) => filled.replaceAll(theirs, ours), text)

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'HEAD', 'DELETE']

function custom(fields: SourceFields, draft: Draft, name: string): ChannelValue | null {
  const url = fields.text('url')
  if (url === null) return null
  const method = (fields.text('method') ?? 'GET').toUpperCase()
  const body = fields.text('body')
  const given = fields.value('headers')
  const headers = Object.entries(isFields(given) ? given : {}).map(([key, value]) =>
    isSensitive(key)
      ? { key, value: draft.secret(`${name} ${key}`, String(value)), locked: true }
      : { key, value: withOurs(String(value)) },
  )
  fields.value('placeholders')
  if (url.includes('[') || (body ?? '').includes('['))
    fields.approximated(
      'body',
      'Placeholders have the nearest variable of alerts; the words for triggered and resolved differ.',
    )
  const sent = {
    method: methods.includes(method) ? method : 'POST',
    headers,
    ...(body !== null && { template: withOurs(body) }),
  }
  return url.includes('[')
    ? { type: 'WEBHOOK', config: { name, url: withOurs(url), ...sent } }
    : plainHook(draft, name, url, sent)
}

const whyNot = (type: string): string =>
  Object.hasOwn(builders, type)
    ? 'The provider is not configured here: make a channel and subscribe the checks.'
    : `There is no channel for ${type}: use a webhook or mail.`

/** The alert of an endpoint, with the defaults of its provider. */
export interface Alert {
  readonly type: string
  readonly sendsResolved: boolean
  readonly override: Fields
}

/** Channels of the providers: one for each set of settings that alerts ask for. */
export class Channels {
  readonly #draft: Draft
  readonly #alerting: Fields
  readonly #known = new Map<string, string | null>()

  constructor(draft: Draft, alerting: Fields) {
    this.#draft = draft
    this.#alerting = alerting
  }

  /** The values that an alert of this type has without saying so. */
  defaultsOf(type: string): Fields {
    const { 'default-alert': given } = this.#providerOf(type)
    return isFields(given) ? given : {}
  }

  /** The logical id of the channel, or null where there is none; the reason is reported once. */
  idFor({ type, sendsResolved, override }: Alert, group: string | null): string | null {
    const key = JSON.stringify([type, sendsResolved, override, this.#overrideOf(type, group)])
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const id = this.#add({ type, sendsResolved, override }, group)
    this.#known.set(key, id)
    return id
  }

  #add({ type, sendsResolved, override }: Alert, group: string | null): string | null {
    const { overrides: _overrides, 'default-alert': _default, ...common } = this.#providerOf(type)
    const { group: _group, ...ofGroup } = this.#overrideOf(type, group)
    const owner = Object.keys(ofGroup).length > 0 ? (group ?? '') : ''
    const item = `alerting ${type}${owner && ` of ${owner}`}`
    const fields = new SourceFields(this.#draft, item, { ...common, ...ofGroup, ...override })
    const build = Object.hasOwn(builders, type) ? builders[type] : undefined
    const name = `Gatus ${type}${owner && ` ${owner}`}`.slice(0, 200)
    const value = build?.(fields, this.#draft, name) ?? null
    if (value === null) {
      this.#draft.report({ item, field: '', fate: 'impossible', note: whyNot(type) })
      return null
    }
    this.#draft.report({ item, field: '', fate: 'exact', note: '' })
    fields.ignored('title', 'message-content', 'click', 'email', 'sound', 'device', 'ttl', 'resolved-priority')
    fields.finish()
    const flags = { sendFailure: true, sendDegraded: false, sendRecovery: sendsResolved, sslExpiry: false }
    const logicalId = `${type}${owner && `-${owner}`}`
    return this.#draft.add({ section: 'alertChannels', logicalId, item, value: { ...value, ...flags } })
  }

  #providerOf(type: string): Fields {
    const provider = Object.hasOwn(this.#alerting, type) ? this.#alerting[type] : undefined
    return isFields(provider) ? provider : {}
  }

  #overrideOf(type: string, group: string | null): Fields {
    const { overrides } = this.#providerOf(type)
    const found: unknown = Array.isArray(overrides)
      ? overrides.find((one) => isFields(one) && one['group'] === group)
      : null
    return group !== null && isFields(found) ? found : {}
  }
}
