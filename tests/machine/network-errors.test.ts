import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'
import { request as playwrightRequest } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeRequest } from '#contract'
import { observe } from '#probes'
import { certificates } from '../support/certificates/read-certificates.ts'
import { freePort } from '../support/free-port.ts'
import { launchChromium } from '../support/launch-chromium.ts'
import { waitLimitMs } from '../support/limits.ts'
import { probeTools } from '../support/probe-tasks.ts'
import { startTestFileRuns } from '../support/test-file-runs.ts'
import type { TestFileRuns } from '../support/test-file-runs.ts'
import { startWebReceiver } from '../support/web-receiver.ts'
import type { WebReceiver } from '../support/web-receiver.ts'

/** What a script meets at an address in each way, by `<failure> <scheme> <way>`. */
type Outcomes = Readonly<Record<string, string>>

const failures = ['name', 'refused', 'silent', 'plain or foreign TLS', 'cut', 'reset', 'cut in the answer'] as const
const ways = ['document', 'resource', 'WebSocket', 'request'] as const

/** Runs with `page`, `request`, `start` and `targets`; the same text for both runners. */
const script = `
const outcomes = {}
const firstLine = (error) => String(error.message).split('\\n')[0]
for (const [name, url] of Object.entries(targets)) {
  const ignoreHTTPSErrors = !name.startsWith('foreign')
  const context = await page.context().browser().newContext({ ignoreHTTPSErrors })
  const opened = await context.newPage()
  // Only what never ends is given up, so that a busy machine changes nothing.
  const timeout = name.startsWith('silent') ? 1500 : 60_000
  const documentTimeout = /^(silent|cut in)/.test(name) ? 1500 : 60_000
  const failed = new Map()
  opened.on('requestfailed', (one) => failed.set(one.url(), one.failure().errorText))
  const texts = []
  opened.on('console', (message) => texts.push(message.text()))
  await opened.goto(start)
  const fetched = await opened.evaluate(([address, limit]) => {
    const given = AbortSignal.timeout(limit)
    return fetch(address, { mode: 'no-cors', signal: given }).then((a) => a.text()).then(() => 'answered', (e) => e.name + ': ' + e.message)
  }, [url, timeout])
  outcomes[name + ' resource'] = fetched + ' ' + (failed.get(url) ?? '')
  const closed = await opened.evaluate(([address, limit]) => new Promise((resolve) => {
    const socket = new WebSocket(address)
    socket.onclose = (event) => resolve('closed ' + event.code)
    setTimeout(() => resolve('waits'), limit)
  }), [url.replace('http', 'ws'), timeout])
  outcomes[name + ' WebSocket'] = closed + ' ' + (closed === 'waits' ? '' : texts.findLast((text) => text.includes('WebSocket')) ?? '')
  outcomes[name + ' document'] = await opened.goto(url, { timeout: documentTimeout }).then((a) => 'answered ' + a.status(), firstLine)
  outcomes[name + ' request'] = await request.get(url, { timeout, ignoreHTTPSErrors }).then((a) => 'answered ' + a.status(), firstLine)
  await context.close()
}`

type Run = (page: unknown, request: unknown, start: string, targets: object) => Promise<Outcomes>
const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor as new (...parts: string[]) => Run

const servers: Server[] = []
let receiver: WebReceiver
let runs: TestFileRuns
let denied: number
let targets: Record<string, string>
let here: Outcomes
let plain: Outcomes

async function portOf(server: Server): Promise<number> {
  servers.push(server.listen(0, '127.0.0.1'))
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

/** `connection` is the one below TLS. */
type Answer = (socket: Socket, connection: Socket) => void
const answers: Readonly<Record<string, Answer>> = {
  cut: (socket) => socket.destroy(),
  reset: (_socket, connection) => connection.resetAndDestroy(),
  'cut in the answer': (socket) =>
    socket.end('HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 1000\r\n\r\n<p>Half'),
}

/** A target for each failure and scheme. */
async function startTargets(): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  const silent = await portOf(createServer(() => {}))
  const speaksPlain = await portOf(createHttpServer((_request, response) => response.end('plain')))
  const speaksTls = await portOf(createHttpsServer(certificates.selfSigned))
  for (const scheme of ['http', 'https'] as const) {
    found[`name ${scheme}`] = `${scheme}://no-such-host.invalid/`
    found[`refused ${scheme}`] = `${scheme}://127.0.0.1:${await freePort()}/`
    found[`silent ${scheme}`] = `${scheme}://127.0.0.1:${silent}/`
    found[`plain or foreign TLS ${scheme}`] =
      scheme === 'http' ? `http://127.0.0.1:${speaksTls}/` : `https://127.0.0.1:${speaksPlain}/`
    found[`denied ${scheme}`] = `${scheme}://127.0.0.1:${denied}/`
    for (const [name, answer] of Object.entries(answers)) {
      const connections = new Map<number | undefined, Socket>()
      const end = ({ socket }: IncomingMessage): void => {
        answer(socket, connections.get(socket.remotePort) ?? socket)
      }
      const server = scheme === 'http' ? createHttpServer(end) : createHttpsServer(certificates.server, end)
      server.on('connection', (connection: Socket) => connections.set(connection.remotePort, connection))
      server.on('upgrade', end)
      server.on('tlsClientError', () => {})
      found[`${name} ${scheme}`] = `${scheme}://127.0.0.1:${await portOf(server)}/`
    }
  }
  found['foreign certificate https'] = `https://127.0.0.1:${speaksTls}/`
  return found
}

