import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCheck, createPingKey } from '#management'
import { minuteMs, pingTokenOf, randomId, TestClock } from '#kernel'
import { aTestApi, anAccount, testStore } from '../../../../tests/support/api.ts'
import { checkInput } from '../../../../tests/support/check-input.ts'
import { useDatabase } from '../../../../tests/support/database.ts'
import { mountPings } from '../mount-pings.ts'
import { pingHostPath } from '../ping-host.ts'

const database = useDatabase()
const clock = new TestClock()
const token = '6b1f0c1e-3c7a-4d57-9c55-0a4b8f1f2d31'
const plainToken = token.replaceAll('-', '')
const rid = 'aaaaaaaa-3c7a-4d57-9c55-0a4b8f1f2d31'
let app: ReturnType<typeof aTestApi>
let store: ReturnType<typeof testStore>
let accountId: string

beforeAll(async () => {
  store = testStore(database.db())
  ;({ accountId } = await anAccount(store, clock))
  await aHeartbeat('Nightly backup', token)
  const ofPingHost = pingHostPath({ hosts: ['hc.example.com'], prefix: '/pings' })
  app = aTestApi({
    db: database.db(),
    clock,
    operations: {},
    handlers: {},
    extraRoutes: (routes) => mountPings(routes, { store, clock, publicUrl: 'http://x', pingPrefix: '/pings' }),
    rewriteUrl: (request) => ofPingHost(request) ?? request.url ?? '/',
  })
})
afterAll(() => app.close())

function aHeartbeat(name: string, pingToken = randomId()) {
  const heartbeat = { period: 5, periodUnit: 'minutes', grace: 1, graceUnit: 'minutes', pingToken } as const
  const caller = { accountId, role: 'OWNER', nowMs: clock.now() } as const
  const body = checkInput({ name, heartbeat })
  return createCheck(store, caller, { checkType: 'HEARTBEAT', body, autoAssignAlerts: false })
}

interface Options {
  readonly method?: 'GET' | 'HEAD' | 'POST'
  readonly headers?: Record<string, string>
  readonly payload?: string | object
}
interface Stored {
  readonly kind: string
  readonly exitStatus: number | null
  readonly runId: string | null
  readonly durationMs: number | null
  readonly body: string | null
}

/** What is answered, and what was stored because of it; null: nothing. */
async function call(url: string, options: Options = {}) {
  const events = () =>
    database.db().rows<{ id: string; state: string }>('select id, state from heartbeat_events order by id')
  const signals = () => database.db().rows<Stored & { id: string }>('select * from heartbeat_signals order by id')
  const [before, said] = [await events(), await signals()]
  const answer = await app.inject({ method: 'GET', url, headers: { host: 'hc.example.com' }, ...options })
  const [event] = (await events()).slice(before.length)
  const [signal] = (await signals()).slice(said.length)
  const stored = signal ?? (event && { kind: event.state === 'FAILING' ? 'fail' : 'success' })
  return { status: answer.statusCode, body: answer.body, headers: answer.headers, stored: stored ?? null }
}

