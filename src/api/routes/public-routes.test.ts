import { once } from 'node:events'
import { connect } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCheck } from '#management'
import { minuteMs, randomId, TestClock } from '#kernel'
import { editorSchema, editorSchemaPath } from '#resource-files'
import { aTestApi, anAccount, testStore } from '../../../tests/support/api.ts'
import { useDatabase } from '../../../tests/support/database.ts'
import { mountPublicRoutes } from './public-routes.ts'
import { checkInput } from '../../../tests/support/check-input.ts'

const database = useDatabase()
const clock = new TestClock()
const pingToken = '6b1f0c1e-3c7a-4d57-9c55-0a4b8f1f2d11'
let app: ReturnType<typeof aTestApi>

beforeAll(async () => {
  const store = testStore(database.db())
  const { accountId } = await anAccount(store, clock)
  const heartbeat = { period: 5, periodUnit: 'minutes', grace: 1, graceUnit: 'minutes', pingToken } as const
  const body = checkInput({ name: 'backup', heartbeat })
  const caller = { accountId, role: 'OWNER', nowMs: clock.now() } as const
  await createCheck(store, caller, { checkType: 'HEARTBEAT', body, autoAssignAlerts: false })
  const answers = {
    health: async () => ({ status: 'ok' as const }),
    metricsPage: async () => ({ contentType: 'text/plain', text: '' }),
  }
  app = aTestApi({
    db: database.db(),
    clock,
    operations: {},
    handlers: {},
    extraRoutes: (routes) =>
      mountPublicRoutes(routes, { store, clock, publicUrl: 'http://x', pingPrefix: '/from', ...answers }),
  })
})
afterAll(() => app.close())

it.each([
  ['nothing', {}, undefined],
  ['the output of a job', { 'content-type': 'text/plain' }, 'done\n'],
  ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 'exit=0'],
  ['something of no known kind', { 'content-type': 'what/ever; x' }, 'x'],
  ['what is no JSON', { 'content-type': 'application/json' }, '{'],
  ['a content type that is none', { 'content-type': 'text' }, 'x'],
  ['an empty content type', { 'content-type': '' }, 'x'],
  ['a broken content type', { 'content-type': 'invalid;;;' }, 'x'],
  ['a charset that nobody knows', { 'content-type': 'text/plain; charset=klingon' }, 'x'],
  ['a form of several parts without any', { 'content-type': 'multipart/form-data; boundary=x' }, '--y'],
  ['an unknown coding', { 'content-encoding': 'zopfli', 'content-type': '*/*' }, 'x'],
  ['more than anybody reads', { 'content-type': 'application/json' }, 'x'.repeat(3_000_000)],
  ['compressed output', { 'content-encoding': 'gzip', 'content-type': 'text/plain' }, gzipSync('done')],
])('a ping that brings %s counts', async (_what, headers, payload) => {
  const answer = await app.inject({ method: 'POST', url: `/ping/${pingToken}`, headers, ...(payload && { payload }) })
  expect({ statusCode: answer.statusCode, body: answer.body }).toEqual({ statusCode: 200, body: 'OK\n' })
})

it('a ping with HEAD counts', async () => {
  const before = await eventsStored()
  expect((await app.inject({ method: 'HEAD', url: `/ping/${pingToken}` })).statusCode).toBe(200)
  expect((await eventsStored()) - before).toBe(1)
})

const lastSignal = async () =>
  (
    await database
      .db()
      .rows('select kind, exit_status, run_id, body, body_bytes from heartbeat_signals order by id desc')
  )[0]

it.each([
  ['start', '/start', { kind: 'start', exitStatus: null }],
  ['fail', '/fail/', { kind: 'fail', exitStatus: null }],
  ['log', '/log', { kind: 'log', exitStatus: null }],
  ['exit status 0', '/0', { kind: 'success', exitStatus: 0 }],
  ['exit status 255', '/255', { kind: 'fail', exitStatus: 255 }],
])('a ping says %s at the end of its address, by any method', async (_what, end, said) => {
  for (const method of ['GET', 'HEAD', 'POST'] as const) {
    const answer = await app.inject({ method, url: `/ping/${pingToken}${end}?rid=Run-1` })
    expect([answer.statusCode, await lastSignal()]).toMatchObject([200, { ...said, runId: 'run-1' }])
  }
})

it.each(['/256', '/-1', '/done', '/start/x'])('a ping does not count with %s at its end', async (end) => {
  expect((await app.inject({ url: `/ping/${pingToken}${end}` })).statusCode).toBe(404)
})

it('the output of a job is kept without credentials, its beginning if it is long', async () => {
  const payload = `password=hunter2hunter2\n${'é'.repeat(6_000)}`
  await app.inject({ method: 'POST', url: `/ping/${pingToken}/log`, payload })
  const { body, bodyBytes } = (await lastSignal()) as { body: string; bodyBytes: number }
  expect(bodyBytes).toBe(Buffer.byteLength(payload))
  expect(body).not.toContain('hunter2')
  expect(body.length).toBeLessThan(5_100)
  await app.inject({ method: 'POST', url: `/ping/${pingToken}/log`, payload: 'a\0b', headers: { 'content-type': '' } })
  expect(await lastSignal()).toMatchObject({ body: 'a\uFFFDb', bodyBytes: 3 })
})

