import { createServer } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { webhookPresets } from '#contract'
import type { Delivery, WebhookConfig } from '#contract'
import { createEgress } from '#egress'
import { SystemClock, TestClock } from '#kernel'
import { tcpServer } from '../../tests/support/local-servers.ts'
import { notificationOf, toolsWith } from '../../tests/support/notification.ts'
import { providersAt } from '../../tests/support/provider-tools.ts'
import { startWebReceiver } from '../../tests/support/web-receiver.ts'
import { deliver } from './index.ts'
import { recordMs } from './post-json.ts'
import type { ChannelTools } from './index.ts'

interface Case {
  readonly name: string
  readonly attempt: (url: string, tools: ChannelTools, variables?: Record<string, string>) => Promise<Delivery>
  readonly expected: (status: number) => Delivery['outcome']
  /** The answer of the provider to an accepted message. */
  readonly answer: string
  /** Follows the address where the address itself is a credential. */
  readonly secretPath: string
  readonly statuses: readonly number[]
}

const everyStatus = Array.from({ length: 400 }, (_, index) => 200 + index)
/** Where outcomes begin and end. Presets go by the code of plain webhooks, which is tested with every status. */
const edges = [200, 201, 204, 299, 300, 304, 307, 399, 400, 401, 404, 408, 409, 410, 411, 429, 430, 499, 500, 503, 599]

const secretPath = '/services/T0000/B0000/abcdefghijklmnopqrstuvwx?token=0123456789'
const secretTexts =
  /abcdefghijklmnop|0123456789|locked-value|account-secret|signing-secret|routing-key|genie-key|xoxb-token|token-of-the-account/

const sentOrRejected = (status: number): Delivery['outcome'] => (status < 300 ? 'sent' : 'rejected')
/** Only what may be answered differently later is tried again. */
const asApi = (status: number): Delivery['outcome'] =>
  status >= 500 || status === 408 || status === 429 ? 'retry' : sentOrRejected(status)

const secrets = ['account-secret']
const webhook: WebhookConfig = {
  name: 'hook',
  url: '',
  method: 'POST',
  template: null,
  headers: [{ key: 'X-Key', value: 'locked-value', locked: true }],
  queryParameters: [
    { key: 'chat_id', value: '-100', locked: false },
    { key: 'integrationKey', value: 'locked-value-of-ilert', locked: true },
  ],
  webhookSecret: 'signing-secret',
  webhookType: null,
}

const webhookCase = (webhookType: WebhookConfig['webhookType']): Case => ({
  name: webhookType || 'WEBHOOK',
  attempt: (url, tools, variables = {}) => {
    const queryParameters = webhookType ? webhook.queryParameters : []
    const config = { ...webhook, url, webhookType, queryParameters }
    return deliver(notificationOf('WEBHOOK', config, { variables, secrets }), tools)
  },
  expected: (status) => (status < 400 ? sentOrRejected(status) : status === 410 ? 'rejected' : 'retry'),
  answer: 'an answer',
  secretPath,
  statuses: webhookType ? edges : everyStatus,
})

const byAddress: readonly Case[] = [
  webhookCase(null),
  {
    name: 'SLACK',
    attempt: (url, tools, variables = {}) =>
      deliver(notificationOf('SLACK', { url, channel: null }, { variables, secrets }), tools),
    expected: asApi,
    answer: 'ok',
    secretPath,
    statuses: everyStatus,
  },
]

