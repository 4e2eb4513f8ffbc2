import { describe, expect, it } from 'vitest'
import { alertChannelTypes, webhookPresets } from '#contract'
import type { ChannelConfigs, ChannelType, Delivery, WebhookConfig } from '#contract'
import { plainServer, startMailbox } from '../../tests/support/mailbox.ts'
import { exampleConfig, notificationOf, toolsWith } from '../../tests/support/notification.ts'
import { providersAt } from '../../tests/support/provider-tools.ts'
import { startWebReceiver } from '../../tests/support/web-receiver.ts'
import { deliver } from './index.ts'

/** How a provider says that it was asked too often. */
interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string
  /** The requested delay, in seconds. */
  readonly wait?: number
}

const plain429: Answer = { status: 429, headers: { 'retry-after': '45' }, body: 'slow down', wait: 45 }
const json = (value: object): string => JSON.stringify(value)

async function answered(type: ChannelType, answer: Answer, config: Partial<WebhookConfig> = {}) {
  await using receiver = await startWebReceiver((response) => {
    response.writeHead(answer.status, answer.headers).end(answer.body)
  })
  const configs: Partial<ChannelConfigs> = {
    SLACK_APP: { slackChannels: ['#a', '#b'] },
    WEBHOOK: { ...hook, ...config, url: receiver.url },
  }
  const notification = notificationOf(type, configs[type] ?? exampleConfig(type, receiver.url))
  return type === 'EMAIL' ? mailed(answer) : await deliver(notification, providersAt(receiver.url))
}

async function mailed({ status, body }: Answer): Promise<Delivery> {
  const rejection = Object.assign(new Error(body), { responseCode: status })
  await using mailbox = await startMailbox({ ...plainServer, onRcptTo: (_address, _session, done) => done(rejection) })
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
/** Of those that do not say it by status 429 alone. */
const ownWays: { readonly [T in ChannelType]?: readonly Answer[] } = {
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
}

describe.each(alertChannelTypes)('a receiver that was asked too often over %s', (type) => {
  it.each(ownWays[type] ?? [plain429])(
    'is known by its own way of saying so, and by nothing else: $status $body',
    async (answer) => {
      const delivery = await answered(type, answer)
      expect(delivery).toMatchObject({ outcome: 'retry', isRateLimited: true })
      const wait = delivery.outcome === 'retry' ? delivery.retryAfterSeconds : undefined
      expect(wait ?? 0).toBe(answer.wait ?? 0)
      const busy = type === 'EMAIL' ? { status: 451, body: 'Local error' } : { status: 503, body: 'maintenance' }
      expect(await answered(type, busy)).not.toHaveProperty('isRateLimited')
    },
  )
})

describe.each(webhookPresets)('a product that was asked too often: %s', (webhookType) => {
  it('is known by 429 and its header', async () => {
    expect(await answered('WEBHOOK', plain429, { webhookType })).toMatchObject({
      isRateLimited: true,
      retryAfterSeconds: 45,
    })
  })
})

it('Telegram returns how long to wait in its response, Teams reports its rate limit with status 200', async () => {
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
