import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { alertChannelTypes, webhookPresets } from '#contract'
import type { AlertFacts, ChannelConfigs, ChannelType, PlainMail, WebhookConfig, WebhookPreset } from '#contract'
import { alertEvents } from '../../tests/support/alert-events.ts'
import { anyCharacter } from '../../tests/support/any-character.ts'
import { firstOf, plainServer, startMailbox } from '../../tests/support/mailbox.ts'
import { exampleConfig, notificationOf, toolsWith } from '../../tests/support/notification.ts'
import { providersAt } from '../../tests/support/provider-tools.ts'
import { startWebReceiver } from '../../tests/support/web-receiver.ts'
import { alertMessage } from './alert-message.ts'
import type { NotificationOf } from './index.ts'
import { deliver, deliverPlainMail } from './index.ts'
import { mailHtml } from './email/mail-message.ts'

const attack =
  '<!channel> <@U1> @everyone [click](https://evil.example) ![x](https://evil.example) ``` </pre><b> <at>all</at> "><img src=x onerror=y>\r\nBcc: a@b.example\u202e 😀\u0000 '

/** Every text of an alert as a target, or the author of a check, could write it. */
const hostileFacts = (text: string): AlertFacts => ({
  ...alertEvents.failure.facts,
  alertTitle: text,
  checkName: text,
  checkDescription: text,
  checkErrorMessage: text,
  groupName: text,
  tags: Array.from({ length: 50 }, () => text),
  runLocation: text,
  responseStatusText: text,
  target: text,
  reasons: Array.from({ length: 5 }, () => text),
  answer: text,
  locations: { failing: 20, degraded: 2, total: 22, names: Array.from({ length: 22 }, () => text) },
  cause: { classification: text, text },
})

const texts = { markup: attack.repeat(60), letters: 'x'.repeat(20_000), wide: '漢😀'.repeat(7_000) }
const others = (facts: AlertFacts, count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: String(index), facts: { ...facts, checkId: String(index) } }))

async function body<T extends ChannelType>(
  type: T,
  config: (url: string) => ChannelConfigs[T],
  overrides: Partial<NotificationOf<T>>,
): Promise<string> {
  await using receiver = await startWebReceiver((response) => response.end('{"ok":true,"status":"queued"}'))
  const { actionLinks } = alertEvents.failure
  const notification = notificationOf(type, config(receiver.url), { actionLinks, ...overrides })
  expect(await deliver(notification, providersAt(receiver.url))).toMatchObject({ outcome: 'sent' })
  return receiver.requests[0]?.body ?? ''
}

const preset =
  (webhookType: WebhookPreset) =>
  (url: string): WebhookConfig => ({
    name: '',
    url,
    method: 'POST',
    template: null,
    headers: [],
    queryParameters: ['chat_id', 'integrationKey'].map((key) => ({ key, value: '1', locked: false })),
    webhookSecret: null,
    webhookType,
  })

const cases = Object.entries(texts).flatMap(([name, text]) => {
  const facts = hostileFacts(text)
  return [
    { name: `${name}, one check`, overrides: { facts } },
    { name: `${name}, 500 checks`, overrides: { facts, others: others(facts, 499) } },
  ]
})

/** Whether a value has no broken characters. */
const isSound = (value: unknown): boolean =>
  typeof value === 'string' ? value.isWellFormed() : Object.values(Object(value)).every(isSound)

/** Short ones, and ones that are cut somewhere. */
const anyText = fc
  .tuple(fc.string({ unit: anyCharacter, maxLength: 60 }), fc.constantFrom(1, 1, 30))
  .map(([text, times]) => text.repeat(times))
const contents = fc.tuple(anyText, fc.array(anyText, { maxLength: 3 })).map(([text, reasons]) => {
  const facts = { ...hostileFacts(text), reasons }
  return { facts, others: others(facts, reasons.length) }
})
const everywhere: WebhookConfig = {
  ...preset('WEBHOOK_DISCORD')(''),
  webhookType: null,
  template: '{{CHECK_NAME}} {{#each ALERT_REASONS}}{{this}}{{/each}}',
  headers: ['CHECK_NAME', 'ALERT_REASON', 'ALERT_ANSWER'].map((name) => ({
    key: name,
    value: `{{${name}}}`,
    locked: false,
  })),
  queryParameters: [{ key: 'name', value: '{{{CHECK_NAME}}}', locked: false }],
}

