import { describe, expect, it } from 'vitest'
import { alertChannelTypes, webhookPresets } from '#contract'
import type { Delivery, ImplementedChannelType, WebhookConfig } from '#contract'
import { plainServer, startMailbox } from '../../tests/support/mailbox.ts'
import { notificationOf, toolsWith } from '../../tests/support/notification.ts'
import { providersAt } from '../../tests/support/provider-tools.ts'
import { startWebReceiver } from '../../tests/support/web-receiver.ts'
import { deliver } from './index.ts'

/** How a provider says that it was asked too often. */
interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string
  /** What it asks for, in seconds. */
  readonly wait?: number
}

const plain429: Answer = { status: 429, headers: { 'retry-after': '45' }, body: 'slow down', wait: 45 }
const json = (value: object): string => JSON.stringify(value)

async function answered(type: ImplementedChannelType, answer: Answer, config: Partial<WebhookConfig> = {}) {
  await using receiver = await startWebReceiver((response) => {
    response.writeHead(answer.status, answer.headers).end(answer.body)
  })
  const tools = providersAt(receiver.url)
  const number = { number: '+4930901820', name: '' }
  const deliveries: { readonly [T in Exclude<ImplementedChannelType, 'EMAIL'>]: () => Promise<Delivery> } = {
    SLACK: () => deliver(notificationOf('SLACK', { url: receiver.url, channel: null }), tools),
    SLACK_APP: () => deliver(notificationOf('SLACK_APP', { slackChannels: ['#a', '#b'] }), tools),
    WEBHOOK: () => deliver(notificationOf('WEBHOOK', { ...hook, ...config, url: receiver.url }), tools),
    SMS: () => deliver(notificationOf('SMS', number), tools),
    CALL: () => deliver(notificationOf('CALL', number), tools),
    PAGERDUTY: () => deliver(notificationOf('PAGERDUTY', { account: '', serviceName: '', serviceKey: 'key' }), tools),
    OPSGENIE: () =>
      deliver(notificationOf('OPSGENIE', { name: '', apiKey: 'key', region: 'EU', priority: 'P2' }), tools),
  }
  return type === 'EMAIL' ? mailed(answer) : await deliveries[type]()
}

async function mailed({ status, body }: Answer): Promise<Delivery> {
  const refusal = Object.assign(new Error(body), { responseCode: status })
  await using mailbox = await startMailbox({ ...plainServer, onRcptTo: (_address, _session, done) => done(refusal) })
  const mail = { url: `smtp://127.0.0.1:${mailbox.port}`, from: 'belfry@example.com' }
  return await deliver(notificationOf('EMAIL', { address: 'ops@example.com' }), toolsWith({ mail }))
}

const hook: WebhookConfig = {
  name: 'hook',
  url: '',
  method: 'POST',
  template: null,
  headers: [],
  queryParameters: [
    { key: 'chat_id', value: '-100', locked: false },
    { key: 'integrationKey', value: 'key', locked: true },
  ],
  webhookSecret: null,
  webhookType: null,
}

const twilio = (code: number): string => json({ code, message: 'Too many requests', status: 429 })
const ownWays: { readonly [T in ImplementedChannelType]: readonly Answer[] } = {
  EMAIL: [
    { status: 454, body: 'Throttling failure: Maximum sending rate exceeded.' },
    { status: 421, body: '4.7.28 Our system has detected an unusual rate of mail.' },
    { status: 452, body: 'Too many recipients received this hour' },
  ],
  SLACK: [{ ...plain429, body: 'rate_limited' }],
  SLACK_APP: [
    plain429,
    { ...plain429, status: 200, body: json({ ok: false, error: 'ratelimited' }) },
    { ...plain429, status: 200, body: json({ ok: false, error: 'rate_limited' }) },
  ],
  WEBHOOK: [plain429, { status: 429, body: json({ message: 'limited', retry_after: 0.65, global: false }), wait: 1 }],
  SMS: [
    { status: 429, body: twilio(20_429) },
    { status: 400, body: twilio(14_107) },
    { status: 201, body: json({ sid: 'SM1', status: 'failed', error_code: 30_022 }) },
  ],
  CALL: [plain429, { status: 400, body: twilio(20_429) }],
  PAGERDUTY: [plain429],
  OPSGENIE: [plain429],
}

describe.each(alertChannelTypes)('a receiver that was asked too often over %s', (type) => {
  it.each(ownWays[type])('is known by its own way of saying so, and by nothing else: $status $body', async (answer) => {
    const delivery = await answered(type, answer)
    expect(delivery).toMatchObject({ outcome: 'retry', isRateLimited: true })
    const wait = delivery.outcome === 'retry' ? delivery.retryAfterSeconds : undefined
    expect(wait ?? 0).toBe(answer.wait ?? 0)
    const busy = type === 'EMAIL' ? { status: 451, body: 'Local error' } : { status: 503, body: 'maintenance' }
    expect(await answered(type, busy)).not.toHaveProperty('isRateLimited')
  })
})

describe.each(webhookPresets)('a product that was asked too often: %s', (webhookType) => {
  it('is known by 429 and its header', async () => {
    expect(await answered('WEBHOOK', plain429, { webhookType })).toMatchObject({
      isRateLimited: true,
      retryAfterSeconds: 45,
    })
  })
})

it('Telegram tells how long to wait in its answer, Teams that it was asked too often with status 200', async () => {
  const parameters = { retry_after: 17 }
  const telegram = json({ ok: false, error_code: 429, description: 'Too Many Requests: retry after 17', parameters })
  expect(await answered('WEBHOOK', { status: 429, body: telegram }, { webhookType: 'WEBHOOK_TELEGRAM' })).toMatchObject(
    { isRateLimited: true, retryAfterSeconds: 17 },
  )
  const teams = 'Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 429'
  expect(await answered('WEBHOOK', { status: 200, body: teams }, { webhookType: 'WEBHOOK_MSTEAMS' })).toMatchObject({
    outcome: 'retry',
    isRateLimited: true,
  })
})

it.each([
  ['{"retry_after":1e9}', 3600],
  ['{"retry_after":-5}', 0],
  ['{"retry_after":"soon","parameters":7}', undefined],
  ['{"parameters":{"retry_after":null}}', undefined],
  ['[{"retry_after":9}]', undefined],
] as const)('a wait asked for in the answer is bounded, whatever it is: %s', async (body, seconds) => {
  const delivery = await answered('WEBHOOK', { status: 429, body })
  expect(delivery.outcome === 'retry' ? delivery.retryAfterSeconds : null).toBe(seconds)
})
