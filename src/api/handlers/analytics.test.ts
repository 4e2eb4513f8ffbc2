import { beforeAll, describe, expect, test } from 'vitest'
import type { CheckAnalytics, CheckBatchAnalytics, Report } from '#contract'
import { rollUpResults } from '#analytics'
import { timeOrderedId } from '#kernel'
import { insertCheckResults, measurementsKeptFrom } from '#storage'
import type { NewCheckResult } from '#storage'
import { useDatabase } from '../../../tests/support/database.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import type { Send } from '../../../tests/support/test-service.ts'

const database = useDatabase()
const hourMs = 3_600_000
const dayMs = 24 * hourMs
const metrics = ['responseTime', 'wait', 'dns', 'tcp', 'firstByte', 'download'] as const
const statistics = ['avg', 'max', 'median', 'min', 'p50', 'p90', 'p95', 'p99', 'stddev', 'sum'] as const
const percentiles: readonly string[] = ['median', 'p50', 'p90', 'p95', 'p99']

let service: TestService
let send: Send
let accountId: string
let checkId: string
let nowMs: number

interface Measurement {
  readonly location: string
  readonly statusCode: number
  readonly outcome: 'passed' | 'degraded' | 'failed'
  readonly resultType: 'FINAL' | 'ATTEMPT'
  readonly at: Date
  readonly retries: number
  readonly values: readonly (number | null)[]
}
let results: Measurement[]

/** mulberry32: the same numbers in every run. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function randomResult(random: () => number, atMs: number, location: string): Measurement {
  const failed = random() < 0.1
  const answered = !failed || random() < 0.6
  const duration = (): number => Math.round(Math.exp(random() * 9) * 1000) / 1000
  return {
    location,
    statusCode: answered ? (failed ? 503 : 200) : 0,
    outcome: failed ? 'failed' : random() < 0.1 ? 'degraded' : 'passed',
    resultType: random() < 0.05 ? 'ATTEMPT' : 'FINAL',
    at: new Date(atMs + Math.floor(random() * 60_000)),
    retries: random() < 0.1 ? 1 : 0,
    values: metrics.map((_, index) => (index === 0 || answered ? duration() : null)),
  }
}

/** As the service stores it: up to an hour and a half after its run was queued. */
function storedResult(measurement: Measurement, index: number): NewCheckResult {
  const id = timeOrderedId(measurement.at.getTime() - (index % 11) * 500_000)
  const isRunnerError = measurement.outcome === 'failed' && index % 2 === 0
  return {
    account_id: accountId,
    check_id: checkId,
    id,
    session_id: id,
    sequence_id: id,
    check_name: 'shop',
    check_type: 'API',
    location: measurement.location,
    run_source: 'SCHEDULER',
    result_type: measurement.resultType,
    attempt: measurement.retries + 1,
    outcome: isRunnerError ? 'passed' : measurement.outcome,
    has_errors: isRunnerError,
    over_max_response_time: false,
    response_time_ms: 1,
    status_code: measurement.statusCode === 0 ? null : measurement.statusCode,
    error: null,
    scheduled_for: measurement.at,
    started_at: measurement.at,
    stopped_at: measurement.at,
    created_at: measurement.at,
    detail: {},
    measured: measurement.values,
  }
}

beforeAll(async () => {
  service = new TestService(database.db())
  const account = await service.account()
  accountId = account.accountId
  send = service.as(account.key)
  const created = await send('POST', '/v1/checks/api', {
    name: 'shop',
    tags: ['team:web', 'critical'],
    request: { method: 'GET', url: 'https://shop.example/' },
    locations: ['eu-west-1'],
  })
  checkId = String(Object(created.body).id)
  nowMs = service.clock.now() + 17 * 60_000 + 123
  service.clock.advance(nowMs - service.clock.now())
  const random = seeded(20_260_301)
  results = []
  for (let atMs = nowMs - 4 * dayMs; atMs < nowMs - 120_000; atMs += 180_000)
    for (const location of ['eu-west-1', 'us-east-1', 'ap-south-1']) results.push(randomResult(random, atMs, location))
  for (let from = 0; from < results.length; from += 97)
    await insertCheckResults(database.db(), results.slice(from, from + 97).map(storedResult))
  for (let isMore = true; isMore;) isMore = await rollUpResults(service.store, nowMs)
})