describe('healthchecks', () => {
  it.each([
    ['/ping/TOKEN', { kind: 'success' }],
    ['/TOKEN', { kind: 'success' }],
    ['/ping/TOKEN/', { kind: 'success' }],
    ['/TOKEN/start', { kind: 'start' }],
    ['/ping/TOKEN/fail', { kind: 'fail' }],
    ['/ping/TOKEN/log', { kind: 'log' }],
    ['/ping/TOKEN/0', { kind: 'success', exitStatus: 0 }],
    ['/TOKEN/255', { kind: 'fail', exitStatus: 255 }],
    [`/ping/TOKEN/start?rid=${rid.toUpperCase()}`, { kind: 'start', runId: rid }],
  ])('%s is the ping that it is there', async (path, stored) => {
    for (const method of ['GET', 'HEAD', 'POST'] as const) {
      const answer = await call(path.replace('TOKEN', token), { method })
      expect(answer).toMatchObject({ status: 200, body: method === 'HEAD' ? '' : 'OK', stored })
      expect(answer.headers).toMatchObject({ 'ping-body-limit': '10000', 'access-control-allow-origin': '*' })
    }
  })

  it('keeps the output of a job that runitor sends', async () => {
    const headers = { host: 'hc.example.com', 'content-type': 'text/plain; charset=utf-8', 'user-agent': 'runitor/1' }
    const payload = 'disk full\n'
    expect(await call(`/${token}/1?rid=${rid}`, { method: 'POST', headers, payload })).toMatchObject({
      status: 200,
      stored: { kind: 'fail', exitStatus: 1, runId: rid, body: payload },
    })
  })

  it.each([
    ['/ping/TOKEN/256', 400, 'invalid url format'],
    ['/ping/TOKEN?rid=7', 400, 'invalid uuid format'],
    ['/ping/TOKEN/done', 404, 'not found'],
    [`/ping/${randomId()}`, 404, 'not found'],
    ['/ping/nobody', 404, 'not found'],
  ])('%s is answered %i %s', async (path, status, body) => {
    expect(await call(path.replace('TOKEN', token))).toMatchObject({ status, body, stored: null })
  })
})

describe('healthchecks by name', () => {
  it('a ping key and the slug of a name ping, at every host, with all that an address may say', async () => {
    const { key } = await createPingKey(store, { accountId, nowMs: clock.now() }, { createsChecks: false })
    expect(await call(`/${key}/nightly-backup`)).toMatchObject({ status: 200, body: 'OK', stored: { kind: 'success' } })
    expect(await call(`/ping/${key}/nightly-backup/start?rid=${rid}`, { headers: {} })).toMatchObject({
      status: 200,
      stored: { kind: 'start', runId: rid },
    })
    expect(await call(`/ping/${key}/nightly-backup/3`)).toMatchObject({ stored: { kind: 'fail', exitStatus: 3 } })
    expect(await call(`/${key}/Nightly-Backup`)).toMatchObject({ status: 400, body: 'invalid url format' })
    expect(await call(`/${key}/unknown?create=1`)).toMatchObject({ status: 404, body: 'not found', stored: null })
    expect(await call(`/${'k'.repeat(24)}/nightly-backup`)).toMatchObject({ status: 404, stored: null })
  })

  it('a key that may make heartbeats makes one for two pings at once, and several of one slug are ambiguous', async () => {
    const { key } = await createPingKey(store, { accountId, nowMs: clock.now() }, { createsChecks: true })
    const answers = await Promise.all([1, 2].map(() => app.inject({ url: `/ping/${key}/new-job/start?create=1` })))
    expect(
      answers.map(({ statusCode, body }) => `${statusCode} ${body}`).toSorted((one, other) => one.localeCompare(other)),
    ).toEqual(['200 OK', '201 Created'])
    await aHeartbeat('New job!')
    expect(await call(`/${key}/new-job`)).toMatchObject({ status: 409, body: 'ambiguous slug', stored: null })
  })

  it('whoever guesses slugs runs dry, and heartbeats that are pinged by name go on', async () => {
    const { key } = await createPingKey(store, { accountId, nowMs: clock.now() }, { createsChecks: false })
    expect(await call(`/${key}/nightly-backup`)).toMatchObject({ status: 200 })
    const guess = async (slug: string) => (await app.inject({ url: `/ping/${key}/${slug}` })).statusCode
    const answers = await Promise.all(Array.from({ length: 300 }, (_, index) => guess(`job-${index}`)))
    expect(new Set(answers)).toEqual(new Set([404]))
    expect(await guess('job')).toBe(429)
    expect(await call(`/${key}/nightly-backup`)).toMatchObject({ status: 200, stored: { kind: 'success' } })
    clock.advance(minuteMs)
  })

  it('an older key ends with the next one', async () => {
    const caller = { accountId, nowMs: clock.now() }
    const { key } = await createPingKey(store, caller, { createsChecks: false })
    await createPingKey(store, caller, { createsChecks: false })
    expect(await call(`/${key}/nightly-backup`)).toMatchObject({ status: 404, stored: null })
  })
})

