import { isRecord, jsonOf } from './kuma-data.ts'
import { credential } from './notifications.ts'
import type { NotificationImport } from './notifications.ts'

interface Webhook {
  readonly type: 'WEBHOOK'
  readonly config: Readonly<Record<string, unknown>>
}

type ReadWebhook = (notification: NotificationImport) => Readonly<Record<string, unknown>> | null

/** The webhook for a product that takes one request; null for others, and without the address it needs. */
export function webhookOf(type: string, notification: NotificationImport): Webhook | null {
  const config = Object.hasOwn(products, type) ? products[type]?.(notification) : null
  return config ? { type: 'WEBHOOK', config: { name: notification.name.slice(0, 255), ...config } } : null
}

const text = '{{ALERT_TITLE}}{{#if ALERT_REASON}}\\n{{ALERT_REASON}}{{/if}}'
const jsonHeader = { key: 'content-type', value: 'application/json' }
export const isAddress = (url: string | null): url is string =>
  url !== null && /^https?:\/\//i.test(url) && URL.canParse(url)

/** A product that is addressed by its URL alone, with a preset or a body. */
const byUrl =
  (field: string, config: Readonly<Record<string, unknown>>, cosmetic: readonly string[] = []): ReadWebhook =>
  (notification) => {
    const { fields } = notification
    const url = fields.text(field)
    if (!isAddress(url)) return null
    fields.exact(field)
    for (const name of cosmetic) fields.approximated(name, 'Messages have the form that they have here.')
    return { url: credential(notification, 'URL', url), ...config }
  }

/** Line breaks and a number are templates, which are no texts of JSON. */
const jsonTemplate = (value: Readonly<Record<string, unknown>>): string =>
  JSON.stringify(value)
    .replaceAll('\\\\n', '\\n')
    .replaceAll(/"(\{\{#contains [^"]*\}\}1\{\{else\}\}0\{\{\/contains\}\})"/g, '$1')

const template = (body: Readonly<Record<string, unknown>>) => ({
  template: jsonTemplate(body),
  headers: [jsonHeader],
})

const telegram: ReadWebhook = (notification) => {
  const { fields } = notification
  const token = fields.text('telegramBotToken')
  const chat = fields.text('telegramChatID')
  const server = (fields.text('telegramServerUrl') ?? 'https://api.telegram.org').replace(/\/+$/, '')
  if (token === null || chat === null || !isAddress(server)) return null
  fields.exact('telegramBotToken', 'telegramChatID', 'telegramMessageThreadID', 'telegramServerUrl')
  for (const name of [
    'telegramSendSilently',
    'telegramProtectContent',
    'telegramUseTemplate',
    'telegramTemplate',
    'telegramTemplateParseMode',
  ])
    fields.approximated(name, 'Messages have the form that they have here.')
  const thread = fields.text('telegramMessageThreadID')
  const url = credential(notification, 'URL', `${server}/bot${token}/sendMessage`)
  const queryParameters = [
    { key: 'chat_id', value: chat },
    ...(thread === null ? [] : [{ key: 'message_thread_id', value: thread }]),
  ]
  return { webhookType: 'WEBHOOK_TELEGRAM', url, queryParameters }
}

/** A topic of ntfy, as JSON to the address of the server. */
const ntfy: ReadWebhook = (notification) => {
  const { fields } = notification
  const server = fields.text('ntfyserverurl') ?? 'https://ntfy.sh'
  const topic = fields.text('ntfytopic')
  if (topic === null || !isAddress(server)) return null
  fields.exact(
    'ntfyserverurl',
    'ntfytopic',
    'ntfyPriority',
    'ntfyAuthenticationMethod',
    'ntfyusername',
    'ntfypassword',
    'ntfyaccesstoken',
  )
  for (const name of [
    'ntfyIcon',
    'ntfyPriorityDown',
    'ntfyCall',
    'ntfyUseTemplate',
    'ntfyCustomTitle',
    'ntfyCustomMessage',
  ])
    fields.approximated(name, 'Messages have the form that they have here.')
  const priority = fields.number('ntfyPriority') ?? 3
  const token = fields.text('ntfyaccesstoken')
  const user = fields.text('ntfyusername')
  const authorization =
    token !== null ? `Bearer ${token}` : user !== null ? basic(user, fields.text('ntfypassword') ?? '') : null
  const { headers, ...body } = template({ topic, title: '{{ALERT_TITLE}}', message: '{{ALERT_REASON}}', priority })
  const value = authorization === null ? null : `{${credential(notification, 'AUTHORIZATION', authorization)}}`
  return {
    url: server,
    ...body,
    headers: [...headers, ...(value === null ? [] : [{ key: 'authorization', value, locked: true }])],
  }
}

