import { describe, expect, it } from 'vitest'
import { isReadByPeople, webhookPresets } from '#contract'
import type { ChannelConfigs, ImplementedChannelType, WebhookConfig, WebhookPreset } from '#contract'
import { alertEventNames, alertEvents } from '../../tests/support/alert-events.ts'
import type { AlertEventName } from '../../tests/support/alert-events.ts'
import { plainServer, startMailbox } from '../../tests/support/mailbox.ts'
import type { ReceivedMail } from '../../tests/support/mailbox.ts'
import { notificationOf, toolsWith } from '../../tests/support/notification.ts'
import { pretty, providersAt } from '../../tests/support/provider-tools.ts'
import { startWebReceiver } from '../../tests/support/web-receiver.ts'
import { alertMessage } from './alert-message.ts'
import { deliver } from './index.ts'
import { mailHtml } from './email/mail-message.ts'

/** A way to be told: a channel type, a preset of webhooks, or webhooks with the service's own document. */
interface Kind<T extends ImplementedChannelType> {
  readonly type: T
  readonly config: (url: string) => ChannelConfigs[T]
}

type Kinds = { readonly [T in Exclude<ImplementedChannelType, 'WEBHOOK'>]: Kind<T> } & {
  readonly [P in WebhookPreset | 'WEBHOOK']: Kind<'WEBHOOK'>
}

const webhook = (webhookType: WebhookPreset | null, queryParameters: WebhookConfig['queryParameters'] = []) => ({
  type: 'WEBHOOK' as const,
  config: (url: string): WebhookConfig => ({
    name: 'hook',
    url,
    method: 'POST',
    template: null,
    headers: [],
    queryParameters,
    webhookSecret: null,
    webhookType,
  }),
})
const parameter = (key: string, value: string) => [{ key, value, locked: false }]
const phone = { number: '+4930901820', name: 'On call' }

/** A new type or preset does not compile without its row, and its messages fail until they are recorded. */
const kinds: Kinds = {
  EMAIL: { type: 'EMAIL', config: () => ({ address: 'ops@example.com' }) },
  SLACK: { type: 'SLACK', config: (url) => ({ url, channel: null }) },
  SLACK_APP: { type: 'SLACK_APP', config: () => ({ slackChannels: ['#alerts'] }) },
  SMS: { type: 'SMS', config: () => phone },
  CALL: { type: 'CALL', config: () => phone },
  PAGERDUTY: { type: 'PAGERDUTY', config: () => ({ account: 'acme', serviceName: 'Shop', serviceKey: 'key' }) },
  OPSGENIE: { type: 'OPSGENIE', config: () => ({ name: '', apiKey: 'key', region: 'EU', priority: 'P1' }) },
  WEBHOOK: webhook(null),
  WEBHOOK_CORALOGIX: webhook('WEBHOOK_CORALOGIX'),
  WEBHOOK_DISCORD: webhook('WEBHOOK_DISCORD'),
  WEBHOOK_FIREHYDRANT: webhook('WEBHOOK_FIREHYDRANT'),
  WEBHOOK_GITLAB_ALERT: webhook('WEBHOOK_GITLAB_ALERT'),
  WEBHOOK_ILERT: webhook('WEBHOOK_ILERT', parameter('integrationKey', 'key')),
  WEBHOOK_INCIDENTIO: webhook('WEBHOOK_INCIDENTIO'),
  WEBHOOK_MSTEAMS: webhook('WEBHOOK_MSTEAMS'),
  WEBHOOK_ROOTLY: webhook('WEBHOOK_ROOTLY'),
  WEBHOOK_SPIKESH: webhook('WEBHOOK_SPIKESH'),
  WEBHOOK_SPLUNK: webhook('WEBHOOK_SPLUNK'),
  WEBHOOK_TELEGRAM: webhook('WEBHOOK_TELEGRAM', parameter('chat_id', '-100123')),
}
/** Names listed in the type of the table, so the cast adds nothing. */
const kindNames = Object.keys(kinds) as (keyof Kinds)[]

/** Programs get a call for each check. */
const isForPeople = (name: keyof Kinds): boolean =>
  isReadByPeople(kinds[name].type, kinds[name].config('https://chat.example'))

