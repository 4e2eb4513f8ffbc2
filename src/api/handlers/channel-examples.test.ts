import { beforeAll, describe, expect, test } from 'vitest'
import { exampleEvents } from '#contract'
import { useDatabase } from '../../../tests/support/database.ts'
import { plainServer, readable, startMailbox } from '../../../tests/support/mailbox.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import type { Send, TestAnswer } from '../../../tests/support/test-service.ts'
import { startWebReceiver } from '../../../tests/support/web-receiver.ts'

const database = useDatabase()
let service: TestService
beforeAll(() => {
  service = new TestService(database.db())
})

const channels = '/v1/alert-channels'
const idOf = ({ body }: TestAnswer): number => (body as { id: number }).id
const make = async (send: Send, type: string, config: object) => idOf(await send('POST', channels, { type, config }))
const providersAt = (url: string) => ({ slack: url, pagerduty: url, opsgenie: { US: url, EU: url } })
const pagerduty = { account: 'acme', serviceName: 'Shop', serviceKey: '0123456789abcdef0123456789abcdef' }

describe('a test of an alert channel', () => {
  test('sends a marked example through the real delivery, returns the response of the receiver and updates the state', async () => {
    await using hook = await startWebReceiver((response) => void response.end('thanks'))
    const { send } = await service.owner()
    const id = await make(send, 'WEBHOOK', { name: 'hook', url: hook.url, webhookSecret: 'signs it' })
    const answer = await send('POST', `${channels}/${id}/test`)
    const title = '[Test] Check "Example check" has failed'
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 200,
      body: { outcome: 'sent', response: 'HTTP 200: thanks', title, closed: null },
    })
    expect(hook.requests).toHaveLength(1)
    expect(hook.requests[0]?.headers['x-service-signature']).toMatch(/^[\da-f]{64}$/)
    expect(JSON.parse(hook.requests[0]?.body ?? '')).toMatchObject({ alertTitle: title, tags: ['test'] })
    expect((await send('GET', `${channels}/${id}`)).body).toMatchObject({ deliveryState: 'OK' })
    expect((await send('GET', '/v1/alert-notifications')).body).toEqual([])
  })

  test('answers why it could not be delivered, and makes the channel FAILING', async () => {
    await using hook = await startWebReceiver((response) => void response.writeHead(410).end('closed down'))
    const { send } = await service.owner()
    const id = await make(send, 'WEBHOOK', { name: 'hook', url: hook.url })
    const { body } = await send('POST', `${channels}/${id}/test`)
    expect(body).toMatchObject({ outcome: 'rejected', response: 'HTTP 410: closed down' })
    expect((await send('GET', `${channels}/${id}`)).body).toMatchObject({
      deliveryState: 'FAILING',
      lastError: 'HTTP 410: closed down',
    })
    const mail = await make(send, 'EMAIL', { address: 'ops@example.com' })
    expect((await send('POST', `${channels}/${mail}/test`)).body).toMatchObject({
      outcome: 'rejected',
      response: expect.stringContaining('BELFRY_SMTP_URL'),
    })
  })

  test('before the channel is saved sends what was typed, and stores nothing', async () => {
    await using hook = await startWebReceiver((response) => void response.writeHead(410).end('nobody here'))
    const { send } = await service.owner()
    const body = { type: 'WEBHOOK', config: { name: 'hook', url: hook.url } }
    expect(await send('POST', `${channels}/test`, body)).toMatchObject({
      status: 200,
      body: { outcome: 'rejected', response: 'HTTP 410: nobody here' },
    })
    expect(hook.requests).toHaveLength(1)
    expect((await send('GET', channels)).body).toEqual([])
    expect(await send('POST', `${channels}/test`, { ...body, config: { name: 'hook' } })).toMatchObject({ status: 400 })
  })

  test('renders the variables of the account, and returns no secret', async () => {
    await using hook = await startWebReceiver((response, { headers }) => void response.end(String(headers['x-key'])))
    const { send } = await service.owner()
    await send('POST', '/v1/variables', { key: 'HOOK_KEY', value: 'canary-of-the-test', secret: true })
    const headers = [{ key: 'x-key', value: '{{HOOK_KEY}}' }]
    const id = await make(send, 'WEBHOOK', { name: 'hook', url: hook.url, headers })
    const { text } = await send('POST', `${channels}/${id}/test`)
    expect(hook.requests[0]?.headers['x-key']).toBe('canary-of-the-test')
    expect(text).toContain('HTTP 200')
    expect(text).not.toContain('canary')
  })

  test.each([
    ['PAGERDUTY', pagerduty],
    ['OPSGENIE', { name: 'Ops', apiKey: 'key-of-the-team', region: 'EU' }],
  ])('resolves the incident that it opens at %s, under a key of no check', async (type, config) => {
    await using provider = await startWebReceiver((response) => void response.writeHead(202).end('{}'))
    const there = new TestService(database.db(), {}, { endpoints: providersAt(provider.url) })
    const { send } = await there.owner()
    const { body } = await send('POST', `${channels}/${await make(send, type, config)}/test`)
    expect(body).toMatchObject({ outcome: 'sent', closed: true })
    const [opened, closed] = provider.requests.map((request) => ({ ...request, json: JSON.parse(request.body) }))
    const key: string = opened?.json.dedup_key ?? opened?.json.alias
    expect(key).toMatch(/^[\da-f-]{36}$/)
    const { event_action: action, dedup_key: resolved } = closed?.json ?? {}
    expect([closed?.path, action, resolved]).toEqual(
      type === 'PAGERDUTY'
        ? ['/v2/enqueue', 'resolve', key]
        : [`/v2/alerts/${key}/close?identifierType=alias`, undefined, undefined],
    )
  })

  test('reports when the incident it opened could not be resolved', async () => {
    await using provider = await startWebReceiver((response, { body }) =>
      response.writeHead(JSON.parse(body).event_action === 'resolve' ? 500 : 202).end('{}'),
    )
    const there = new TestService(database.db(), {}, { endpoints: providersAt(provider.url) })
    const { send } = await there.owner()
    const { body } = await send('POST', `${channels}/${await make(send, 'PAGERDUTY', pagerduty)}/test`)
    expect(body).toMatchObject({ outcome: 'sent', closed: false })
    expect(provider.requests).toHaveLength(3)
  })

  test('is rejected after ten in a minute', async () => {
    const { send } = await service.owner()
    const id = await make(send, 'EMAIL', { address: 'ops@example.com' })
    const statuses = []
    for (let calls = 0; calls < 11; calls += 1) statuses.push((await send('POST', `${channels}/${id}/test`)).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429])
  })
})