const basic = (user: string, password: string): string => {
  const bytes = new TextEncoder().encode(`${user}:${password}`)
  return `Basic ${btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''))}`
}

const gotify: ReadWebhook = (notification) => {
  const { fields } = notification
  const server = fields.text('gotifyserverurl')
  const token = fields.text('gotifyapplicationToken')
  if (!isAddress(server) || token === null) return null
  fields.exact('gotifyserverurl', 'gotifyapplicationToken', 'gotifyPriority')
  const url = credential(
    notification,
    'URL',
    `${server.replace(/\/+$/, '')}/message?token=${encodeURIComponent(token)}`,
  )
  return {
    url,
    ...template({
      title: '{{ALERT_TITLE}}',
      message: '{{ALERT_REASON}}',
      priority: fields.number('gotifyPriority') ?? 8,
    }),
  }
}

const pushover: ReadWebhook = (notification) => {
  const { fields } = notification
  const user = fields.text('pushoveruserkey')
  const token = fields.text('pushoverapptoken')
  if (user === null || token === null) return null
  fields.exact('pushoveruserkey', 'pushoverapptoken', 'pushoverpriority')
  fields.approximated('pushovertitle', 'Messages have the form that they have here.')
  fields.ignored('pushoversounds', 'pushoversounds_up', 'pushoverdevice', 'pushoverttl')
  const address = 'https://api.pushover.net/1/messages.json'
  const parameters = [
    ['user', credential(notification, 'USER', user)],
    ['token', credential(notification, 'TOKEN', token)],
  ] as const
  const priority = Math.min(1, Math.max(-2, Math.round(fields.number('pushoverpriority') ?? 0)))
  const names = Object.fromEntries(parameters)
  return { url: address, ...template({ ...names, title: '{{ALERT_TITLE}}', message: text, priority }) }
}

/** A webhook of the person, whose receiver expects what Uptime Kuma sends. */
const webhook: ReadWebhook = (notification) => {
  const { fields } = notification
  const url = fields.text('webhookURL')
  if (!isAddress(url)) return null
  const method = fields.text('httpMethod')?.toUpperCase() === 'GET' ? 'GET' : 'POST'
  fields.exact('webhookURL', 'httpMethod')
  const headers = headersOf(notification)
  const address = credential(notification, 'URL', url)
  if (method === 'GET') {
    fields.approximated(
      'webhookContentType',
      'The parameters heartbeat and monitor have the fields that are known here.',
    )
    const queryParameters = [
      { key: 'msg', value: '{{ALERT_TITLE}}' },
      { key: 'heartbeat', value: jsonTemplate(heartbeat) },
      { key: 'monitor', value: jsonTemplate(monitor) },
    ]
    return { url: address, method, headers, queryParameters }
  }
  const type = fields.text('webhookContentType') ?? 'json'
  if (type === 'custom') return { url: address, method, headers, template: customBody(notification) }
  const body = jsonTemplate({ heartbeat, monitor, msg: text })
  fields.approximated(
    'webhookContentType',
    'The body is JSON with the fields heartbeat, monitor and msg, with what is known here.',
  )
  fields.ignored('webhookCustomBody')
  return { url: address, method, headers: [jsonHeader, ...headers], template: body }
}

/** 0 is down and 1 is up. */
const heartbeat = {
  status: "{{#contains ALERT_TYPE 'RECOVERY'}}1{{else}}0{{/contains}}",
  msg: '{{ALERT_REASON}}',
  time: '{{STARTED_AT}}',
  important: true,
}
const monitor = { id: '{{CHECK_ID}}', name: '{{CHECK_NAME}}', type: '{{CHECK_TYPE}}', url: '{{ALERT_TARGET}}' }

/** Variables of Liquid, as Uptime Kuma fills them. */
const variables: Readonly<Record<string, string>> = {
  status: '{{ALERT_TYPE}}',
  name: '{{CHECK_NAME}}',
  hostnameorurl: '{{ALERT_TARGET}}',
  hostname_or_url: '{{ALERT_TARGET}}',
  msg: '{{ALERT_TITLE}}',
  'monitorjson.name': '{{CHECK_NAME}}',
  'monitorjson.id': '{{CHECK_ID}}',
  'monitorjson.type': '{{CHECK_TYPE}}',
  'monitorjson.url': '{{ALERT_TARGET}}',
  'heartbeatjson.msg': '{{ALERT_REASON}}',
  'heartbeatjson.time': '{{STARTED_AT}}',
  'heartbeatjson.localdatetime': '{{STARTED_AT}}',
  localdatetime: '{{STARTED_AT}}',
}