const byProvider: readonly Case[] = [
  {
    name: 'SLACK_APP',
    attempt: (url, tools) =>
      deliver(notificationOf('SLACK_APP', { slackChannels: ['#alerts'] }, { secrets }), providersAt(url, tools)),
    // An answer without a body does not say that the message was posted.
    expected: (status) => (status === 204 ? 'retry' : asApi(status)),
    answer: '{"ok":true,"channel":"C1","ts":"1.2"}',
    secretPath: '',
    statuses: everyStatus,
  },
  {
    name: 'PAGERDUTY',
    attempt: (url, tools, variables = { KEY: 'routing-key-of-the-service' }) => {
      const config = { account: '', serviceName: '', serviceKey: '{{KEY}}' }
      return deliver(notificationOf('PAGERDUTY', config, { variables, secrets }), providersAt(url, tools))
    },
    expected: asApi,
    answer: '{"status":"success"}',
    secretPath: '',
    statuses: everyStatus,
  },
  {
    name: 'OPSGENIE',
    attempt: (url, tools) => {
      const config = { name: '', apiKey: 'genie-key-of-the-team', region: 'EU', priority: 'P2' } as const
      return deliver(notificationOf('OPSGENIE', config, { secrets }), providersAt(url, tools))
    },
    expected: asApi,
    answer: '{"result":"Request will be processed"}',
    secretPath: '',
    statuses: everyStatus,
  },
  ...(['SMS', 'CALL'] as const).map((type): Case => ({
    name: type,
    attempt: (url, tools) =>
      deliver(notificationOf(type, { number: '+4930901820', name: '' }, { secrets }), providersAt(url, tools)),
    expected: asApi,
    answer: '{"sid":"SM1","status":"queued","error_code":null}',
    secretPath: '',
    statuses: everyStatus,
  })),
]

const cases: readonly Case[] = [...byAddress, ...webhookPresets.map(webhookCase), ...byProvider]
/** The status a request asks its receiver for. */
const firstSegment = (path: string): string => /[^/?]+/.exec(path)?.[0] ?? ''