interface Preview {
  readonly problem: string | null
  readonly mail: {
    readonly to: string[]
    readonly subject: string
    readonly text: string
    readonly html: string
  } | null
  readonly requests: readonly {
    readonly method: string
    readonly url: string
    readonly body: string
    readonly text?: string
  }[]
}

describe('a preview of an alert channel', () => {
  const preview = async (send: Send, type: string, config: object, more: object = {}): Promise<Preview> =>
    (await send('POST', `${channels}/preview`, { type, config, ...more })).body as Preview

  test('is what a test sends, and nothing is sent', async () => {
    await using hook = await startWebReceiver((response) => void response.end())
    const { send } = await service.owner()
    const config = {
      name: 'hook',
      url: `${hook.url}/a`,
      method: 'put',
      template: '{"t":"{{ALERT_TITLE}}","{{STAGE}}":1}',
    }
    await send('POST', '/v1/variables', { key: 'STAGE', value: 'production' })
    const id = await make(send, 'WEBHOOK', config)
    const { body } = await send('GET', `${channels}/${id}/preview`)
    expect(hook.requests).toEqual([])
    await send('POST', `${channels}/${id}/test`)
    const [{ method, body: sent } = { method: '', body: '' }] = hook.requests
    expect((body as Preview).requests).toMatchObject([{ method, body: sent }])
    expect(sent).toContain('"production":1')
  })

  test('of mail has the subject, the text and the HTML that the mail server receives', async () => {
    await using mailbox = await startMailbox(plainServer)
    const mail = { url: `smtp://127.0.0.1:${mailbox.port}`, from: 'Belfry <belfry@mail.example>' }
    const there = new TestService(database.db(), {}, { mail })
    const { send } = await there.owner()
    const id = await make(send, 'EMAIL', { address: 'a@mail.example, b@mail.example' })
    const { mail: shown } = (await send('GET', `${channels}/${id}/preview`)).body as Preview
    expect(mailbox.mails).toEqual([])
    await send('POST', `${channels}/${id}/test`)
    expect(shown?.to).toEqual(mailbox.mails[0]?.to)
    const source = mailbox.mails[0] ? readable(mailbox.mails[0]) : ''
    for (const line of shown?.text.split('\n').filter((one) => one.length > 20 && !one.includes('/checks/')) ?? [])
      expect(source).toContain(line)
    expect(shown?.subject).toBe('[Belfry] [Test] Check "Example check" has failed')
    expect(shown?.html).toContain('<html')
  })

  const phone = { name: 'On call', number: '+4930901820' }
  test.each([
    ['SLACK', { url: 'https://hooks.slack.com/services/T000/B000/XXXXXXXXXXXXXXXX' }, 'blocks'],
    ['SLACK_APP', { slackChannels: ['#ops'] }, 'blocks'],
    ['PAGERDUTY', pagerduty, 'dedup_key'],
    ['OPSGENIE', { name: 'Ops', apiKey: 'key-of-the-team' }, 'Belfry'],
    ['SMS', phone, '"text":"[Test] '],
    ['CALL', phone, 'Alert from Belfry. [Test]'],
  ])('of %s contains every event although the operator has configured nothing', async (type, config, part) => {
    const { send } = await service.owner()
    for (const event of exampleEvents) {
      const { problem, requests } = await preview(send, type, config, { event })
      expect({ type, event, problem, requestsCount: requests.length }).toEqual({
        type,
        event,
        problem: null,
        requestsCount: 1,
      })
      expect(JSON.stringify(requests[0])).toContain(part)
    }
  })

  test('masks credentials of the config and of the account, for readers and for writers', async () => {
    const { account, send } = await service.owner()
    await send('POST', '/v1/variables', { key: 'TOKEN', value: 'canary-of-the-account', secret: true })
    const config = {
      name: 'hook',
      url: 'https://hooks.example/canary-of-the-path/{{TOKEN}}',
      template: '{"a":"{{TOKEN}}","b":"canary-of-the-secret"}',
      headers: [
        { key: 'authorization', value: 'Bearer canary-of-the-header' },
        { key: 'x-other', value: 'canary-that-is-locked', locked: true },
      ],
      queryParameters: [{ key: 'q', value: 'canary-of-the-query', locked: true }],
      webhookSecret: 'canary-of-the-secret',
    }
    const id = await make(send, 'WEBHOOK', config)
    const reader = service.as(await account.keyWithRole('READ_ONLY'))
    for (const { status, text } of [
      await reader('GET', `${channels}/${id}/preview`),
      await send('GET', `${channels}/${id}/preview`),
      await send('POST', `${channels}/preview`, { type: 'WEBHOOK', config }),
    ]) {
      expect(status).toBe(200)
      expect(text).not.toContain('canary')
      expect(text).toContain('"x-service-signature":"*********"')
    }
  })

  test('reports a mistake in a config that is rendered, and rejects one that cannot be', async () => {
    const { send } = await service.owner()
    const { problem, requests } = await preview(send, 'EMAIL', { address: '{{NOBODY}}' })
    expect({ problem, requests }).toEqual({ problem: expect.stringContaining('is not an email address'), requests: [] })
    const wrong = { type: 'WEBHOOK', config: { name: 'x', url: 'https://x.example', template: '{{#if X}}' } }
    expect((await send('POST', `${channels}/preview`, wrong)).status).toBe(400)
    expect((await send('POST', `${channels}/preview`, { type: 'SMS', config: {} })).status).toBe(400)
    expect((await send('GET', `${channels}/99999/preview`)).status).toBe(404)
  })
})