const finals = (keep: (result: Measurement) => boolean): Measurement[] =>
  results.filter((result) => result.resultType === 'FINAL' && keep(result))
const within = (fromMs: number, toMs: number) => (result: Measurement) =>
  result.at.getTime() >= fromMs && result.at.getTime() < toMs

const sumOf = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)

function interpolated(sorted: readonly number[], share: number): number {
  const rank = share * (sorted.length - 1)
  const below = sorted[Math.floor(rank)] ?? 0
  return below + ((sorted[Math.ceil(rank)] ?? 0) - below) * (rank - Math.floor(rank))
}

const mean = (values: readonly number[]): number => sumOf(values) / values.length

function deviationSquared(values: readonly number[]): number {
  const middle = mean(values)
  return mean(values.map((value) => (value - middle) ** 2))
}

/** Over sorted values. */
const computed: Readonly<Record<string, (sorted: readonly number[]) => number>> = {
  avg: mean,
  sum: sumOf,
  min: (sorted) => sorted[0] ?? 0,
  max: (sorted) => sorted.at(-1) ?? 0,
  stddev: (sorted) => Math.sqrt(deviationSquared(sorted)),
  median: (sorted) => interpolated(sorted, 0.5),
  p50: (sorted) => interpolated(sorted, 0.5),
  p90: (sorted) => interpolated(sorted, 0.9),
  p95: (sorted) => interpolated(sorted, 0.95),
  p99: (sorted) => interpolated(sorted, 0.99),
}

function naive(of: readonly Measurement[], name: string): number | null {
  if (of.length === 0) return null
  if (name === 'availability') return (100 * of.filter((one) => one.outcome !== 'failed').length) / of.length
  if (name === 'retries') return sumOf(of.map((one) => one.retries))
  const [metric = '', statistic = ''] = name.split('_')
  const column = metrics.findIndex((one) => one === metric)
  const values = of.flatMap((one) => one.values[column] ?? []).toSorted((a, b) => a - b)
  return values.length === 0 ? null : (computed[statistic]?.(values) ?? null)
}

const allNames = [
  'availability',
  'retries',
  ...metrics.flatMap((metric) => statistics.map((one) => `${metric}_${one}`)),
]
const isPercentile = (name: string): boolean => percentiles.includes(name.split('_')[1] ?? '')

/** What is not as expected. Answers have two decimals; `slack` is the relative error allowed to percentiles. */
function differences(
  row: Readonly<Record<string, unknown>> | undefined,
  of: readonly Measurement[],
  slack = 0,
  names = allNames,
): string[] {
  return names.flatMap((name) => {
    const expected = naive(of, name)
    const actual = row?.[name] ?? null
    if (expected === null) return actual === null ? [] : [`${name}: ${JSON.stringify(actual)} instead of null`]
    const tolerance = 0.006 + Math.abs(expected) * (isPercentile(name) ? slack : 1e-9)
    const isNear = typeof actual === 'number' && Math.abs(actual - expected) < tolerance
    return isNear ? [] : [`${name}: ${JSON.stringify(actual)} instead of ${expected}`]
  })
}

async function ask(query: string, segment = 'api-checks', id = checkId): Promise<CheckAnalytics> {
  const answer = await send('GET', `/v1/analytics/${segment}/${id}?${query}`)
  expect(answer.status).toBe(200)
  return answer.body as CheckAnalytics
}

const asked = `metrics=${allNames.join(',')}`
const seconds = (ms: number): string => String(ms / 1000)
const dataOf = (analytics: CheckAnalytics, at = 0): readonly Record<string, unknown>[] =>
  analytics.series[at]?.data ?? []