it.each([
  [
    'Uptime Kuma',
    `/api/push/${plainToken}?status=up&msg=OK&ping=`,
    { status: 200, body: '{"ok":true}' },
    { kind: 'success' },
  ],
  [
    'Uptime Kuma',
    `/api/push/${token}?status=up&msg=OK&ping=12.4`,
    { status: 200, body: '{"ok":true}' },
    { durationMs: 12, body: null },
  ],
  [
    'Uptime Kuma',
    `/api/push/${plainToken}?status=down&msg=no+disk`,
    { status: 200, body: '{"ok":true}' },
    { kind: 'fail', body: 'no disk' },
  ],
  ['Better Stack', `/api/v1/heartbeat/${plainToken}`, { status: 200, body: 'OK' }, { kind: 'success' }],
  ['Better Stack', `/api/v1/heartbeat/${plainToken}/fail`, { status: 200, body: 'OK' }, { kind: 'fail' }],
  ['Better Stack', `/api/v1/heartbeat/${plainToken}/3`, { status: 200, body: 'OK' }, { kind: 'fail', exitStatus: 3 }],
  ['Snitch', `/${plainToken}?m=fine&s=0`, { status: 200, body: 'OK' }, { kind: 'success', body: 'fine' }],
  ['Snitch', `/${plainToken}?m=bad&s=2`, { status: 200, body: 'OK' }, { kind: 'fail', exitStatus: 2, body: 'bad' }],
  ['Cronitor', `/p/key/${token}?state=run&series=42`, { status: 200, body: 'OK' }, { kind: 'start', runId: '42' }],
  [
    'Cronitor',
    `/p/key/${token}?state=complete&series=42&metric=duration:2.5`,
    { status: 200, body: 'OK' },
    { durationMs: 2500 },
  ],
  [
    'Cronitor',
    `/p/key/${token}/fail?message=broken&status_code=9`,
    { status: 200, body: 'OK' },
    { exitStatus: 9, body: 'broken' },
  ],
  [
    'Sentry Crons',
    `/api/12/cron/job/${plainToken}/?status=in_progress&check_in_id=${rid}`,
    { status: 202, body: '' },
    { kind: 'start', runId: rid },
  ],
  [
    'Sentry Crons',
    `/api/12/cron/job/${plainToken}/?status=error&duration=3`,
    { status: 202, body: '' },
    { kind: 'fail', durationMs: 3000 },
  ],
  [
    'StatusCake',
    `/?PK=${plainToken}&TestID=7&time=130`,
    { status: 200, body: 'OK' },
    { kind: 'success', durationMs: 130 },
  ],
])('a job that pings %s as %s is answered as there', async (_tool, path, answer, stored) => {
  expect(await call(path)).toMatchObject({ ...answer, stored })
})

it('a failure is recorded whatever its message and its duration are', async () => {
  expect(await call(`/api/push/${plainToken}?status=down&msg=no%00disk`)).toMatchObject({
    status: 200,
    stored: { kind: 'fail', body: 'no\uFFFDdisk' },
  })
  const headers = { host: 'hc.example.com', authorization: `Bearer ${token}` }
  for (const duration of [`${'9'.repeat(400)}h`, '99999999999999h'])
    expect(
      await call(`/api/v1/endpoints/a_b/external?success=false&duration=${duration}`, { method: 'POST', headers }),
    ).toMatchObject({ status: 200, stored: { kind: 'fail', durationMs: null } })
})