it('a plain ping stores an event and nothing else', async () => {
  const count = async () => (await database.db().rows('select 1 from heartbeat_signals')).length
  const before = await count()
  await app.inject({ url: `/ping/${pingToken}` })
  expect(await count()).toBe(before)
})

describe('on the wire', () => {
  const path = `/ping/${pingToken}`
  let port = 0
  beforeAll(async () => {
    port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
  })

  /** Sends bytes, hangs up, and waits for what is stored of them. */
  async function sent(text: string): Promise<unknown[]> {
    const stored = () => database.db().rows('select user_agent from heartbeat_events order by id')
    const { length } = await stored()
    const socket = connect(port, '127.0.0.1')
    const closed = once(socket.resume(), 'close')
    socket.end(text)
    await closed
    while ((await stored()).length === length) await setImmediate()
    return (await stored()).slice(length)
  }

  it.each([
    ['chunks', `POST ${path} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n`],
    ['chunks that are none', `POST ${path} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz`],
    ['no length', `POST ${path} HTTP/1.0\r\n\r\ndone`],
    ['a longer length than its body', `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\ndone`],
    ['the longest length', `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 18446744073709551615\r\n\r\ndone`],
    [
      'a wait for permission',
      `POST ${path} HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\nok`,
    ],
    ['another expectation', `POST ${path} HTTP/1.1\r\nHost: x\r\nExpect: luck\r\nContent-Length: 2\r\n\r\nok`],
    ['a wrong length', `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: many\r\n\r\nok`],
    ['two framings', `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\nok`],
    ['no host', `GET ${path} HTTP/1.1\r\n\r\n`],
    ['two hosts', `GET ${path} HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n`],
    ['plain line ends', `GET ${path} HTTP/1.0\n\n`],
  ])('a ping with %s counts once, although its client hangs up', async (_what, text) => {
    expect(await sent(text)).toHaveLength(1)
  })

  it('a ping that is no valid HTTP is of whoever sent it', async () => {
    expect(await sent(`GET ${path} HTTP/1.0\nUser-Agent: cron\n\n`)).toEqual([{ userAgent: 'cron' }])
  })
})

it.each([
  ['GET', '/ping/6b1f0c1e-3c7a-4d57-9c55-0a4b8f1f2d12', 404],
  ['GET', '/ping/%00', 404],
  ['GET', `/ping/${'a'.repeat(5000)}`, 400],
  ['PUT', `/ping/${pingToken}`, 405],
  ['DELETE', `/ping/${pingToken}`, 405],
] as const)('%s %s is answered %d', async (method, url, status) => {
  expect((await app.inject({ method, url })).statusCode).toBe(status)
})

const eventsStored = async (): Promise<number> => (await database.db().rows('select 1 from heartbeat_events')).length

it('a flood of pings is answered 429 and stored in part, at a steady pace', async () => {
  clock.advance(minuteMs)
  // As many at a time as there are connections: a ping that waits ten seconds for one, on a busy machine, is answered 503.
  const atOnce = () => Promise.all(Array.from({ length: 10 }, () => app.inject({ url: `/ping/${pingToken}` })))
  const flood = async () => {
    const answers: Awaited<ReturnType<typeof atOnce>> = []
    while (answers.length < 130) answers.push(...(await atOnce()))
    return answers
  }
  const before = await eventsStored()
  const answers = (await flood()).map(({ statusCode }) => statusCode)
  expect(answers.filter((status) => status === 429)).toHaveLength(10)
  expect((await eventsStored()) - before).toBe(120)
  clock.advance(5000)
  expect((await flood()).filter(({ statusCode }) => statusCode === 200)).toHaveLength(10)
})

it('who guesses tokens runs dry, and heartbeats in use go on', async () => {
  clock.advance(minuteMs)
  const guess = () => app.inject({ url: `/ping/${randomId()}`, remoteAddress: '203.0.113.7' })
  const guesses = []
  for (let count = 0; count < 310; count += 1) guesses.push((await guess()).statusCode)
  expect([guesses.indexOf(429), new Set(guesses)]).toEqual([300, new Set([404, 429])])
  const known = await app.inject({ url: `/ping/${pingToken}`, remoteAddress: '203.0.113.7' })
  expect(known.statusCode).toBe(200)
})

it.each(['/health', '/metrics'])('%s has a limit that nobody who watches meets', async (url) => {
  clock.advance(minuteMs)
  const remoteAddress = url === '/health' ? '203.0.113.8' : '203.0.113.9'
  const statuses = []
  for (let count = 0; count < 301; count += 1) statuses.push((await app.inject({ url, remoteAddress })).statusCode)
  expect({ indexOf: statuses.indexOf(429), lastIndexOf: statuses.lastIndexOf(429) }).toEqual({
    indexOf: 300,
    lastIndexOf: 300,
  })
  expect((await app.inject({ url, remoteAddress: '203.0.113.10' })).statusCode).not.toBe(429)
})

it('the schema of files of resources needs no key', async () => {
  const answer = await app.inject({ url: editorSchemaPath })
  expect({ status: answer.statusCode, cache: answer.headers['cache-control'] }).toEqual({
    status: 200,
    cache: 'public, max-age=3600',
  })
  expect(answer.json()).toEqual(JSON.parse(JSON.stringify(editorSchema())))
})