describe('figures of one check', () => {
  test('of the last 24 hours are exactly those of the results', async () => {
    const answer = await ask(asked)
    expect(differences(dataOf(answer)[0], finals(within(nowMs - dayMs, nowMs + 1)))).toEqual([])
    expect(answer).toMatchObject({ checkId, name: 'shop', checkType: 'API', pagination: { page: 1, limit: 10 } })
    expect(answer.metadata['wait_p99']).toEqual({ unit: 'milliseconds', label: 'Wait', aggregation: 'p99' })
  })

  test('of a longer range are exactly those of the results', async () => {
    const answer = await ask(`${asked}&quickRange=last7Days`)
    expect(
      differences(
        dataOf(answer)[0],
        finals(() => true),
      ),
    ).toEqual([])
  })

  test('of a range that begins and ends anywhere are those of its results', async () => {
    const fromMs = nowMs - 3 * dayMs - 1_234_567
    const toMs = nowMs - 4_321_000
    const answer = await ask(`${asked}&from=${seconds(fromMs)}&to=${seconds(toMs)}`)
    expect(differences(dataOf(answer)[0], finals(within(fromMs, toMs)))).toEqual([])
  })

  test('can be had per location and per status code, and of successes or failures alone', async () => {
    for (const range of ['last24Hours', 'last7Days']) {
      const fromMs = range === 'last24Hours' ? nowMs - dayMs : 0
      const places = await ask(`${asked}&quickRange=${range}&groupBy=runLocation&filterByStatus=success`)
      expect(places.series.map((one) => Object(one).runLocation)).toEqual(['ap-south-1', 'eu-west-1', 'us-east-1'])
      for (const one of places.series) {
        const same = (result: Measurement) => result.location === Object(one).runLocation && result.outcome !== 'failed'
        expect(differences(Object(one.data[0]), finals(within(fromMs, nowMs + 1)).filter(same))).toEqual([])
        expect(one.data[0]).toMatchObject({ runLocation: Object(one).runLocation })
      }
      const codes = await ask(`${asked}&quickRange=${range}&groupBy=statusCode&filterByStatus=failure`)
      expect(codes.series.map((one) => Object(one).statusCode)).toEqual([0, 503])
      for (const one of codes.series) {
        const same = (result: Measurement) =>
          result.statusCode === Object(one).statusCode && result.outcome === 'failed'
        expect(differences(Object(one.data[0]), finals(within(fromMs, nowMs + 1)).filter(same))).toEqual([])
      }
    }
  })

  test('come in intervals, page by page, and say so where there was nothing', async () => {
    const fromMs = nowMs - 4 * dayMs - 5 * hourMs
    for (const [page, intervalMinutes] of [
      [1, 120],
      [2, 120],
      [2, 45],
    ] as const) {
      const answer = await ask(
        `${asked}&from=${seconds(fromMs)}&aggregationInterval=${intervalMinutes}&page=${page}&limit=10`,
      )
      const rows = dataOf(answer)
      expect(rows).toHaveLength(10)
      for (const [index, row] of rows.entries()) {
        const lengthMs = intervalMinutes * 60_000
        const start = (Math.floor(fromMs / lengthMs) + (page - 1) * 10 + index) * lengthMs
        expect(row['timestamp']).toBe(new Date(Math.max(start, fromMs)).toISOString())
        expect(differences(row, finals(within(Math.max(start, fromMs), start + lengthMs)))).toEqual([])
      }
    }
  })

  test('bare names give a row for each result, oldest first', async () => {
    const answer = await ask('metrics[]=responseTime&metrics[]=availability&limit=7&page=2')
    const expected = finals(within(nowMs - dayMs, nowMs + 1)).toSorted(
      (a, b) => a.at.getTime() - b.at.getTime() || (a.location < b.location ? -1 : 1),
    )
    expect(dataOf(answer)).toEqual(
      expected.slice(7, 14).map((result) => ({
        timestamp: result.at.toISOString(),
        responseTime: Math.round((result.values[0] ?? 0) * 100) / 100,
        availability: result.outcome === 'failed' ? 0 : 100,
      })),
    )
  })

  test('without results are null', async () => {
    const answer = await ask('metrics=availability,responseTime_p95&from=2020-01-01&to=2020-01-02')
    expect(answer.series).toEqual([{ data: [{ availability: null, responseTime_p95: null }] }])
  })

  test('outlive the results they were rolled up from, with percentiles at most 1 % off', async () => {
    const keptMs = Math.floor(nowMs / dayMs) * dayMs - dayMs
    await database.db().query('delete from check_hours where bucket < $1', [new Date(keptMs)])
    await measurementsKeptFrom(database.db(), keptMs)
    const [fromMs, toMs] = [keptMs - 2 * dayMs, keptMs - dayMs]
    const answer = await ask(`${asked}&from=${seconds(fromMs)}&to=${seconds(toMs)}`)
    expect(differences(dataOf(answer)[0], finals(within(fromMs, toMs)), 0.01)).toEqual([])
  })
})