/** What the receivers of one kind are sent for one event, as they get it. */
async function sent(kindName: keyof Kinds, event: AlertEventName): Promise<string> {
  await using mailbox = await startMailbox(plainServer)
  await using receiver = await startWebReceiver((response) => response.end('{"ok":true,"status":"queued"}'))
  const mail = { url: `smtp://127.0.0.1:${mailbox.port}`, from: 'Belfry <belfry@example.com>' }
  const tools = providersAt(receiver.url, toolsWith({ mail }))
  // Each row of the table pairs a type with its own config.
  const kind = kinds[kindName] as Kind<'WEBHOOK'>
  const told = alertEvents[event]
  const notification = notificationOf(kind.type, kind.config(receiver.url), told)
  expect(await deliver(notification, tools)).toMatchObject({ outcome: 'sent' })
  const requests = receiver.requests.map(({ path, body }) => `${path}\n${readableBody(body)}`)
  return [...mailbox.mails.map((one) => plainPart(one)), ...requests].join('\n')
}

/** The subject and the part in plain text, as a mail program shows them. */
function plainPart({ source }: ReceivedMail): string {
  const text = source.replaceAll('\r\n', '\n')
  const boundary = /boundary="([^"]+)"/.exec(text)?.[1] ?? ''
  const part = text.split(`--${boundary}\n`).find((one) => one.startsWith('Content-Type: text/plain')) ?? ''
  const [header = '', ...body] = part.split('\n\n')
  const shown = body.join('\n\n')
  const isQuoted = /quoted-printable/.test(header)
  return `Subject: ${subjectOf(text)}\n\n${isQuoted ? unquoted(shown.replaceAll('=\n', '')) : shown}`
}

function subjectOf(text: string): string {
  const subject = /^Subject: (.*(?:\n[ \t].*)*)/m.exec(text)?.[1] ?? ''
  const words = subject.replaceAll(/\n[ \t]+/g, ' ').replaceAll(/\?= =\?UTF-8\?Q\?/g, '')
  const encoded = /^=\?UTF-8\?Q\?(.*)\?=$/.exec(words)?.[1]
  return encoded === undefined ? words : unquoted(encoded.replaceAll('_', ' '))
}

const unquoted = (text: string): string =>
  Buffer.from(
    text.replaceAll(/=([\dA-F]{2})/g, (_escape, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')

function readableBody(body: string): string {
  if (body.startsWith('{') || body.startsWith('[')) return pretty(body)
  return [...new URLSearchParams(body)].map(([name, value]) => `${name}: ${value}\n`).join('')
}

describe.each(kindNames)('a message by %s', (kindName) => {
  it('says for every event what is recorded', async () => {
    for (const event of alertEventNames) {
      if (event === 'grouped' && !isForPeople(kindName)) continue
      const file = `../../tests/golden/channels/messages/${kindName.toLowerCase()}/${event}.txt`
      await expect(await sent(kindName, event)).toMatchFileSnapshot(file)
    }
  })

  it('names the target, the reason, the duration of a recovery and the ping that is missed', async () => {
    const isSpoken = kindName === 'SMS' || kindName === 'CALL'
    const parts = isSpoken ? [] : ['shop.example/api/checkout', '2 of 3']
    const failure = sentence(await sent(kindName, 'failure'))
    for (const part of ['503 Service Unavailable', ...parts]) expect(failure).toContain(part)
    expect(await sent(kindName, 'recovery')).toMatch(/12 min 25 s|"outageSeconds": 745/)
    const late = await sent(kindName, 'heartbeat-late')
    expect(late).toMatch(/2026-11-20[ T]03:00/)
    expect(late).not.toMatch(/Response time|\b0 ms\b|"responseTime"/)
  })

  it.runIf(isForPeople(kindName))('tells of many checks at once, the worst first', async () => {
    const told = await sent(kindName, 'grouped')
    expect(told).toMatch(/13 checks: 10 failing, 1 degraded, 1 with expiring certificates, 1 recovered/)
  })
})

/** Where a document of its own tells numbers, its fields stand for the words. */
const sentence = (text: string): string => text.replace(/"failing": 2,\s*"degraded": 0,\s*"total": 3/, '2 of 3')

describe.each(alertEventNames)('the HTML of a mail about %s', (event) => {
  it('is what is recorded', async () => {
    const notification = notificationOf('EMAIL', { address: 'ops@example.com' }, alertEvents[event])
    const file = `../../tests/golden/channels/messages/email/${event}.html`
    await expect(mailHtml(alertMessage(notification))).toMatchFileSnapshot(file)
  })
})

it('knows the reader of every preset', () => {
  expect(webhookPresets.filter((name) => isReadByPeople('WEBHOOK', webhook(name).config('')))).toEqual([
    'WEBHOOK_DISCORD',
    'WEBHOOK_MSTEAMS',
    'WEBHOOK_TELEGRAM',
  ])
  const { config } = webhook('WEBHOOK_DISCORD')
  expect(isReadByPeople('WEBHOOK', { ...config(''), template: '{}' })).toBe(false)
})
