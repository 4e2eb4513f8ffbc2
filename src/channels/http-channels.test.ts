import { createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import type { Delivery } from '#contract'
import { createEgress } from '#egress'
import { notificationOf, toolsWith } from '../../tests/support/notification.ts'
import { startWebReceiver } from '../../tests/support/web-receiver.ts'
import { deliver } from './index.ts'
import type { ChannelTools } from './index.ts'

interface Case {
  readonly name: string
  readonly attempt: (url: string, tools: ChannelTools, variables?: Record<string, string>) => Promise<Delivery>
  readonly expected: (status: number) => Delivery['outcome']
}

const sentOrRejected = (status: number): Delivery['outcome'] => (status < 300 ? 'sent' : 'rejected')
const key = 'T0000/B0000/abcdefghijklmnopqrstuvwx'

const cases: readonly Case[] = [
  {
    name: 'WEBHOOK',
    attempt: (url, tools, variables = {}) =>
      deliver(
        notificationOf(
          'WEBHOOK',
          {
            name: 'hook',
            url,
            method: 'POST',
            template: null,
            headers: [{ key: 'X-Key', value: 'locked-value', locked: true }],
            queryParameters: [],
            webhookSecret: 'signing-secret',
            webhookType: null,
          },
          { variables, secrets: ['account-secret'] },
        ),
        tools,
      ),
    expected: (status) => (status < 400 ? sentOrRejected(status) : status === 410 ? 'rejected' : 'retry'),
  },
  {
    name: 'SLACK',
    attempt: (url, tools, variables = {}) =>
      deliver(notificationOf('SLACK', { url, channel: null }, { variables, secrets: ['account-secret'] }), tools),
    expected: (status) => (status >= 500 || status === 408 || status === 429 ? 'retry' : sentOrRejected(status)),
  },
]

describe.each(cases)('every HTTP channel: $name', ({ attempt, expected }) => {
  it('turns every status from 200 to 599 into its outcome with one request', async () => {
    await using receiver = await startWebReceiver((response, { path }) => {
      response.writeHead(Number(path.slice(1)), { location: '/elsewhere' }).end('an answer')
    })
    const tools = toolsWith()
    const seen: Record<number, string> = {}
    const wanted: Record<number, string> = {}
    for (let status = 200; status <= 599; status += 1) {
      seen[status] = (await attempt(`${receiver.url}/${status}`, tools)).outcome
      wanted[status] = expected(status)
    }
    expect(seen).toEqual(wanted)
    expect(receiver.requests.map(({ path }) => path)).toEqual(Object.keys(wanted).map((status) => `/${status}`))
  })

  it('never follows a redirect, and says so', async () => {
    await using receiver = await startWebReceiver((response) => {
      response.writeHead(307, { location: '/elsewhere' }).end()
    })
    const delivery = await attempt(receiver.url, toolsWith())
    expect(delivery.response).toBe(
      'HTTP 307: redirects are not followed. Set the address of the channel to the final one: /elsewhere',
    )
    expect(receiver.requests).toHaveLength(1)
  })

  it('never keeps a secret that the receiver repeats', async () => {
    await using receiver = await startWebReceiver((response, { path, headers }) => {
      const said = `${path} ${headers.host}${path} ${String(headers['x-key'])} signing-secret account-secret VARIABLE-VALUE`
      response.writeHead(500).end(`${said} ${encodeURIComponent('account-secret')} ${'x'.repeat(5000)}`)
    })
    const delivery = await attempt(`${receiver.url}/services/${key}?token=0123456789`, toolsWith(), {
      NAME: 'VARIABLE-VALUE',
    })
    expect(delivery.response).not.toMatch(/abcdefghijklmnop|0123456789|locked-value|account-secret/)
    expect(delivery.response.length).toBeLessThanOrEqual(1024)
  })

  it('keeps the first kilobyte of the answer without control characters', async () => {
    await using receiver = await startWebReceiver((response) => {
      response.writeHead(200).end(`a\u0000b\u001b[31m\n${'€'.repeat(2000)}`)
    })
    const delivery = await attempt(receiver.url, toolsWith())
    expect(delivery.response).toBe(`HTTP 200: ab[31m\n${'€'.repeat(1024)}`.slice(0, 1024))
  })

  it('tries again when nobody answers or the connection breaks', async () => {
    await using receiver = await startWebReceiver((response) => response.destroy())
    expect(await attempt(receiver.url, toolsWith())).toMatchObject({ outcome: 'retry' })
    const port = await unusedPort()
    const refused = await attempt(`http://127.0.0.1:${port}/services/${key}`, toolsWith())
    expect(refused).toMatchObject({ outcome: 'retry', response: expect.stringContaining('ECONNREFUSED') })
    expect(refused.response).not.toContain(key)
  })

  it('gives up at once when the address policy refuses the target or the URL is none', async () => {
    const tools = toolsWith({ http: createEgress({ allowPrivateTargets: false }).http })
    for (const url of [
      'http://127.0.0.1:1/',
      'http://169.254.169.254/latest',
      'http://[::ffff:127.0.0.1]/',
      'http://2130706433/',
    ]) {
      expect([url, (await attempt(url, tools)).outcome]).toEqual([url, 'rejected'])
    }
    expect(await attempt('file:///etc/passwd', tools)).toMatchObject({ outcome: 'rejected' })
    expect(await attempt('{{NOBODY}}', tools)).toMatchObject({ outcome: 'rejected' })
  })

  it('takes its address from a variable', async () => {
    await using receiver = await startWebReceiver((response) => response.end('ok'))
    const delivery = await attempt('{{HOOK}}', toolsWith(), { HOOK: `${receiver.url}/a%20b?c=d` })
    expect(delivery).toEqual({ outcome: 'sent', response: 'HTTP 200: ok' })
    expect(receiver.requests[0]?.path).toBe('/a%20b?c=d')
  })

  it('waits as long as the receiver asks, an hour at most', async () => {
    const waits = ['30', 'Sat, 21 Nov 2026 09:32:00 GMT', '999999', 'soon']
    await using receiver = await startWebReceiver((response, { path }) => {
      response.writeHead(429, { 'retry-after': waits[Number(path.slice(1))] ?? '' }).end()
    })
    const seen = []
    for (const index of waits.keys()) seen.push(await attempt(`${receiver.url}/${index}`, toolsWith()))
    const response = 'HTTP 429'
    expect(seen).toEqual([
      { outcome: 'retry', response, retryAfterSeconds: 30 },
      { outcome: 'retry', response, retryAfterSeconds: 60 },
      { outcome: 'retry', response, retryAfterSeconds: 3600 },
      { outcome: 'retry', response },
    ])
  })

  it('stops when the service stops', async () => {
    const stopping = new AbortController()
    await using receiver = await startWebReceiver(() => stopping.abort())
    expect(await attempt(receiver.url, toolsWith({ signal: stopping.signal }))).toMatchObject({ outcome: 'retry' })
  })
})

async function unusedPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return address !== null && typeof address === 'object' ? address.port : 0
}