it('a job of Uptime Kuma pings the heartbeat that was imported with its token', async () => {
  await aHeartbeat('Imported', pingTokenOf('x7Gh2kPqLm0aZs9WbTcE4rYuIoVnQjDf'))
  const answer = { status: 200, stored: { kind: 'success' } }
  expect(await call('/api/push/x7Gh2kPqLm0aZs9WbTcE4rYuIoVnQjDf?status=up')).toMatchObject(answer)
  expect(await call('/api/push/X7Gh2kPqLm0aZs9WbTcE4rYuIoVnQjDf?status=up')).toMatchObject({ status: 404 })
})

it('Uptime Kuma rejects an unknown token and a ping that is no time with the same status', async () => {
  const unknown = '{"ok":false,"msg":"Monitor not found or not active."}'
  expect(await call(`/api/push/${'a'.repeat(32)}`)).toMatchObject({ status: 404, body: unknown, stored: null })
  for (const ping of ['-1', '1e12', 'fast'])
    expect(await call(`/api/push/${plainToken}?ping=${ping}`)).toMatchObject({ status: 404, stored: null })
})

it('a check-in of Sentry Crons may be a document', async () => {
  const payload = { status: 'ok', check_in_id: rid, duration: 1.5 }
  expect(await call(`/api/12/cron/job/${plainToken}/`, { method: 'POST', payload })).toMatchObject({
    status: 202,
    stored: { kind: 'success', durationMs: 1500, runId: rid },
  })
  expect(await call(`/api/12/cron/job/${plainToken}/`, { method: 'POST', payload: 'status=ok' })).toMatchObject({
    status: 400,
  })
})

describe('external endpoints of Gatus', () => {
  const bearer = (value: string) => ({
    method: 'POST' as const,
    headers: { host: 'hc.example.com', authorization: `Bearer ${value}` },
  })
  const url = '/api/v1/endpoints/jobs_backup/external'

  it('are a success or a failure with its error and duration', async () => {
    expect(await call(`${url}?success=true&duration=1m2.5s`, bearer(plainToken))).toMatchObject({
      status: 200,
      body: '',
      stored: { kind: 'success', durationMs: 62_500 },
    })
    expect(await call(`${url}?success=false&error=no%20disk`, bearer(token))).toMatchObject({
      status: 200,
      stored: { kind: 'fail', body: 'no disk' },
    })
  })

  it.each([
    ['', bearer(token), 400],
    ['?success=perhaps', bearer(token), 400],
    ['?success=true&duration=long', bearer(token), 400],
    ['?success=true', { method: 'POST' as const }, 401],
    ['?success=true', bearer(randomId()), 401],
  ])('reject %s', async (query, options, status) => {
    expect(await call(url + query, options)).toMatchObject({ status, stored: null })
  })
})

it('every host takes them below the prefix, and only hosts of pings at their root', async () => {
  const headers = { host: 'belfry.example.com' }
  expect(await call(`/pings/api/push/${plainToken}`, { headers })).toMatchObject({ status: 200 })
  expect(await call(`/api/push/${plainToken}`, { headers })).toMatchObject({ status: 404, stored: null })
})

it('credentials in messages are replaced', async () => {
  const { stored } = await call(`/api/push/${plainToken}?status=down&msg=password%3Dhunter2hunter2`)
  expect(stored).toMatchObject({ kind: 'fail', body: expect.not.stringContaining('hunter2') })
})