describe('what is asked wrongly', () => {
  test.each([
    ['metrics=speed', 400],
    ['metrics=', 400],
    ['metrics=wait,wait_avg', 400],
    ['', 400],
    ['metrics=availability&from=1700000000&to=1600000000', 400],
    ['metrics=availability&groupBy=pageIndex', 400],
  ])('%s is refused', async (query, status) => {
    expect((await send('GET', `/v1/analytics/api-checks/${checkId}?${query}`)).status).toBe(status)
  })

  test('a check of another type is sent to its own route, and a stranger finds nothing', async () => {
    const wrong = await send('GET', `/v1/analytics/tcp-checks/${checkId}?metrics=total_avg`)
    expect([wrong.status, Object(wrong.body).attributes?.code]).toEqual([400, 'CHECK_TYPE_MISMATCH'])
    const stranger = service.as((await service.account()).key)
    expect((await stranger('GET', `/v1/analytics/api-checks/${checkId}?metrics=wait_avg`)).status).toBe(404)
    const batch = await stranger('POST', '/v1/analytics/checks', { checkIds: [checkId] })
    expect([batch.status, batch.text.includes(checkId)]).toEqual([400, true])
    expect((await stranger('GET', '/v1/reporting')).body).toEqual([])
  })
})

describe('figures of many checks', () => {
  test('are the main ones of each type, null without data and absent where they do not apply', async () => {
    const tcp = await service.check(accountId)
    const heartbeat = await service.heartbeat(accountId)
    const answer = await send('POST', '/v1/analytics/checks?quickRange=last24Hours', {
      checkIds: [heartbeat, checkId, tcp],
    })
    const [ofHeartbeat, ofApi, ofTcp] = answer.body as CheckBatchAnalytics[]
    const names = ['availability', 'responseTime_avg', 'responseTime_p50', 'responseTime_p95', 'responseTime_p99']
    expect(differences({ ...ofApi }, finals(within(nowMs - dayMs, nowMs + 1)), 0.01, names)).toEqual([])
    expect(ofHeartbeat).toEqual({ checkId: heartbeat, checkType: 'HEARTBEAT', availability: null })
    expect(ofTcp).toMatchObject({ checkType: 'TCP', availability: null, responseTime_avg: null })
    expect(ofTcp).not.toHaveProperty('latency_avg')
  })

  test('of more than 24 hours are exact, and percentiles at most 1 % off', async () => {
    const tcp = await service.check(accountId)
    const answer = await send('POST', '/v1/analytics/checks?quickRange=last7Days', { checkIds: [checkId, tcp] })
    const [figures] = answer.body as CheckBatchAnalytics[]
    const names = ['availability', 'responseTime_avg', 'responseTime_p50', 'responseTime_p95', 'responseTime_p99']
    expect(
      differences(
        { ...figures },
        finals(() => true),
        0.01,
        names,
      ),
    ).toEqual([])
  })
})

const successRatio = (of: readonly Measurement[]): number =>
  Math.round((naive(of, 'availability') ?? 0) * 10_000) / 10_000

