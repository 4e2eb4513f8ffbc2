import { describe, expect, it } from 'vitest'
import { alertChannelTypes, channelTypes, isReadByPeople, presetParametersOf, webhookPresets } from '#contract'
import type { ChannelConfigs, ChannelType, WebhookConfig, WebhookPreset } from '#contract'
import { alertEventNames, alertEvents } from '../../tests/support/alert-events.ts'
import type { AlertEventName } from '../../tests/support/alert-events.ts'
import { plainServer, startMailbox } from '../../tests/support/mailbox.ts'
import type { ReceivedMail } from '../../tests/support/mailbox.ts'
import { exampleConfig, notificationOf, toolsWith } from '../../tests/support/notification.ts'
import { pretty, providersAt } from '../../tests/support/provider-tools.ts'
import { decryptedByBrowser } from '../../tests/support/receiving-browser.ts'
import { startWebReceiver } from '../../tests/support/web-receiver.ts'
import type { ReceivedRequest } from '../../tests/support/web-receiver.ts'
import { alertMessage } from './alert-message.ts'
import { deliver } from './index.ts'
import { mailHtml } from './email/mail-message.ts'

/** One way to be notified, whose messages are recorded in the folder of its name. */
interface Recorded {
  readonly folder: string
  readonly type: ChannelType
  readonly config: (url: string) => ChannelConfigs[ChannelType]
}

const webhook = (webhookType: WebhookPreset | null) => ({
  type: 'WEBHOOK' as const,
  config: (url: string): WebhookConfig => ({
    name: 'hook',
    url,
    method: 'POST',
    template: null,
    headers: [],
    queryParameters: webhookType === null ? [] : parametersOf(webhookType),
    webhookSecret: null,
    webhookType,
  }),
})
const parameterValues: Readonly<Record<string, string>> = { integrationKey: 'key', chat_id: '-100123' }
const parametersOf = (preset: WebhookPreset): WebhookConfig['queryParameters'] =>
  Object.entries(presetParametersOf(preset))
    .filter(([, isRequired]) => isRequired)
    .map(([key]) => ({ key, value: parameterValues[key] ?? 'value', locked: false }))

/** Every type, webhooks with the service's own document, and every preset: messages fail until they are recorded. */
const recorded: readonly Recorded[] = [
  ...alertChannelTypes
    .filter((type) => type !== 'WEBHOOK')
    .map((type) => ({
      folder: channelTypes[type].folder,
      type,
      config: (url: string) => exampleConfig(type, url),
    })),
  { folder: channelTypes.WEBHOOK.folder, ...webhook(null) },
  ...webhookPresets.map((preset) => ({ folder: preset.toLowerCase(), ...webhook(preset) })),
]

/** Programs get a call for each check. */
const isForPeople = ({ type, config }: Recorded): boolean => isReadByPeople(type, { ...config('https://chat.example') })

/** The requests that receivers get for one event. */
async function sent({ type, config }: Recorded, event: AlertEventName): Promise<string> {
  await using mailbox = await startMailbox(plainServer)
  await using receiver = await startWebReceiver((response) => response.end('{"ok":true,"status":"queued"}'))
  const mail = { url: `smtp://127.0.0.1:${mailbox.port}`, from: 'Belfry <belfry@example.com>' }
  const tools = providersAt(receiver.url, toolsWith({ mail }))
  const notification = notificationOf(type, config(receiver.url), alertEvents[event])
  expect(await deliver(notification, tools)).toMatchObject({ outcome: 'sent' })
  const requests = receiver.requests.map((request) => `${request.path}\n${readableBody(request)}`)
  return [...mailbox.mails.map((one) => plainPart(one)), ...requests].join('\n')
}

/** The subject and the part in plain text, as a mail program shows them. */
function plainPart({ source }: ReceivedMail): string {
  const text = source.replaceAll('\r\n', '\n')
  const boundary = /boundary="([^"]+)"/.exec(text)?.[1] ?? ''
  const part = text.split(`--${boundary}\n`).find((one) => one.startsWith('Content-Type: text/plain')) ?? ''
  const [header = '', ...body] = part.split('\n\n')
  const displayed = body.join('\n\n')
  const isQuoted = /quoted-printable/.test(header)
  return `Subject: ${subjectOf(text)}\n\n${isQuoted ? unquoted(displayed.replaceAll('=\n', '')) : displayed}`
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

function readableBody({ headers, body, bytes }: ReceivedRequest): string {
  if (headers['content-encoding'] === 'aes128gcm') return pretty(decryptedByBrowser(bytes))
  if (body.startsWith('{') || body.startsWith('[')) return pretty(body)
  return [...new URLSearchParams(body)].map(([name, value]) => `${name}: ${value}\n`).join('')
}

describe.each(recorded)('a message by $folder', (way) => {
  it('says for every event what is recorded', async () => {
    for (const event of alertEventNames) {
      if (event === 'grouped' && !isForPeople(way)) continue
      const file = `../../tests/golden/channels/messages/${way.folder}/${event}.txt`
      await expect(await sent(way, event)).toMatchFileSnapshot(file)
    }
  })

  it('names the target, the reason, the duration of a recovery and the ping that is missed', async () => {
    const isSpoken = way.type === 'SMS' || way.type === 'CALL'
    const parts = isSpoken ? [] : ['shop.example/api/checkout', '2 of 3']
    const failure = sentence(await sent(way, 'failure'))
    for (const part of ['503 Service Unavailable', ...parts]) expect(failure).toContain(part)
    expect(await sent(way, 'recovery')).toMatch(/12 min 25 s|"outageSeconds": 745/)
    const late = await sent(way, 'heartbeat-late')
    expect(late).toMatch(/2026-11-20[ T]03:00/)
    expect(late).not.toMatch(/Response time|\b0 ms\b|"responseTime"/)
  })

  it.runIf(isForPeople(way))('names many checks at once, the worst first', async () => {
    const message = await sent(way, 'grouped')
    expect(message).toMatch(/13 checks: 10 failing, 1 degraded, 1 with expiring certificates, 1 recovered/)
  })
})

/** Where a JSON document has numbers, its fields stand for the words. */
const sentence = (text: string): string => text.replace(/"failing": 2,\s*"degraded": 0,\s*"total": 3/, '2 of 3')

describe.each(alertEventNames)('the HTML of a mail about %s', (event) => {
  it('is what is recorded', async () => {
    const notification = notificationOf('EMAIL', { address: 'ops@example.com' }, alertEvents[event])
    const file = `../../tests/golden/channels/messages/email/${event}.html`
    await expect(mailHtml(alertMessage(notification))).toMatchFileSnapshot(file)
  })
})

it('knows the reader of every preset', () => {
  expect(webhookPresets.filter((name) => isReadByPeople('WEBHOOK', { ...webhook(name).config('') }))).toEqual([
    'WEBHOOK_DISCORD',
    'WEBHOOK_MSTEAMS',
    'WEBHOOK_TELEGRAM',
  ])
  const { config } = webhook('WEBHOOK_DISCORD')
  expect(isReadByPeople('WEBHOOK', { ...config(''), template: '{}' })).toBe(false)
})