function customBody({ fields }: NotificationImport): string {
  const given = (fields.text('webhookCustomBody') ?? '').slice(0, 100_000)
  fields.exact('webhookContentType')
  fields.approximated(
    'webhookCustomBody',
    'Variables have their counterparts; tags and filters of Liquid are left out.',
  )
  return given
    .replaceAll(/\{%[^%]*%\}/g, '')
    .replaceAll(/\{\{([^{}]*)\}\}/g, (_whole, inside: string) => {
      const name =
        inside
          .split('|')[0]
          ?.trim()
          .replaceAll(/\[['"]([^'"]*)['"]\]/g, '.$1')
          .toLowerCase() ?? ''
      return variables[name] ?? ''
    })
    .replaceAll(/\{\{(?![A-Z_]+\}\})/g, '{ {')
}

const headerName = /^[!#$%&'*+.^_`|~\dA-Za-z-]{1,200}$/

function headersOf(notification: NotificationImport): readonly { key: string; value: string; locked: true }[] {
  const { fields } = notification
  const given = jsonOf(fields.value('webhookAdditionalHeaders'))
  if (!isRecord(given)) {
    fields.impossible('webhookAdditionalHeaders', 'They are no JSON object: add them by hand.')
    return []
  }
  fields.exact('webhookAdditionalHeaders')
  return Object.entries(given)
    .filter(([key]) => headerName.test(key))
    .slice(0, 100)
    .map(([key, value]) => ({
      key,
      value: `{${credential(notification, `HEADER_${key.slice(0, 40)}`, String(value))}}`,
      locked: true,
    }))
}

const products: Readonly<Record<string, ReadWebhook>> = {
  webhook,
  telegram,
  ntfy,
  gotify,
  pushover,
  discord: (notification) => {
    const { fields } = notification
    const thread = fields.text('threadId')
    fields.exact('threadId')
    fields.ignored('discordUsername')
    for (const name of [
      'discordPrefixMessage',
      'discordChannelType',
      'postName',
      'discordMessageFormat',
      'discordUseMessageTemplate',
      'discordMessageTemplate',
      'disableUrl',
      'discordSuppressNotifications',
    ])
      fields.approximated(name, 'Messages have the form that they have here.')
    const read = byUrl('discordWebhookUrl', {
      webhookType: 'WEBHOOK_DISCORD',
      ...(thread !== null && { queryParameters: [{ key: 'thread_id', value: thread }] }),
    })
    return read(notification)
  },
  teams: byUrl('webhookUrl', { webhookType: 'WEBHOOK_MSTEAMS' }, ['teamsEnableTags']),
  Splunk: byUrl('splunkRestURL', { webhookType: 'WEBHOOK_SPLUNK' }, ['splunkSeverity', 'splunkAutoResolve']),
  GrafanaOncall: byUrl(
    'GrafanaOncallURL',
    template({
      title: '{{ALERT_TITLE}}',
      message: '{{ALERT_REASON}}',
      state: "{{#contains ALERT_TYPE 'RECOVERY'}}ok{{else}}alerting{{/contains}}",
    }),
  ),
  mattermost: byUrl('mattermostWebhookUrl', template({ text }), [
    'mattermostusername',
    'mattermostchannel',
    'mattermosticonemo',
    'mattermosticonurl',
  ]),
  'rocket.chat': byUrl('rocketwebhookURL', template({ text }), [
    'rocketchannel',
    'rocketusername',
    'rocketiconemo',
    'rocketbutton',
  ]),
  GoogleChat: byUrl('googleChatWebhookURL', template({ text }), [
    'googleChatUseTemplate',
    'googleChatTemplate',
    'googleChatMaxRetries',
  ]),
  Feishu: byUrl('feishuWebHookUrl', template({ msg_type: 'text', content: { text } })),
  squadcast: byUrl(
    'squadcastWebhookURL',
    template({
      message: '{{ALERT_TITLE}}',
      description: '{{ALERT_REASON}}',
      status: "{{#contains ALERT_TYPE 'RECOVERY'}}resolve{{else}}trigger{{/contains}}",
      event_id: '{{CHECK_ID}}',
    }),
  ),
  SIGNL4: byUrl(
    'webhookURL',
    template({
      Title: '{{ALERT_TITLE}}',
      Message: '{{ALERT_REASON}}',
      'X-S4-ExternalID': '{{CHECK_ID}}',
      'X-S4-Status': "{{#contains ALERT_TYPE 'RECOVERY'}}resolved{{else}}new{{/contains}}",
    }),
  ),
  alertnow: byUrl(
    'alertNowWebhookURL',
    template({ summary: '{{ALERT_TITLE}}', description: '{{ALERT_REASON}}', status: 'open' }),
  ),
}
