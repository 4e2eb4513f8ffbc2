import { once } from 'node:events'
import { connect } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCheck } from '#management'
import { SystemClock, minuteMs, randomId, TestClock } from '#kernel'
import { openDatabase } from '#storage'
import { aTestApi, anAccount, testStore } from '../../tests/support/api.ts'
import { useDatabase } from '../../tests/support/database.ts'
import { checkHealth } from './health/check-health.ts'
import type { Health } from './health/check-health.ts'
import { findingSources } from './health/sources.ts'
import { LoopWatch } from './loop-watch.ts'
import { mountPublicRoutes } from './public-routes.ts'
import { RunProblems } from './run-problems.ts'
import { createSelfMetrics } from './self-metrics.ts'
import { checkInput } from '../../tests/support/check-input.ts'

const realTime = new SystemClock()

const database = useDatabase()
const clock = new TestClock()
const readDatabaseClock = async (): Promise<number> => clock.now()
const publicSources = findingSources.filter(({ audience }) => audience === 'everybody')
const ownFindings = publicSources.filter((source) => !source.readsDatabase).map((source) => source.name)
const databaseFindings = publicSources.filter((source) => source.readsDatabase).map((source) => source.name)
const pingToken = '6b1f0c1e-3c7a-4d57-9c55-0a4b8f1f2d11'
const metrics = createSelfMetrics('service')
let app: ReturnType<typeof aTestApi>

beforeAll(async () => {
  const store = testStore(database.db())
  const { accountId } = await anAccount(store, clock)
  const heartbeat = { period: 5, periodUnit: 'minutes', grace: 1, graceUnit: 'minutes', pingToken } as const
  const body = checkInput({ name: 'backup', heartbeat })
  const caller = { accountId, role: 'OWNER', nowMs: clock.now() } as const
  await createCheck(store, caller, { checkType: 'HEARTBEAT', body, autoAssignAlerts: false })
  const sources = {
    store,
    clock,
    readDatabaseClock,
    watch: new LoopWatch(realTime),
    runProblems: new RunProblems(),
    metrics,
    locations: [],
  }
  app = aTestApi({
    db: database.db(),
    clock,
    operations: {},
    handlers: {},
    extraRoutes: (routes) => mountPublicRoutes(routes, { ...sources, serviceName: 'service', publicUrl: 'http://x' }),
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
  const flood = () => Promise.all(Array.from({ length: 130 }, () => app.inject({ url: `/ping/${pingToken}` })))
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

it('metrics show pending work and the turns of the loops', async () => {
  metrics.turned('analyses', 'ended', 1500)
  metrics.analysed('rules', 20)
  const { body } = await app.inject({ url: '/metrics', remoteAddress: '203.0.113.11' })
  for (const line of [
    'service_loop_turns_total{loop="analyses",outcome="ended"} 1',
    'service_loop_turn_seconds_total{loop="analyses"} 1.5',
    'service_analysis_seconds_count{author="rules"} 1',
    'service_analyses_pending 0',
    'service_analyses_oldest_seconds 0',
    'service_rollups_behind_seconds 0',
  ])
    expect(body.split('\n')).toContain(line)
})

it('what health says about a database that is away names no path, address or user', async () => {
  const away = openDatabase({ connectionString: 'postgresql://canary@127.0.0.1:1/canary' })
  const sources = {
    db: away,
    clock,
    readDatabaseClock,
    watch: new LoopWatch(realTime),
    runProblems: new RunProblems(),
    locations: [],
  }
  const health = await checkHealth(sources)
  expect(health).toMatchObject({ status: 'failing', reasons: ['The database cannot be reached.'] })
  expect(health.findings.map(({ name }) => name)).toEqual([...ownFindings, 'database'])
  expect(JSON.stringify(health)).not.toMatch(/canary|127\.0\.0\.1/)
  await away.close()
})

it('health answers every finding with its name, whether it is ok, a sentence and numbers', async () => {
  const answer = await app.inject({ url: '/health', remoteAddress: '203.0.113.12' })
  const { status, reasons, findings } = answer.json<Health>()
  expect({ statusCode: answer.statusCode, status, reasons }).toEqual({ statusCode: 200, status: 'ok', reasons: [] })
  expect(findings.map(({ name }) => name)).toEqual([...ownFindings, 'database', ...databaseFindings])
  for (const { name, ok, message, ...numbers } of findings) {
    expect({ name, ok, message }).toEqual({ name, ok: true, message: expect.stringMatching(/^[A-Z].*\.$/) })
    expect(Object.values(numbers).filter((value) => typeof value !== 'number')).toEqual([])
  }
})

it('health reports that the disk of the database is full before anything is overdue', async () => {
  const watch = new LoopWatch(realTime)
  watch.started('ticks')
  watch.failed('ticks', 'could not extend file', true)
  const { status, reasons } = await checkHealth({
    db: database.db(),
    clock,
    readDatabaseClock,
    watch,
    runProblems: new RunProblems(),
    locations: [],
  })
  expect([status, reasons[0]]).toEqual(['failing', expect.stringContaining('database disk is full')])
})

it('health is red for five minutes after runs without a reliable result, and green after runs that were repeated', async () => {
  const runProblems = new RunProblems()
  const sources = {
    db: database.db(),
    clock,
    readDatabaseClock,
    watch: new LoopWatch(realTime),
    runProblems,
    locations: [],
  }
  runProblems.returned(7, clock.now())
  expect(await checkHealth(sources)).toMatchObject({ status: 'ok', reasons: [] })
  runProblems.inconclusive(2, clock.now())
  const sentence = /^In the last 5 minutes 2 runs were inconclusive and 7 were requeued/
  expect(await checkHealth(sources)).toMatchObject({ status: 'failing', reasons: [expect.stringMatching(sentence)] })
  clock.advance(300_000)
  expect((await checkHealth(sources)).reasons.filter((reason) => sentence.test(reason))).toEqual([])
})
