import { gunzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { claimRuns, enqueueDueRuns, PreparedChecks, settleRuns } from '#runs'
import { privateLocationQueue } from '#contract'
import { hourMs, minuteMs, randomId, timeOrderedId } from '#kernel'
import type { RunReport, RunTask } from '#contract'
import { createKey } from '#management'
import type { TestAccount } from '../../../tests/support/api.ts'
import { useDatabase } from '../../../tests/support/database.ts'
import { TestService } from '../../../tests/support/test-service.ts'

const database = useDatabase()
let service: TestService
let account: TestAccount
let checkId: string

/** Two runs of a TCP check; the second fails. */
beforeAll(async () => {
  service = new TestService(database.db())
  account = await service.account()
  checkId = await service.check(account.accountId, {
    name: 'data "base"',
    tags: ['team:core', 'nightly', 'type:x'],
    frequency: 1,
    locations: ['eu-west-1'],
    retryStrategy: null,
  })
  await run('passed', 40)
  await run('failed', 700)
})

async function run(outcome: 'passed' | 'failed', responseTimeMs: number): Promise<void> {
  service.clock.advance(minuteMs)
  const nowMs = service.clock.now()
  await enqueueDueRuns(service.store, nowMs, 10)
  const tasks = await claimRuns(service.store, new PreparedChecks(service.store), {
    queues: ['eu-west-1'],
    limit: 10,
    runnerId: 'runner',
    leaseMs: minuteMs,
    nowMs,
    publicUrl: 'http://x',
    chance: { randomNumber: () => 0, uuid: randomId },
  })
  expect(tasks).toHaveLength(1)
  const reports = tasks.map((task) => reportOf(task, { outcome, responseTimeMs, nowMs }))
  await settleRuns(service.store, reports, { nowMs, publicUrl: 'http://x', randomNumber: () => 0 })
}

const reportOf = (
  { id, leaseToken }: RunTask,
  { outcome, responseTimeMs, nowMs }: { outcome: 'passed' | 'failed'; responseTimeMs: number; nowMs: number },
): RunReport => ({
  taskId: id,
  leaseToken,
  observation: {
    startedAt: nowMs,
    stoppedAt: nowMs,
    responseTimeMs,
    answer: {
      data: '',
      remoteAddress: null,
      timingPhases: { dns: 1, connection: responseTimeMs - 1, data: 0, total: responseTimeMs },
    },
    failure: null,
    log: [],
  },
  verdict: { outcome, reasons: [], assertions: [], overMaxResponseTime: false },
  detail: {},
  isRunnerError: false,
})

const page = (query = '', version = '/v2', accountId = account.accountId): string =>
  `/accounts/${accountId}${version}/prometheus/metrics${query}`
const labels = (): string =>
  `name="data \\"base\\"",check_id="${checkId}",check_type="tcp",muted="false",activated="true",group="",team="core",tags="nightly,type:x"`

const everything = '?includeBuckets=true&includePhases=true&includeDeprecatedNames=true'

test('a scrape returns the state, the results and the durations of the checks of an account', async () => {
  const answer = await service.as(account.key)('GET', page(everything))
  expect(answer.status).toBe(200)
  expect(answer.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
  const lines = answer.text.split('\n')
  expect(lines).toContain('# TYPE service_check_result_total counter')
  expect(lines).toContain(`service_check_status{${labels()},status="failing"} 1`)
  expect(lines).toContain(`service_check_status{${labels()},status="passing"} 0`)
  expect(lines).toContain(`service_check_result_total{${labels()},status="passing"} 1`)
  expect(lines).toContain(`service_check_result_total{${labels()},status="failing"} 1`)
  const timing = (le: string) => `service_tcp_monitor_timing_seconds_bucket{${labels()},type="total",le="${le}"}`
  expect(lines).toContain(`${timing('0.025')} 0`)
  expect(lines).toContain(`${timing('0.05')} 1`)
  expect(lines).toContain(`${timing('1')} 2`)
  expect(lines).toContain(`${timing('+Inf')} 2`)
  expect(lines).toContain(`service_tcp_monitor_timing_seconds_sum{${labels()},type="total"} 0.74`)
  expect(lines.filter((line) => line.startsWith('# TYPE')).length).toBe(
    new Set(lines.filter((line) => line.startsWith('# TYPE'))).size,
  )
})

test('a page has one histogram of one bucket for each check unless more is asked for', async () => {
  const linesOf = async (query: string): Promise<string[]> => {
    const { text } = await service.as(account.key)('GET', page(query))
    return text.split('\n').filter((line) => line.includes('timing_seconds') && !line.startsWith('#'))
  }
  const of = `${labels()},type="total"`
  const name = 'service_tcp_monitor_timing_seconds'
  const slim = [`${name}_bucket{${of},le="+Inf"} 2`, `${name}_sum{${of}} 0.74`, `${name}_count{${of}} 2`]
  expect(await linesOf('')).toEqual(slim)
  const sizes = await Promise.all(
    ['includeBuckets', 'includePhases', 'includeDeprecatedNames'].map(
      async (one) => (await linesOf(`?${one}=true`)).length,
    ),
  )
  expect(sizes).toEqual([15, 12, 6])
  const all = await linesOf(everything)
  expect(all).toHaveLength(15 * 4 * 2)
  expect(all).toEqual(expect.arrayContaining(slim))
})

test('500 checks take less than a megabyte of text', async () => {
  const { text } = await service.as(account.key)('GET', page())
  const samples = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  expect(samples.join('\n').length * 500).toBeLessThan(1_000_000)
})

test('a page that a client has already is not sent again', async () => {
  const first = await service.as(account.key)('GET', page())
  const { etag } = first.headers
  const again = await service.as(account.key, { 'if-none-match': String(etag) })('GET', page())
  expect(again).toMatchObject({ status: 304, text: '' })
  const other = await service.as(account.key, { 'if-none-match': String(etag) })('GET', page('?includeBuckets=true'))
  expect(other.status).toBe(200)
})

test('location labels and unparsed tags are returned on request', async () => {
  const answer = await service.as(account.key)('GET', page('?locationLabelEnabled=true&disableTagParsing=true'))
  expect(answer.text).toMatch(
    /check_result_total\{.*tags="team:core,nightly,type:x",location="eu-west-1",status="failing"\} 1/,
  )
  expect(answer.text).not.toMatch(/check_status\{[^}]*location=/)
})

test('the first version returns the latest duration of each region', async () => {
  const answer = await service.as(account.key)('GET', page('', ''))
  const of =
    'check_name="data \\"base\\"",check_type="tcp",tags="team:core,nightly,type:x",muted="false",activated="true"'
  expect(answer.text).toContain(`service_check_result{${of},region="eu-west-1"} 700\n`)
  expect(answer.text).toContain(`service_check_status{${of}} 0\n`)
  expect(answer.text).toContain(`service_check_degraded_status{${of}} 1\n`)
})

test('a page is sent compressed to clients that accept gzip, as text to others', async () => {
  const plain = await service.as(account.key)('GET', page(everything))
  const gzipped = service.as(account.key, { 'accept-encoding': 'gzip;q=1.0,identity;q=0.5' })
  const packed = await gzipped('GET', page(everything))
  expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
  expect(packed.headers['content-length']).toBe(String(packed.bytes.length))
  expect(gunzipSync(packed.bytes).toString()).toBe(plain.text)
  expect(packed.bytes.length * 5).toBeLessThan(plain.text.length)
  expect(plain.headers['content-encoding']).toBeUndefined()
})

test('a page is made once a minute', async () => {
  const send = service.as(account.key)
  const first = await send('GET', page('?includeRetryAttempts=true'))
  await run('passed', 10)
  service.clock.advance(-minuteMs)
  expect((await send('GET', page('?includeRetryAttempts=true'))).text).toBe(first.text)
  service.clock.advance(121_000)
  expect((await send('GET', page('?includeRetryAttempts=true'))).text).not.toBe(first.text)
})

test('only keys of the account may scrape it, and any role may', async () => {
  const { key } = await createKey(
    service.store,
    { kind: 'service', accountId: account.accountId, name: 'prometheus', role: 'READ_ONLY' },
    new Date(service.clock.now()),
  )
  const otherAccount = await service.account()
  expect((await service.as(key)('GET', page())).status).toBe(200)
  expect((await service.as(otherAccount.key)('GET', page())).status).toBe(404)
  expect((await service.as(null)('GET', page())).status).toBe(401)
})

test('the measurements are those of the results', async () => {
  const send = service.as(account.key)
  const figures = await send('GET', `/v1/analytics/tcp-checks/${checkId}?metrics=total,connection&limit=100`)
  const results = await send('GET', `/v2/check-results/${checkId}?limit=100`)
  const rows: unknown[] = Object(figures.body).series[0].data
  const entries: { responseTime: number }[] = Object(results.body).entries
  expect(rows.map((row) => Object(row).total)).toEqual(entries.map((entry) => entry.responseTime).toReversed())
  expect(rows.map((row) => Object(row).connection)).toEqual(entries.map((entry) => entry.responseTime - 1).toReversed())
})

test('minutes counted before are exposed with newer ones, and counters reset with a new hour', async () => {
  service.clock.advance(hourMs - (service.clock.now() % hourMs))
  const total = async (): Promise<string | undefined> => {
    service.clock.advance(61_000)
    const { text } = await service.as(account.key)('GET', page())
    return /check_result_total\{.*status="passing"\} (\d+)/.exec(text)?.[1]
  }
  expect(await total()).toBeUndefined()
  await run('passed', 10)
  expect(await total()).toBe('1')
  service.clock.advance(12 * minuteMs)
  expect(await total()).toBe('1')
  await run('passed', 10)
  expect(await total()).toBe('2')
  service.clock.advance(hourMs)
  expect(await total()).toBeUndefined()
})

test('a private location reports how long the runs of the last two minutes waited', async () => {
  const owner = await service.account()
  const send = service.as(owner.key)
  const created = await send('POST', '/v1/private-locations', { name: 'Cellar', slugName: 'cellar', icon: 'location' })
  expect(created.status).toBe(201)
  const id = await service.check(owner.accountId)
  const nowMs = service.clock.now()
  for (const [waitedMs, attempt] of [
    [100, 1],
    [300, 1],
    [90_000, 2],
  ] as const)
    await service.result(owner.accountId, id, {
      id: timeOrderedId(nowMs - waitedMs),
      attempt,
      location: privateLocationQueue(owner.accountId, 'cellar'),
    })
  const { text } = await send('GET', page('', '/v2', owner.accountId))
  const of = `private_location_name="Cellar",private_location_slug_name="cellar",private_location_id="${Object(created.body).id}"`
  const sampleOf = (stat: string) => `service_private_location_queue_duration_ms{${of},queue="uptime",stat="${stat}"}`
  expect(text).toContain(`${sampleOf('avg')} 200\n`)
  expect(text).toContain(`${sampleOf('p90')} 280\n`)
  expect(text).not.toContain('queue="main"')
})

test('the first version says 0 of a check that is degraded', async () => {
  const owner = await service.account()
  const id = await service.check(owner.accountId)
  await database.db().rows(`update check_states set status = 'degraded' where check_id = $1`, [id])
  const { text } = await service.as(owner.key)('GET', page('', '', owner.accountId))
  const lines = text.split('\n').filter((line) => /^service_check_(degraded_)?status\{/.test(line))
  expect(lines.map((line) => line.replace(/\{.*\}/, ''))).toEqual([
    'service_check_status 1',
    'service_check_degraded_status 0',
  ])
})

test('a page has the web vitals and errors of browser checks, and every phase of pings', async () => {
  const owner = await service.account()
  const browser = await service.check(owner.accountId, { name: 'shop', checkType: 'BROWSER', script: 'await work()' })
  const ping = await service.check(owner.accountId, {
    name: 'ping',
    checkType: 'ICMP',
    request: { hostname: 'a.example' },
  })
  const vitals = [80, 320, 900, 0.25, null]
  for (const errors of [0, 2])
    await service.result(owner.accountId, browser, {
      checkType: 'BROWSER',
      measured: [1500, ...vitals, errors, 0, 0, 0],
    })
  await service.result(owner.accountId, ping, { checkType: 'ICMP', measured: [50, 1, 3, 2, 1, 20] })
  const { text } = await service.as(owner.key)('GET', page(everything, '/v2', owner.accountId))
  const samples = text.split('\n').map((line) => line.replace(/\{.*?(type="\w+"(,le=".*")?)\}/, '{$1}'))
  const vital = 'service_browser_check_web_vitals_seconds'
  const errors = 'service_browser_check_errors'
  expect(samples).toEqual(
    expect.arrayContaining([
      `# TYPE ${vital} histogram`,
      `# TYPE ${errors} histogram`,
      `${vital}_sum{type="LCP"} 1.8`,
      `${vital}_count{type="TTFB"} 2`,
      `${vital}_bucket{type="CLS",le="0.1"} 0`,
      `${vital}_bucket{type="CLS",le="0.25"} 2`,
      `${vital}_sum{type="CLS"} 0.5`,
      `${errors}_bucket{type="console",le="0.5"} 1`,
      `${errors}_bucket{type="console",le="2.5"} 2`,
      `${errors}_sum{type="console"} 2`,
      `${errors}_count{type="document"} 2`,
      'service_icmp_monitor_timing_seconds_sum{type="dns"} 0.02',
      'service_icmp_monitor_timing_seconds_sum{type="latency_avg"} 0.002',
    ]),
  )
  expect(text).not.toContain('type="TBT"')
  const listed = await service.as(owner.key)('GET', '/v1/analytics/metrics?checkType=ICMP')
  expect(listed.text).not.toContain('dns')
  expect((await service.as(owner.key)('GET', `/v1/analytics/icmp/${ping}?metrics=dns_avg`)).status).toBe(400)
  const slim = await service.as(owner.key)('GET', page('', '/v2', owner.accountId))
  expect(slim.text.split('\n').filter((line) => line.startsWith(`${errors}_bucket`))).toHaveLength(4)
})