describe.each(cases)('every HTTP channel: $name', ({ attempt, expected, answer, secretPath: secret, statuses }) => {
  it('turns each status into its outcome with one request', async () => {
    await using receiver = await startWebReceiver((response, { path }) => {
      response.writeHead(Number(firstSegment(path)), { location: '/elsewhere' }).end(answer)
    })
    const tools = toolsWith()
    const seen: Record<number, string> = {}
    const wanted: Record<number, string> = {}
    for (const status of statuses) {
      seen[status] = (await attempt(`${receiver.url}/${status}`, tools)).outcome
      wanted[status] = expected(status)
    }
    expect(seen).toEqual(wanted)
    expect(receiver.requests.map(({ path }) => firstSegment(path))).toEqual(Object.keys(wanted))
  })

  it('goes by the status line, whatever becomes of the rest of the answer, and is sent once', async () => {
    const nothingBehind = ['', '\r\n', '\r\nno header\r\n\r\n', '\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n']
    const rests = [`\r\nContent-Length: 1000\r\n\r\n${answer}`, ...nothingBehind]
    for (const [index, rest] of rests.entries()) {
      const receiver = await tcpServer((socket) => socket.once('data', () => socket.end(`HTTP/1.1 200 OK${rest}`)))
      const { outcome } = await attempt(`http://127.0.0.1:${receiver.port}`, toolsWith())
      expect({ rest, outcome }).toEqual({ rest, outcome: index === 0 ? 'sent' : expected(204) })
      expect(receiver.connections()).toBe(1)
    }
  })

  it('never follows a redirect, and says so', async () => {
    await using receiver = await startWebReceiver((response) => {
      response.writeHead(307, { location: '/elsewhere' }).end()
    })
    const delivery = await attempt(receiver.url, toolsWith())
    expect(delivery.response).toBe(
      'HTTP 307: redirects are not followed. Set the URL of the channel to the final one: /elsewhere',
    )
    expect(receiver.requests).toHaveLength(1)
  })

  it('never keeps a secret that the receiver repeats', async () => {
    const authorizations: (string | undefined)[] = []
    await using receiver = await startWebReceiver((response, { path, headers, body }) => {
      authorizations.push(headers.authorization)
      const key = headers['x-key'] === undefined ? '' : `${String(headers['x-key'])} signing-secret`
      const said = `${headers.authorization} ${path} ${headers.host}${path} ${key}`
      response.writeHead(500).end(`${said} account-secret ${encodeURIComponent('account-secret')} ${body}`)
    })
    const { response } = await attempt(`${receiver.url}${secret}`, toolsWith())
    expect(response).not.toMatch(secretTexts)
    const basic = authorizations.flatMap((value) => /^Basic (\S+?)=*$/.exec(value ?? '')?.[1] ?? [])
    for (const credentials of basic) expect(response).not.toContain(credentials)
    expect(response.length).toBeLessThanOrEqual(1024)
  })

  it('keeps the first kilobyte of the answer without control characters', async () => {
    await using receiver = await startWebReceiver((response) => {
      response.writeHead(500).end(`a\u0000b\u001b[31m\n${'€'.repeat(2000)}`)
    })
    const delivery = await attempt(receiver.url, toolsWith())
    expect(delivery.response).toBe(`HTTP 500: ab[31m\n${'€'.repeat(1024)}`.slice(0, 1024))
  })

  it('is retried when there is no response or the connection breaks', async () => {
    await using receiver = await startWebReceiver((response) => response.destroy())
    expect(await attempt(receiver.url, toolsWith())).toMatchObject({ outcome: 'retry' })
    const port = await unusedPort()
    const refused = await attempt(`http://127.0.0.1:${port}${secret}`, toolsWith())
    expect(refused).toMatchObject({ outcome: 'retry', response: expect.stringContaining('ECONNREFUSED') })
    expect(refused.response).not.toMatch(secretTexts)
  })

  it('is rejected at once when the address policy blocks the target or the URL is invalid', async () => {
    const tools = toolsWith({ http: createEgress({ allowPrivateTargets: false }, new SystemClock()).http })
    for (const url of [
      'http://127.0.0.1:1/',
      'http://169.254.169.254/latest',
      'http://[::ffff:127.0.0.1]/',
      'http://2130706433/',
    ]) {
      expect({ url, outcome: (await attempt(url, tools)).outcome }).toEqual({ url, outcome: 'rejected' })
    }
    expect(await attempt('file:///etc/passwd', tools)).toMatchObject({ outcome: 'rejected' })
    expect(await attempt('{{NOBODY}}', tools)).toMatchObject({ outcome: 'rejected' })
  })

  it('waits as long as the receiver asks, an hour at most', async () => {
    const waits = ['30', 'Sat, 21 Nov 2026 09:32:00 GMT', '999999', 'soon']
    await using receiver = await startWebReceiver((response, { path }) => {
      response.writeHead(429, { 'retry-after': waits[Number(firstSegment(path))] ?? '' }).end()
    })
    const seen = []
    for (const index of waits.keys()) seen.push(await attempt(`${receiver.url}/${index}`, toolsWith()))
    const limited = { outcome: 'retry', response: 'HTTP 429', isRateLimited: true }
    expect(seen).toEqual([
      { ...limited, retryAfterSeconds: 30 },
      { ...limited, retryAfterSeconds: 60 },
      { ...limited, retryAfterSeconds: 3600 },
      limited,
    ])
  })

  it('stops when the service stops', async () => {
    const stopping = new AbortController()
    await using receiver = await startWebReceiver(() => stopping.abort())
    expect(await attempt(receiver.url, toolsWith({ signal: stopping.signal }))).toMatchObject({ outcome: 'retry' })
  })
})

it('an alert is sent when the answer of its receiver has no end', async () => {
  const receiver = await tcpServer((socket) => socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\n\r\nwait')))
  const clock = new TestClock()
  const { http } = createEgress({ allowPrivateTargets: true }, clock)
  const delivery = webhookCase(null).attempt(`http://127.0.0.1:${receiver.port}`, toolsWith({ http, clock }))
  while (clock.nextInMs() !== recordMs) await setImmediate()
  clock.advance(recordMs)
  expect(await delivery).toEqual({
    outcome: 'sent',
    response: 'HTTP 200 (the rest of the answer did not arrive: ETIMEDOUT): wait',
  })
})

describe.each(byAddress)('every channel with an address of its own: $name', ({ attempt }) => {
  it('takes its address from a variable', async () => {
    await using receiver = await startWebReceiver((response) => response.end('ok'))
    const delivery = await attempt('{{HOOK}}', toolsWith(), { HOOK: `${receiver.url}/a%20b?c=d` })
    expect(delivery).toEqual({ outcome: 'sent', response: 'HTTP 200: ok' })
    expect(receiver.requests[0]?.path).toBe('/a%20b?c=d')
  })
})

async function unusedPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return address !== null && typeof address === 'object' ? address.port : 0
}