describe('the report', () => {
  const report = async (query: string): Promise<Report[]> => {
    const answer = await send('GET', `/v1/reporting?${query}`)
    expect(answer.status).toBe(200)
    return answer.body as Report[]
  }

  test('tells each check over the whole range', async () => {
    const [first] = await report('quickRange=last24Hrs&filterByTags=critical&filterByTags=team:web')
    const of = finals(within(nowMs - dayMs, nowMs + 1))
    expect(first).toMatchObject({ checkId, name: 'shop', deactivated: false, tags: ['team:web', 'critical'] })
    const { avg, p95, p99, successRatio: ratio } = Object(first?.aggregate)
    const figures = { responseTime_avg: avg, responseTime_p95: p95, responseTime_p99: p99 }
    expect(ratio).toBe(successRatio(of))
    expect(differences(figures, of, 0.01, Object.keys(figures))).toEqual([])
    expect(await report('filterByTags=nobody')).toEqual([])
    expect(await report('deactivated=true')).toEqual([])
  })

  test('has the days of a time zone, without those that saw nothing', async () => {
    const [first] = await report(
      'from=2026-02-26&to=2026-03-01&granularity=day&timezone=Asia/Kolkata&filterByTags=critical',
    )
    const spans = first?.aggregates ?? []
    expect(spans.map((span) => span.from)).toEqual(
      [
        '2026-02-26T00:00:00.000Z',
        '2026-02-26T18:30:00.000Z',
        '2026-02-27T18:30:00.000Z',
        '2026-02-28T18:30:00.000Z',
      ].slice(-spans.length),
    )
    const day = spans.find((span) => span.from === '2026-02-28T18:30:00.000Z')
    const of = finals(within(Date.parse('2026-02-28T18:30:00Z'), Date.parse('2026-03-01T00:00:00Z')))
    expect(day?.successRatio).toBe(successRatio(of))
    expect(day?.to).toBe('2026-03-01T00:00:00.000Z')
  })

  test.each([
    'granularity=day&from=2025-01-01&to=2026-02-15',
    'granularity=day&from=2025-10-01&to=2026-03-01',
    'granularity=day&timezone=Mars/Base',
    'timezone=Europe/Berlin',
    'from=2025-01-01&to=2026-03-01',
  ])('refuses %s', async (query) => {
    const answer = await send('GET', `/v1/reporting?${query}`)
    expect([answer.status, Object(answer.body).attributes?.code]).toEqual([400, 'TIME_RANGE_INVALID'])
  })
})

test('metrics that no run tells yet are null, and words are listed as such', async () => {
  const listed = await send('GET', '/v1/analytics/metrics?checkType=SSL')
  expect(listed.body).toContainEqual({
    name: 'tlsVersion',
    unit: 'score',
    label: 'TLS Version',
    type: 'String',
    aggregated: false,
  })
  const id = await service.check(accountId)
  await database.db().query(`update checks set check_type = 'BROWSER' where id = $1`, [id])
  const whole = await ask('metrics=LCP_p95,availability', 'browser-checks', id)
  expect(whole.series).toEqual([{ data: [{ LCP_p95: null, availability: null }] }])
  expect((await ask('metrics=LCP_p95&groupBy=pageIndex', 'browser-checks', id)).series).toEqual([])
})

test('every metric of a type is listed with its unit, and can be asked for', async () => {
  const answer = await send('GET', '/v1/analytics/metrics?checkType=ICMP')
  expect(answer.body).toContainEqual({
    name: 'packetLoss_p95',
    unit: 'percentage',
    label: 'Packet Loss',
    type: 'Float',
    aggregated: true,
  })
  expect(answer.body).toContainEqual(expect.objectContaining({ name: 'availability', aggregated: true }))
})

test('a heartbeat tells the share of its events that are no failures', async () => {
  const id = await service.heartbeat(accountId)
  const empty = await ask('', 'heartbeat-checks', id)
  expect(empty.series).toEqual([{ data: [{ availability: null }] }])
  expect(empty.metadata['availability']).toEqual({ unit: 'percentage', label: 'Availability', aggregation: 'avg' })
})