async function runPlain(): Promise<Outcomes> {
  const browser = await launchChromium()
  const requests = await playwrightRequest.newContext()
  try {
    const run = new AsyncFunction('page', 'request', 'start', 'targets', `${script}\nreturn outcomes`)
    return await run(await (await browser.newContext()).newPage(), requests, receiver.url, targets)
  } finally {
    await requests.dispose()
    await browser.close()
  }
}

async function runHere(): Promise<Outcomes> {
  const test = `import { test } from '@playwright/test'
test.setTimeout(0)
test('all', async ({ page, request }) => {
  const start = process.env.START!
  const targets = JSON.parse(process.env.TARGETS!)
  ${script.replace('const outcomes = {}', 'const outcomes: any = {}')}
  await request.post(start + '/outcomes', { data: outcomes })
})`
  const environment = [
    { key: 'START', value: receiver.url, secret: false },
    { key: 'TARGETS', value: JSON.stringify(targets), secret: false },
  ]
  const observed = await observe(
    {
      checkType: 'BROWSER',
      request: codeRequest,
      timeoutMs: waitLimitMs,
      accountId: 'account',
      code: { runtimeId: '2026.04', snippets: [], script: test, environment },
    },
    { ...probeTools, clock: runs.clock, playwright: runs.playwright },
  )
  const sent = receiver.requests.find(({ path }) => path === '/outcomes')
  if (sent === undefined) throw new Error(JSON.stringify(observed.failure ?? observed.answer))
  return JSON.parse(sent.body) as Outcomes
}

beforeAll(async () => {
  receiver = await startWebReceiver((response) => {
    response.setHeader('content-type', 'text/html')
    response.end('<title>Start</title>')
  })
  denied = await portOf(createHttpServer((_request, response) => response.end('secret')))
  runs = await startTestFileRuns({ ownEndpoints: [{ port: denied }] })
  targets = await startTargets()
  here = await runHere()
  plain = await runPlain()
})

afterAll(async () => {
  await runs[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
  for (const server of servers) server.close()
})

/** Without what differs between two runs of one runner, and the reason that follows the words of Node. */
const comparable = (text: string | undefined): string =>
  (text ?? 'missing')
    .replace(/(getaddrinfo|connect) (E[A-Z_]+) ([\w.:-]+?)(: .*)?$/, '$1 $2 $3')
    .replace(/EAI_AGAIN/, 'ENOTFOUND')
    .replace(/socket hang up( \(ECONNRESET\))?|read ECONNRESET/, 'ECONNRESET')
    .replace(/net::ERR_ABORTED$/, '')
    .replace(/EPROTO [0-9A-F]+/, 'EPROTO')
    .trim()

describe.each(['http', 'https'])('a failure on the way to an address of %s', (scheme) => {
  it.each(failures.flatMap((failure) => ways.map((way) => ({ failure, way }))))(
    'is for a $way what it is in Playwright alone: $failure',
    ({ failure, way }) => {
      const name = `${failure} ${scheme} ${way}`
      expect(comparable(here[name])).toBe(comparable(plain[name]))
    },
  )

  it.each(ways)('that the policy denies is a network error with its reason for a %s', (way) => {
    const text = here[`denied ${scheme} ${way}`]
    expect(text).not.toContain('answered')
    expect(text).toMatch(
      way === 'request' ? /^apiRequestContext\.get: connect EPOLICY/ : /net::ERR_NETWORK_ACCESS_DENIED/,
    )
    expect(text).toContain('belongs to this service itself')
  })
})

it.each(ways)('a certificate that nobody vouches for is for a %s what it is in Playwright alone', (way) => {
  const name = `foreign certificate https ${way}`
  expect(comparable(here[name])).toBe(comparable(plain[name]))
})

it('the net errors are those of Chromium itself', () => {
  expect(here['name http document']).toContain('net::ERR_NAME_NOT_RESOLVED at http://no-such-host.invalid/')
  expect(here['refused https document']).toContain('net::ERR_CONNECTION_REFUSED')
  expect(here['cut http document']).toContain('net::ERR_EMPTY_RESPONSE')
  expect(here['reset http resource']).toContain('net::ERR_CONNECTION_RESET')
  expect(JSON.stringify(here)).not.toMatch(/SOCKS|PROXY|TUNNEL/)
})