const plainMailOf = ({ checkName: text, reasons = [] }: AlertFacts): PlainMail => ({
  id: '7.reader',
  threadId: 'incident-1',
  to: 'reader@example.com',
  subject: text,
  title: text,
  badge: null,
  paragraphs: reasons,
  facts: [[text, text]],
  button: { label: text, url: 'https://belfry.example/status/acme' },
  footer: text,
})

it('no alert is rejected for what it says, whatever its texts are', async () => {
  await using receiver = await startWebReceiver((response) => response.end('{"ok":true,"status":"queued"}'))
  await using mailbox = await startMailbox(plainServer)
  const mail = { url: `smtp://127.0.0.1:${mailbox.port}`, from: 'Belfry “Wächter” <belfry@example.com>' }
  const tools = providersAt(receiver.url, toolsWith({ mail }))
  const { url } = receiver
  expect.hasAssertions()
  await fc.assert(
    fc.asyncProperty(contents, async (content) => {
      const at = receiver.requests.length
      const hook = { ...everywhere, url: `${url}/{{CHECK_NAME}}` }
      const presets = webhookPresets.map((type) => notificationOf('WEBHOOK', preset(type)(url), content))
      const deliveries = await Promise.all([
        ...alertChannelTypes.map((type) => deliver(notificationOf(type, exampleConfig(type, url), content), tools)),
        ...presets.map((notification) => deliver(notification, tools)),
        deliver(notificationOf('WEBHOOK', hook, content), tools),
        deliverPlainMail(plainMailOf(content.facts), tools),
      ])
      expect(deliveries.filter(({ outcome }) => outcome !== 'sent')).toEqual([])
      const documents = receiver.requests
        .slice(at)
        .filter(({ headers, body: text }) => headers['content-type']?.includes('json') && text.startsWith('{'))
      expect(documents.filter(({ body: text }) => !isSound(JSON.parse(text)))).toEqual([])
    }),
    { numRuns: 25 },
  )
  expect(mailbox.mails.length).toBeGreaterThan(0)
  for (const { source } of mailbox.mails) {
    const lines = source.slice(0, source.indexOf('\r\n\r\n')).split('\r\n')
    expect(lines.filter((line) => line.length > 998 || !/^([\w-]+:)?[\t -~]*$/.test(line))).toEqual([])
  }
})

