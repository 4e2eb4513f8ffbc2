import type { Draft } from '../draft.ts'

export interface ChannelValue {
  readonly type: string
  readonly config: Readonly<Record<string, unknown>>
}

const lines = '{{ALERT_TITLE}}\\n{{ALERT_REASON}}\\n{{RESULT_LINK}}'

/** A webhook that a tool of others receives. The URL is a credential for most of them. */
function hook(draft: Draft, name: string, url: string, more: Readonly<Record<string, unknown>> = {}): ChannelValue {
  return { type: 'WEBHOOK', config: { name, url: draft.secret(`${name} url`, url), method: 'POST', ...more } }
}

/** A webhook whose receiver takes `{ "text": … }`: Mattermost, Rocket.Chat, Google Chat, Zulip's Slack form. */
export const textHook = (draft: Draft, name: string, url: string): ChannelValue =>
  hook(draft, name, url, { template: `{ "text": "${lines}" }` })

export const presetHook = (draft: Draft, name: string, url: string, webhookType: string): ChannelValue =>
  hook(draft, name, url, { webhookType })

export const plainHook = hook

export const slack = (draft: Draft, name: string, url: string, channel: string | null = null): ChannelValue => ({
  type: 'SLACK',
  config: { url: draft.secret(`${name} url`, url), ...(channel !== null && { channel }) },
})

/** `address` has one mail address or several, separated by commas. */
export const mail = (address: string): ChannelValue => ({ type: 'EMAIL', config: { address } })

export const pagerDuty = (draft: Draft, name: string, key: string): ChannelValue => ({
  type: 'PAGERDUTY',
  config: { serviceName: name, serviceKey: draft.secret(`${name} key`, key) },
})

export const opsgenie = (
  draft: Draft,
  name: string,
  fields: { key: string; region: string; priority: string | null },
) => ({
  type: 'OPSGENIE',
  config: {
    name,
    apiKey: draft.secret(`${name} key`, fields.key),
    region: fields.region.toUpperCase() === 'EU' ? 'EU' : 'US',
    priority: /^P[1-5]$/.test(fields.priority ?? '') ? fields.priority : 'P3',
  },
})

export const textMessage = (name: string, number: string): ChannelValue => ({ type: 'SMS', config: { name, number } })

export function telegram(
  draft: Draft,
  name: string,
  fields: { token: string | null; chat: string; thread: string | null; server: string | null },
) {
  const parameters = [
    { key: 'chat_id', value: fields.chat },
    ...(fields.thread === null ? [] : [{ key: 'message_thread_id', value: fields.thread }]),
  ]
  const server = (fields.server ?? 'https://api.telegram.org').replace(/\/+$/, '')
  const url = `${server}/bot${draft.secret(`${name} token`, fields.token)}/sendMessage`
  const config = { name, url, method: 'POST', webhookType: 'WEBHOOK_TELEGRAM', queryParameters: parameters }
  return { type: 'WEBHOOK', config }
}

export function ntfy(
  draft: Draft,
  name: string,
  fields: { server: string | null; topic: string; token: string | null; priority: number | null },
) {
  const priority = fields.priority === null ? '' : `, "priority": ${fields.priority}`
  const template = `{ "topic": ${JSON.stringify(fields.topic)}, "title": "{{ALERT_TITLE}}", "message": "{{ALERT_REASON}}", "click": "{{RESULT_LINK}}"${priority} }`
  const headers = fields.token === null ? [] : [bearer(draft, name, fields.token)]
  return {
    type: 'WEBHOOK',
    config: { name, url: fields.server ?? 'https://ntfy.sh', method: 'POST', template, headers },
  }
}

const bearer = (draft: Draft, name: string, token: string) => ({
  key: 'authorization',
  value: `Bearer ${draft.secret(`${name} token`, token)}`,
  locked: true,
})

export function gotify(draft: Draft, name: string, fields: { server: string; token: string; priority: number | null }) {
  const template = `{ "title": "{{ALERT_TITLE}}", "message": "{{ALERT_REASON}} {{RESULT_LINK}}", "priority": ${fields.priority ?? 5} }`
  const key = { key: 'X-Gotify-Key', value: draft.secret(`${name} token`, fields.token), locked: true }
  const url = `${fields.server.replace(/\/+$/, '')}/message`
  return { type: 'WEBHOOK', config: { name, url, method: 'POST', template, headers: [key] } }
}

export function pushover(
  draft: Draft,
  name: string,
  fields: { token: string | null; user: string; priority: number | null },
) {
  const template = `{ "token": "${draft.secret(`${name} token`, fields.token)}", "user": "${draft.secret(`${name} user`, fields.user)}", "title": "{{ALERT_TITLE}}", "message": "{{ALERT_REASON}} {{RESULT_LINK}}", "priority": ${fields.priority ?? 0} }`
  const headers = [{ key: 'content-type', value: 'application/json' }]
  return {
    type: 'WEBHOOK',
    config: { name, url: 'https://api.pushover.net/1/messages.json', method: 'POST', template, headers },
  }
}
