import { beforeAll, describe, expect, test } from 'vitest'
import { useDatabase } from '../../../tests/support/database.ts'
import { createGroup } from '#management'
import { recordChannelAttempt } from '#storage/alerts'
import { TestService } from '../../../tests/support/test-service.ts'
import type { TestAnswer } from '../../../tests/support/test-service.ts'

const database = useDatabase()
let service: TestService
beforeAll(() => {
  service = new TestService(database.db())
})

const own = () => service.owner()

const email = { type: 'EMAIL', config: { address: 'ops@example.com' } }
const idOf = ({ body }: TestAnswer): number => (body as { id: number }).id
const subscriptionsOf = ({ body }: TestAnswer) =>
  (body as { subscriptions: { id: number; checkId: string | null; groupId: number | null; activated: boolean }[] })
    .subscriptions

async function newGroup(accountId: string): Promise<number> {
  const caller = { accountId, role: 'OWNER', nowMs: service.clock.now() } as const
  const { group } = await createGroup(service.store, caller, {
    generation: 2,
    body: { name: 'shop' },
    autoAssignAlerts: false,
  })
  return group.id
}

describe('alert channels', () => {
  test('a list leaves out subscriptions on request and counts the active ones', async () => {
    const { account, send } = await own()
    const groupId = await newGroup(account.accountId)
    const checkIds = [await service.check(account.accountId), await service.check(account.accountId)]
    const subscriptions = [
      { groupId, activated: true },
      ...checkIds.map((checkId, index) => ({ checkId, activated: index === 0 })),
    ]
    await send('POST', '/v1/alert-channels', { ...email, subscriptions })
    await send('POST', '/v1/alert-channels', email)
    const whole = (await send('GET', '/v1/alert-channels')).body as Record<string, unknown>[]
    const short = await send('GET', '/v1/alert-channels?includeSubscriptions=false')
    expect(
      whole.map((one) => [Object(one['subscriptions']).length, Object.hasOwn(one, 'activeSubscriptions')]),
    ).toEqual([
      [3, false],
      [0, false],
    ])
    expect(short.body).toEqual(
      whole.map(({ subscriptions: _left, ...rest }, index) => ({ ...rest, activeSubscriptions: [2, 0][index] })),
    )
    expect(short.headers['content-range']).toBe('0-1/2')
    const again = service.as(account.key, { 'if-none-match': String(short.headers['etag']) })
    expect((await again('GET', '/v1/alert-channels?includeSubscriptions=false')).status).toBe(304)
  })

  test('create fills the defaults of the flags and of the config, update keeps absent flags', async () => {
    const { send } = await own()
    const created = await send('POST', '/v1/alert-channels', {
      type: 'WEBHOOK',
      config: { url: 'https://hooks.example/x' },
      sendDegraded: true,
    })
    expect({ status: created.status, body: created.body }).toEqual({
      status: 201,
      body: {
        id: expect.any(Number),
        type: 'WEBHOOK',
        config: {
          name: '',
          url: 'https://hooks.example/x',
          method: 'POST',
          template: null,
          headers: [],
          queryParameters: [],
          webhookSecret: null,
          webhookType: null,
        },
        subscriptions: [],
        sendRecovery: true,
        sendFailure: true,
        sendDegraded: true,
        sslExpiry: false,
        sslExpiryThreshold: 30,
        autoSubscribe: false,
        pausedUntil: null,
        created_at: '2026-03-01T12:00:00.000Z',
        updated_at: null,
        deliveryState: 'UNKNOWN',
        lastDelivery: null,
        lastError: null,
        failingSince: null,
        consecutiveFailures: 0,
        recentOutcomes: [],
      },
    })
    const url = `/v1/alert-channels/${idOf(created)}`
    await send('PUT', url, { ...email, sendRecovery: false })
    const updated = await send('PUT', url, email)
    expect(updated.body).toMatchObject({ ...email, sendRecovery: false, sendDegraded: true })
    expect((await send('GET', url)).body).toEqual(updated.body)
  })

  test('the outcomes of the latest 30 attempts are kept in their order', async () => {
    const { account, send } = await own()
    const channelId = idOf(await send('POST', '/v1/alert-channels', email))
    const attempt = { accountId: account.accountId, channelId, at: new Date(0), response: '', isOver: false }
    await recordChannelAttempt(service.db, { ...attempt, outcome: 'rejected' })
    await recordChannelAttempt(service.db, { ...attempt, outcome: 'retry' })
    for (let count = 0; count < 29; count += 1) await recordChannelAttempt(service.db, { ...attempt, outcome: 'sent' })
    const recentOutcomes = ['retry', ...Array.from({ length: 29 }, () => 'sent')]
    expect((await send('GET', `/v1/alert-channels/${channelId}`)).body).toMatchObject({ recentOutcomes })
    expect((await send('GET', '/v1/alert-channels')).body).toMatchObject([{ recentOutcomes }])
  })

  test('the config rests encrypted', async () => {
    const { account, send } = await own()
    await send('POST', '/v1/alert-channels', email)
    const [row] = await service.db.rows('select config from alert_channels where account_id = $1', [account.accountId])
    expect(JSON.stringify(row)).not.toContain('ops@example.com')
  })

  test('a config of another type than the channel is rejected', async () => {
    const { send } = await own()
    const answer = await send('POST', '/v1/alert-channels', { type: 'SMS', config: { address: 'a@example.com' } })
    expect({ status: answer.status, text: answer.text }).toEqual({
      status: 400,
      text: expect.stringContaining('config.number'),
    })
    expect((await send('GET', '/v1/alert-channels')).body).toEqual([])
  })

  test('a template with a mistake is rejected by its path', async () => {
    const { send } = await own()
    const config = { url: 'https://hooks.example', headers: [{ key: 'a', value: '{{#if X}}' }] }
    const answer = await send('POST', '/v1/alert-channels', { type: 'WEBHOOK', config })
    expect({ status: answer.status, text: answer.text }).toEqual({
      status: 400,
      text: expect.stringContaining('config.headers[0].value'),
    })
  })

  test('credentials are returned to roles that may write and to no other', async () => {
    const { account, send } = await own()
    const headers = [
      { key: 'x-plain', value: 'plain', locked: false },
      { key: 'x-locked', value: 'locked-value', locked: true },
      { key: 'Authorization', value: 'Bearer by-name', locked: false },
    ]
    const config = { url: 'https://hooks.example/bot-token', webhookSecret: 'signing-secret', headers }
    const webhook = await send('POST', '/v1/alert-channels', { type: 'WEBHOOK', config })
    await send('POST', '/v1/alert-channels', { type: 'SLACK', config: { url: 'https://slack.example/credential' } })
    const writer = service.as(await account.keyWithRole('READ_WRITE'))
    expect((await writer('GET', `/v1/alert-channels/${idOf(webhook)}`)).body).toMatchObject({ config })
    const reader = service.as(await account.keyWithRole('READ_RUN'))
    const { text } = await reader('GET', '/v1/alert-channels')
    const secrets = ['signing-secret', 'bot-token', 'locked-value', 'by-name', 'credential']
    for (const secret of secrets) expect(text).not.toContain(secret)
    expect(text).toContain('plain')
  })

  test('subscriptions in the body become exactly those of the channel, and unchanged ones keep their id', async () => {
    const { account, send } = await own()
    const [first, second] = [await service.check(account.accountId), await service.check(account.accountId)]
    const groupId = await newGroup(account.accountId)
    const created = await send('POST', '/v1/alert-channels', {
      ...email,
      subscriptions: [
        { checkId: first, activated: false },
        { checkId: first.toUpperCase(), groupId: null, activated: true },
        { checkId: null, groupId, activated: true },
      ],
    })
    const before = subscriptionsOf(created)
    expect(before).toEqual([
      { id: expect.any(Number), checkId: first, groupId: null, activated: true },
      { id: expect.any(Number), checkId: null, groupId, activated: true },
    ])
    const url = `/v1/alert-channels/${idOf(created)}`
    const subscriptions = [...before.slice(1), { checkId: second, activated: false }]
    const updated = await send('PUT', url, { ...email, subscriptions })
    expect(subscriptionsOf(updated)).toEqual([
      before[1],
      { id: expect.any(Number), checkId: second, groupId: null, activated: false },
    ])
    expect(subscriptionsOf(await send('PUT', url, email))).toEqual(subscriptionsOf(updated))
    expect(subscriptionsOf(await send('PUT', url, { ...email, subscriptions: [] }))).toEqual([])
  })

  test('a subscription names exactly one check or group that the account has', async () => {
    const { account, send } = await own()
    const channel = await send('POST', '/v1/alert-channels', email)
    const url = `/v1/alert-channels/${idOf(channel)}/subscriptions`
    const foreign = await service.check((await own()).account.accountId)
    const rejections = [
      [{ activated: true }, 'exactly one'],
      [{ checkId: foreign, groupId: 1, activated: true }, 'exactly one'],
      [{ checkId: foreign, activated: true }, foreign],
      [{ checkId: 'no-uuid', activated: true }, 'no-uuid'],
      [{ groupId: 2_147_483_647, activated: true }, '2147483647'],
    ] as const
    for (const [body, expectedText] of rejections) {
      const answer = await send('PUT', url, body)
      expect({ status: answer.status, text: answer.text }).toEqual({
        status: 400,
        text: expect.stringContaining(expectedText),
      })
      expect((await send('POST', '/v1/alert-channels', { ...email, subscriptions: [body] })).status).toBe(400)
    }
    const checkId = await service.check(account.accountId)
    const made = await send('PUT', url, { checkId, activated: true })
    expect({ status: made.status, body: made.body }).toEqual({
      status: 200,
      body: { id: expect.any(Number), checkId, groupId: null, activated: true },
    })
    const changed = await send('PUT', url, { checkId, activated: false })
    expect(changed.body).toEqual({ ...(made.body as object), activated: false })
    expect((await send('GET', '/v1/alert-channels')).headers['content-range']).toBe('0-0/1')
  })

  test('a deleted channel takes its subscriptions along', async () => {
    const { account, send } = await own()
    const checkId = await service.check(account.accountId)
    const channel = await send('POST', '/v1/alert-channels', {
      ...email,
      subscriptions: [{ checkId, activated: true }],
    })
    const url = `/v1/alert-channels/${idOf(channel)}`
    expect((await send('DELETE', url)).status).toBe(204)
    expect((await send('DELETE', url)).status).toBe(404)
    const left = await service.db.rows('select 1 from channel_subscriptions where check_id = $1', [checkId])
    expect(left).toEqual([])
  })

  test("another account's channel is not found", async () => {
    const channel = await (await own()).send('POST', '/v1/alert-channels', email)
    const { send } = await own()
    const url = `/v1/alert-channels/${idOf(channel)}`
    expect((await send('GET', url)).status).toBe(404)
    expect((await send('PUT', url, email)).status).toBe(404)
    expect((await send('DELETE', url)).status).toBe(404)
    expect((await send('PUT', `${url}/subscriptions`, { groupId: 1, activated: true })).status).toBe(404)
  })
})