describe('numbers of a ping', () => {
  const metricsOf = async (url: string, options: Options = {}) => {
    const { stored } = await call(url, options)
    return (stored as unknown as { metrics?: object[] } | null)?.metrics?.map((metric) => Object.values(metric))
  }

  it.each([
    [
      `/ping/${token}?metric=rows:120&metric=size:3.2:MB`,
      [
        ['rows', 120, null, 'OK'],
        ['size', 3.2, 'MB', 'OK'],
      ],
    ],
    [`/${token}/fail?metric=rows:-1e3`, [['rows', -1000, null, 'OK']]],
    [
      `/p/key/${token}?metric=count:7&metric=duration:2.5&metric=error_count:0`,
      [
        ['count', 7, null, 'OK'],
        ['duration', 2.5, null, 'OK'],
        ['error_count', 0, null, 'OK'],
      ],
    ],
  ])('are stored from %s', async (url, metrics) => {
    expect((await metricsOf(url))?.map((one) => new Set(one))).toEqual(metrics.map((one) => new Set<unknown>(one)))
  })

  it('come in a JSON body, and what is no number with a name is left out while the ping counts', async () => {
    const metrics = {
      rows: 5,
      size: { value: 2, unit: 'MB' },
      text: '7',
      'a b': 1,
      ['x'.repeat(51)]: 1,
      nothing: null,
      list: [1],
    }
    const found = await metricsOf(`/ping/${token}`, { method: 'POST', payload: { metrics } })
    expect(found?.map((one) => one.filter((value) => typeof value === 'number'))).toEqual([[5], [2]])
    for (const wrong of [
      'rows',
      'rows:',
      'rows:0x10',
      'rows:Infinity',
      'rows:1e999',
      ':1',
      'rows:1:MB:2',
      '__proto__ :1',
    ])
      expect(await call(`/ping/${token}?metric=${encodeURIComponent(wrong)}`)).toMatchObject({
        status: 200,
        stored: {},
      })
    const many = Array.from({ length: 50 }, (_, index) => `metric=m${index}:1`).join('&')
    expect(await metricsOf(`/ping/${token}?${many}`)).toHaveLength(20)
  })
})

describe('a check-in of Sentry Crons with a monitor_config', () => {
  const crontab = { type: 'crontab', value: '30 2 * * *' }
  const checkIn = (key: string, config: object, slug = 'invoices') =>
    call(`/api/12/cron/${slug}/${key}/`, { method: 'POST', payload: { status: 'ok', monitor_config: config } })
  const heartbeatOf = async (name: string) => {
    const [row] = await database
      .db()
      .rows<{ heartbeat: object }>(`select settings -> 'heartbeat' as heartbeat from checks where name = $1`, [name])
    return row?.heartbeat
  }

  it('makes the heartbeat of its slug, and changes when it is due', async () => {
    const { key } = await createPingKey(store, { accountId, nowMs: clock.now() }, { createsChecks: true })
    const config = { schedule: crontab, timezone: 'Europe/Berlin', checkin_margin: 5, max_runtime: 60 }
    for (let times = 0; times < 2; times += 1)
      expect(await checkIn(key, config)).toMatchObject({ status: 202, body: '', stored: { kind: 'success' } })
    expect(await heartbeatOf('invoices')).toEqual({
      schedule: { expression: '30 2 * * *', timezone: 'Europe/Berlin' },
      period: 1,
      periodUnit: 'days',
      grace: 65,
      graceUnit: 'minutes',
    })
    await checkIn(key, { schedule: { type: 'interval', value: 2, unit: 'week' } })
    expect(await heartbeatOf('invoices')).toEqual({ period: 14, periodUnit: 'days', grace: 31, graceUnit: 'minutes' })
    expect(await checkIn(key, { schedule: { ...crontab, value: '61 2 * * *' } })).toMatchObject({ status: 400 })
    expect(await checkIn(key, { schedule: { type: 'moon', value: 1 } })).toMatchObject({ status: 400, stored: null })
  })

  it('changes nothing with a key that may not make heartbeats', async () => {
    const { key } = await createPingKey(store, { accountId, nowMs: clock.now() }, { createsChecks: false })
    expect(await checkIn(key, { schedule: crontab }, 'unknown-job')).toMatchObject({ status: 404, stored: null })
    const before = await heartbeatOf('Nightly backup')
    expect(await checkIn(key, { schedule: crontab }, 'nightly-backup')).toMatchObject({ status: 202 })
    expect(await heartbeatOf('Nightly backup')).toEqual(before)
  })
})
