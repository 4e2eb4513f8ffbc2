import { credential, isAddress } from './notification-import.ts'
import type { NotificationImport } from './notification-import.ts'
import { ownWebhook } from './own-webhook.ts'
import { jsonHeader, jsonTemplate, messageText } from './webhook-template.ts'

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
  const { headers, ...body } = template({ topic, title: '{{ALERT_TITLE}}', message: '{{ALERT_REASON}}', priority })
  return { url: server, ...body, headers: [...headers, ...authorizationOf(notification)] }
}

function authorizationOf(notification: NotificationImport): readonly object[] {
  const { fields } = notification
  const token = fields.text('ntfyaccesstoken')
  const user = fields.text('ntfyusername')
  if (token === null && user === null) return []
  const text = token === null ? basic(user ?? '', fields.text('ntfypassword') ?? '') : `Bearer ${token}`
  return [{ key: 'authorization', value: `{${credential(notification, 'AUTHORIZATION', text)}}`, locked: true }]
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
  return { url: address, ...template({ ...names, title: '{{ALERT_TITLE}}', message: messageText, priority }) }
}

const products: Readonly<Record<string, ReadWebhook>> = {
  webhook: ownWebhook,
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
  mattermost: byUrl('mattermostWebhookUrl', template({ text: messageText }), [
    'mattermostusername',
    'mattermostchannel',
    'mattermosticonemo',
    'mattermosticonurl',
  ]),
  'rocket.chat': byUrl('rocketwebhookURL', template({ text: messageText }), [
    'rocketchannel',
    'rocketusername',
    'rocketiconemo',
    'rocketbutton',
  ]),
  GoogleChat: byUrl('googleChatWebhookURL', template({ text: messageText }), [
    'googleChatUseTemplate',
    'googleChatTemplate',
    'googleChatMaxRetries',
  ]),
  Feishu: byUrl('feishuWebHookUrl', template({ msg_type: 'text', content: { text: messageText } })),
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