describe.each(cases)('a hostile alert ($name)', ({ overrides }) => {
  it('stays within the limits of Slack, and mentions no one', async () => {
    const message = JSON.parse(await body('SLACK', (url) => ({ url, channel: null }), overrides))
    expect(message.blocks[0].text.text.length).toBeLessThanOrEqual(150)
    const { blocks } = message.attachments[0]
    expect(blocks.length + message.blocks.length).toBeLessThanOrEqual(50)
    for (const { fields = [], text, elements = [] } of blocks) {
      expect(fields.length).toBeLessThanOrEqual(10)
      expect(elements.length).toBeLessThanOrEqual(25)
      for (const field of fields) expect(field.text.length).toBeLessThanOrEqual(2000)
      expect(text?.text.length ?? 0).toBeLessThanOrEqual(3000)
      expect(text?.text ?? '').not.toMatch(/<[!@#]|<https:\/\/evil/)
    }
  })

  it('stays within what Discord takes, and makes no links and mentions', async () => {
    const message = JSON.parse(await body('WEBHOOK', preset('WEBHOOK_DISCORD'), overrides))
    expect(message.allowed_mentions).toEqual({ parse: [] })
    const [embed] = message.embeds
    expect(embed.title.length).toBeLessThanOrEqual(256)
    expect(embed.description.length).toBeLessThanOrEqual(4096)
    const fields: readonly { name: string; value: string }[] = embed.fields ?? []
    expect(fields.length).toBeLessThanOrEqual(25)
    for (const { value } of fields) expect(value.length).toBeLessThanOrEqual(1024)
    const parts = [embed.title, embed.description, ...fields.flatMap(({ name, value }) => [name, value])]
    expect(parts.join('').length).toBeLessThanOrEqual(6000)
    const code = /```[^]*?```/g
    expect([embed.description.replaceAll(code, ''), ...fields.map(({ value }) => value)].join('')).not.toMatch(
      /(?<!\\)\[click|(?<!\\)<[@!]/,
    )
  })

  it('stays within what Telegram takes, with whole tags of ours only', async () => {
    const form = new URLSearchParams(await body('WEBHOOK', preset('WEBHOOK_TELEGRAM'), overrides))
    const text = form.get('text') ?? ''
    const displayed = text.replaceAll(/<[^>]+>/g, '').replaceAll(/&\w+;|&#\w+;/g, '.')
    expect(displayed.length).toBeLessThanOrEqual(4096)
    for (const tag of text.match(/<[^>]+>/g) ?? [])
      expect(tag).toMatch(/^<\/?(b|pre|a)( href="https:\/\/belfry[^"]*")?>$/)
    const opened = text.match(/<(b|pre|a)[ >]/g)?.length
    expect(text.match(/<\/(b|pre|a)>/g)?.length).toBe(opened)
  })

  it('stays within what Teams takes, and makes no links and pictures', async () => {
    const card = await body('WEBHOOK', preset('WEBHOOK_MSTEAMS'), overrides)
    expect(Buffer.byteLength(card)).toBeLessThanOrEqual(28 * 1024)
    expect(card).not.toMatch(/[^\\]\[(click|x\])/)
    expect(JSON.parse(card).attachments[0].content.actions.length).toBeLessThanOrEqual(6)
  })

  it('is short as a text message and whole as a call', async () => {
    const config = () => ({ number: '+4930901820', name: '' })
    const sms = new URLSearchParams(await body('SMS', config, overrides))
    expect(sms.get('Body')?.length).toBeLessThanOrEqual(480)
    const twiml = new URLSearchParams(await body('CALL', config, overrides)).get('Twiml') ?? ''
    expect(twiml.length).toBeLessThanOrEqual(4000)
    expect(twiml).toMatch(
      /^<\?xml [^>]+\?><Response><Say>[^<>]*<\/Say><Pause length="1"\/><Say>[^<>]*<\/Say><\/Response>$/,
    )
    expect(twiml).not.toMatch(/(?!\n)\p{Cc}/u)
  })

  it('keeps to the limits of PagerDuty and Opsgenie', async () => {
    const config = () => ({ account: '', serviceName: '', serviceKey: 'key' })
    const event = JSON.parse(await body('PAGERDUTY', config, overrides))
    expect(event.payload.summary.length).toBeLessThanOrEqual(1024)
    expect(JSON.stringify(event).length).toBeLessThanOrEqual(512 * 1024)
    const genie = () => ({ name: '', apiKey: 'key', region: 'EU', priority: 'P1' }) as const
    const alert = JSON.parse(await body('OPSGENIE', genie, overrides))
    expect(alert.message.length).toBeLessThanOrEqual(130)
    expect(alert.description.length).toBeLessThanOrEqual(15_000)
    expect(Object.entries(alert.details).join('').length).toBeLessThanOrEqual(8000)
  })

  it('adds no header, markup or picture to a mail', async () => {
    await using mailbox = await startMailbox(plainServer)
    const mail = { url: `smtp://127.0.0.1:${mailbox.port}`, from: 'Belfry <belfry@example.com>' }
    const notification = notificationOf('EMAIL', { address: 'ops@example.com' }, overrides)
    expect(await deliver(notification, toolsWith({ mail }))).toMatchObject({ outcome: 'sent' })
    const [received] = mailbox.mails
    expect(received?.to).toEqual(['ops@example.com'])
    expect(firstOf(mailbox).split('\n\n')[0]).not.toMatch(/^bcc:/im)
    expect(received?.source.length).toBeLessThanOrEqual(250_000)
    const html = mailHtml(alertMessage(notification))
    expect(html).not.toMatch(/<(img|script|at)\b|<b>/)
    expect(html.match(/<pre/g)?.length ?? 0).toBe(html.match(/<\/pre>/g)?.length ?? 0)
  })
})