describe('a config with which nothing could ever be delivered', () => {
  const hook = (config: object) => ({ type: 'WEBHOOK', config: { url: 'https://hooks.example/x', ...config } })
  const parameter = (key: string, value: string) => ({ queryParameters: [{ key, value }] })
  const ilert = { webhookType: 'WEBHOOK_ILERT' }
  const telegram = { webhookType: 'WEBHOOK_TELEGRAM' }

  test.each([
    [hook(ilert), 'config.queryParameters'],
    [hook({ ...ilert, ...parameter('integrationKey', ' ') }), 'config.queryParameters'],
    [hook({ ...telegram, url: 'https://api.telegram.org/bot{{TOKEN}}/sendMessage' }), 'config.queryParameters'],
    [hook({ url: 'https://exa mple/' }), 'config.url'],
    [{ type: 'SLACK', config: { url: 'https://[half/' } }, 'config.url'],
    [hook({ headers: [{ key: 'x key', value: '1' }] }), 'config.headers[0].key'],
    [{ type: 'PAGERDUTY', config: { serviceKey: '  ' } }, 'config.serviceKey'],
    [{ type: 'OPSGENIE', config: { apiKey: 'two words' } }, 'config.apiKey'],
  ])('is rejected when created and when changed, naming the field: %j', async (body, path) => {
    const { send } = await own()
    const created = await send('POST', '/v1/alert-channels', body)
    expect({ status: created.status, text: created.text }).toEqual({ status: 400, text: expect.stringContaining(path) })
    const id = idOf(await send('POST', '/v1/alert-channels', hook({})))
    expect((await send('PUT', `/v1/alert-channels/${id}`, body)).status).toBe(400)
  })

  test.each([
    hook({ ...ilert, ...parameter('integrationKey', '{{ILERT_KEY}}') }),
    hook({ ...ilert, url: 'https://api.ilert.example/api/events?integrationKey=k' }),
    hook({ ...ilert, url: '{{ILERT}}' }),
    hook({ ...ilert, template: '{"integrationKey":"k"}' }),
    hook({ ...telegram, url: 'https://api.telegram.org/bot{{TOKEN}}/sendMessage?chat_id=-5' }),
    hook({ ...telegram, method: 'GET' }),
    hook({ headers: [{ key: 'authorization', value: 'Bearer {{TOKEN}}' }] }),
    { type: 'OPSGENIE', config: { apiKey: '{{ OPSGENIE_KEY }}' } },
  ])('is distinguished from one that variables, the URL or a template complete: %j', async (body) => {
    const { send } = await own()
    expect((await send('POST', '/v1/alert-channels', body)).status).toBe(201)
  })
})
