import { once } from 'node:events'
import http from 'node:http'
import { buffer, text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { getDashboardMetrics, rollUpResults } from '#analytics'
import { dayMs, hourMs, minuteMs } from '#kernel'
import { preparePartitions } from '#storage/database'
import type { Store } from '#storage/database'
import { seedKeys } from './api.ts'
import { seedChecks } from './seed-checks.ts'
import { seedResults } from './seed-results.ts'
import { startService } from './service.ts'
import { timeSettlement } from './time-settlement.ts'
import type { Service } from './service.ts'

/** Milliseconds of one kind of question, each time about another check, and against the point select of the run. */
export interface QuestionResult {
  readonly question: string
  readonly p50: number
  readonly p95: number
  readonly p99: number
  readonly ofPointSelect: number
}

export interface AnalyticsResult {
  readonly results: number
  readonly checks: number
  readonly loadSeconds: number
  /** Keeping and rolling up all of it, hours and days. */
  readonly rollUpSeconds: number
  readonly megabytes: Readonly<Record<'results' | 'hours' | 'rollups' | 'ofAccounts', number>>
  /** What keeping the values adds to the settlement of a run, in microseconds. */
  readonly settleMicroseconds: number
  readonly questions: readonly QuestionResult[]
  readonly pages: readonly PageSize[]
}

/** Bytes of a page for Prometheus, as text and as sent to clients that accept gzip. */
export interface PageSize {
  readonly page: string
  readonly bytes: number
  readonly compressed: number
}

const checkCount = 500
const locations = ['eu-west-1', 'us-east-1', 'ap-south-1', 'eu-north-1', 'sa-east-1']
const days = 30

interface World {
  readonly service: Service
  readonly store: Store
  readonly nowMs: number
  readonly accountId: string
  /** URL checks. */
  readonly checkIds: readonly string[]
  /** Half of them URL, half of them TCP. */
  readonly allIds: readonly string[]
  readonly keys: readonly string[]
}

/** A month of results of 500 checks in five places, rolled up by the service's own code, and questions to its API. */
export async function runAnalytics(results: number, turns: number): Promise<AnalyticsResult> {
  const service = await startService({ environment: { BELFRY_ROLES: 'api' } })
  try {
    const { store, accountId } = service
    const nowMs = Math.floor(Date.now() / minuteMs) * minuteMs
    await store.db.transaction((tx) => preparePartitions(tx, nowMs - days * dayMs, days + 1))
    const settleMicroseconds = await timeSettlement(store)
    const allIds = await seedChecks(store, { ...inactive, accountId })
    const keys = await seedKeys(service)
    const checkIds = allIds.filter((_, index) => index % 2 === 0)
    const world: World = { service, store, nowMs, accountId, checkIds, allIds, keys }
    const loadSeconds = await seconds(() => load(world, results))
    const rollUpSeconds = await seconds(async () => {
      for (let isMore = true; isMore;) isMore = await rollUpResults(store, nowMs)
    })
    await store.db.query('analyze check_results, check_hours, check_rollups, account_quarters, account_days')
    const megabytes = {
      results: await sizeOf(store, 'check_results'),
      hours: await sizeOf(store, 'check_hours'),
      rollups: await sizeOf(store, 'check_rollups'),
      ofAccounts: (await sizeOf(store, 'account_quarters')) + (await sizeOf(store, 'account_days')),
    }
    const questions = await queryAll(world, turns)
    const pages = await pageSizes(world)
    return { results, checks: checkCount, loadSeconds, rollUpSeconds, megabytes, settleMicroseconds, questions, pages }
  } finally {
    await service.stop()
  }
}

const inactive = {
  count: checkCount,
  kinds: ['URL', 'TCP'],
  frequency: 5,
  frequencyOffset: null,
  port: 9,
  isActive: false,
} as const

/** One statement for each six hours, so that results lie in the order of time as they do in a service that runs. */
async function load({ store, nowMs, accountId, allIds }: World, results: number): Promise<void> {
  const everyMs = (days * dayMs * allIds.length) / results
  const metricCounts = allIds.map((_, index) => (index % 2 === 0 ? 6 : 4))
  for (let fromMs = nowMs - days * dayMs; fromMs < nowMs; fromMs += dayMs / 4)
    await seedResults(store, {
      accountId,
      checkIds: allIds,
      metricCounts,
      locations,
      fromMs,
      toMs: fromMs + dayMs / 4,
      everyMs,
    })
}

type TimedQuery = (turn: number) => Promise<unknown>

async function queryAll(world: World, turns: number): Promise<QuestionResult[]> {
  const found: QuestionResult[] = []
  const point = await timed((turn) => pointSelect(world, turn), turns)
  const record = (question: string, times: Times): unknown =>
    found.push({ question, ...times, ofPointSelect: times.p50 / point.p50 })
  record('bare SQL: select one check', point)
  for (const [question, runQuery] of Object.entries(questionsOf(world))) record(question, await timed(runQuery, turns))
  for (const [page, times] of Object.entries(await timedPages(world, turns))) record(`Prometheus, ${page}`, times)
  record('bare SQL: the same 7 days from the results', await timed((turn) => rawScan(world, turn, 7), 5, 1))
  record('bare SQL: the same 30 days from the results', await timed((turn) => rawScan(world, turn, 30), 5, 1))
  return found
}

const metricNames = 'availability,responseTime_avg,responseTime_p50,responseTime_p95,responseTime_p99'
const phases = ['wait', 'dns', 'tcp', 'firstByte', 'download'].map((name) => `${name}_p95`).join(',')

function questionsOf(world: World): Readonly<Record<string, TimedQuery>> {
  const { checkIds, allIds, nowMs, store, accountId } = world
  const one = (query: string): TimedQuery =>
    get(world, (turn) => `/v1/analytics/url-monitors/${at(checkIds, turn)}?${query}`)
  const batch = (quickRange: string, size: number): TimedQuery => {
    return (turn) => {
      const some = Array.from({ length: size }, (_, index) => at(allIds, turn * size + index))
      return request(world, turn, `/v1/analytics/checks?quickRange=${quickRange}`, { checkIds: some })
    }
  }
  const report = (query: string): TimedQuery => get(world, () => `/v1/reporting?${query}`)
  const dashboard = (turn: number) => {
    const ids = Array.from({ length: 20 }, (_, index) => at(checkIds, turn * 20 + index))
    return getDashboardMetrics(
      store,
      { accountId, nowMs },
      ids.map((id) => ({ id, checkType: 'URL' })),
    )
  }
  return {
    'one check, 24 hours': one(`metrics=${metricNames}`),
    'one check, 24 hours, by location': one(`metrics=${metricNames}&groupBy=runLocation`),
    'one check, 24 hours, by status, failures': one(`metrics=${metricNames}&groupBy=statusCode&filterByStatus=failure`),
    'one check, 24 hours, every 15 minutes': one(`metrics=${metricNames}&aggregationInterval=15&limit=100`),
    'one check, results one by one': one('metrics=responseTime,availability&limit=100'),
    'one check, 7 days': one(`metrics=${metricNames}&quickRange=last7Days`),
    'one check, 7 days, every hour': one(
      `metrics=${metricNames}&quickRange=last7Days&aggregationInterval=60&limit=100`,
    ),
    'one check, 30 days': one(`metrics=${metricNames}&quickRange=last30Days`),
    'one check, 30 days, all phases by location': one(`metrics=${phases}&quickRange=last30Days&groupBy=runLocation`),
    'one check, 30 days, every 12 hours': one(
      `metrics=${metricNames}&quickRange=last30Days&aggregationInterval=720&limit=100`,
    ),
    'one check, 30 days, results one by one, page 50': one(
      'metrics=responseTime&quickRange=last30Days&limit=100&page=50',
    ),
    'one check, any range': get(world, (turn) => {
      const toMs = nowMs - ((turn * 7_919) % 20) * hourMs - 123_456
      const fromMs = toMs - (1 + ((turn * 104_729) % 600)) * hourMs
      return `/v1/analytics/url-monitors/${at(checkIds, turn)}?metrics=${metricNames}&from=${fromMs / 1000}&to=${toMs / 1000}`
    }),
    '20 checks, 24 hours': batch('last24Hours', 20),
    '100 checks, 24 hours': batch('last24Hours', 100),
    '100 checks, 7 days': batch('last7Days', 100),
    'dashboard of 20 checks, 1 hour to 30 days (function)': dashboard,
    'report of 500 checks, 24 hours': report(''),
    'report of 500 checks, 30 days': report('quickRange=last30Days'),
    'report of 500 checks, 30 days by day': report('quickRange=last30Days&granularity=day'),
  }
}

const at = (ids: readonly string[], turn: number): string => ids[(turn * 37) % ids.length] ?? ''

const get =
  (world: World, pathOf: (turn: number) => string): TimedQuery =>
  (turn) =>
    request(world, turn, pathOf(turn))

/** Counts on, so that no key comes near its limit. */
let requests = 0

/** Answers the number of bytes. They are not made into text here: that takes longer than to make and send a large page. */
async function request({ service, keys }: World, turn: number, path: string, body?: object): Promise<number> {
  requests += 1
  const headers = {
    authorization: `Bearer ${keys[requests % keys.length]}`,
    'content-type': 'application/json',
  }
  const clientRequest = http.request(service.url + path, { method: body ? 'POST' : 'GET', headers, agent })
  clientRequest.end(body && JSON.stringify(body))
  const [answer] = (await once(clientRequest, 'response')) as [http.IncomingMessage]
  if (answer.statusCode !== 200)
    throw new Error(`${path} was answered ${answer.statusCode} in turn ${turn}: ${await text(answer)}`)
  let size = 0
  answer.on('data', (chunk: Buffer) => (size += chunk.length))
  await once(answer, 'end')
  return size
}

const agent = new http.Agent({ keepAlive: true })

const everything = 'includeBuckets=true&includePhases=true&includeDeprecatedNames=true'
/** The pages that are measured, by what they are called. */
const pageQueries = {
  '500 checks': 'locationLabelEnabled=false',
  '500 checks, every bucket and phase': everything,
  '500 checks by location': 'locationLabelEnabled=true',
  '500 checks by location, every bucket and phase': `locationLabelEnabled=true&${everything}`,
}

const pagePath = ({ accountId }: World, query: string): string =>
  `/accounts/${accountId}/v2/prometheus/metrics?${query}`

const prometheusPage =
  (world: World, page: string): TimedQuery =>
  (turn) => {
    const [attempts, tags] = [1, 2].map((bit) => (turn & bit) !== 0)
    return request(world, turn, pagePath(world, `${page}&includeRetryAttempts=${attempts}&disableTagParsing=${tags}`))
  }

async function pageSizes(world: World): Promise<PageSize[]> {
  const sizes: PageSize[] = []
  for (const [page, query] of Object.entries(pageQueries)) {
    const bytes = await request(world, 0, pagePath(world, query))
    sizes.push({ page, bytes, compressed: await compressedSize(world, pagePath(world, query)) })
  }
  return sizes
}

/** As Prometheus asks. */
async function compressedSize({ service, keys }: World, path: string): Promise<number> {
  const headers = { authorization: `Bearer ${keys[0]}`, 'accept-encoding': 'gzip' }
  const clientRequest = http.get(service.url + path, { headers, agent })
  const [answer] = (await once(clientRequest, 'response')) as [http.IncomingMessage]
  return (await buffer(answer)).length
}

const pointSelect = ({ store, accountId, checkIds }: World, turn: number): Promise<unknown> =>
  store.db.named('bench-point', 'select * from checks where account_id = $1 and id = $2', [
    accountId,
    at(checkIds, turn),
  ])

const rawScan = ({ store, accountId, checkIds, nowMs }: World, turn: number, back: number): Promise<unknown> =>
  store.db.query(
    `select count(*), avg(measured[1]), percentile_cont(array[0.5, 0.95, 0.99]) within group (order by measured[1])
     from check_results where account_id = $1 and check_id = $2 and created_at >= $3 and result_type = 'FINAL'`,
    [accountId, at(checkIds, turn), new Date(nowMs - back * dayMs)],
  )

const pageCacheMs = minuteMs
const variants = 4

/** Pages are kept for a minute, so each variant of each is requested once, and once more when that is over. */
async function timedPages(world: World, turns: number): Promise<Readonly<Record<string, Times>>> {
  const first = await timed(prometheusPage(world, pageQueries['500 checks']), 1, 0)
  const times: Record<string, number[]> = {}
  for (let round = 0; round < Math.max(1, turns / 15); round += 1) {
    await setTimeout(pageCacheMs)
    for (const [page, query] of Object.entries(pageQueries))
      (times[page] ??= []).push(...(await eachOf(prometheusPage(world, query), variants)))
  }
  const shares = Object.entries(times).map(([page, some]) => [`${page}, regenerated`, sharesOf(some)])
  return { '500 checks, the first page': first, ...Object.fromEntries(shares) }
}

type Times = Pick<QuestionResult, 'p50' | 'p95' | 'p99'>

const timed = async (runQuery: TimedQuery, turns: number, warmUp = 3): Promise<Times> =>
  sharesOf((await eachOf(runQuery, turns + warmUp)).slice(warmUp))

/** How long each of so many turns takes, in milliseconds. */
async function eachOf(runQuery: TimedQuery, turns: number): Promise<number[]> {
  const times: number[] = []
  for (let turn = 0; turn < turns; turn += 1) {
    const startedAt = performance.now()
    await runQuery(turn)
    times.push(performance.now() - startedAt)
  }
  return times
}

function sharesOf(times: readonly number[]): Times {
  const sorted = times.toSorted((a, b) => a - b)
  const of = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? Number.NaN
  return { p50: of(0.5), p95: of(0.95), p99: of(0.99) }
}

async function sizeOf(store: Store, table: string): Promise<number> {
  const [row] = await store.db.rows<{ size: number }>(
    `select sum(pg_total_relation_size(inhrelid))::bigint as size from pg_inherits where inhparent = $1::regclass`,
    [table],
  )
  return (row?.size ?? 0) / 2 ** 20
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return (performance.now() - startedAt) / 1000
}
