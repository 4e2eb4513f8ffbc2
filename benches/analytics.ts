import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { getCheckAnalytics, getChecksAnalytics, getReport, PrometheusPages, rollUpResults } from '#analytics'
import { defaultAlertSettings, runtimeIds } from '#contract'
import { createSeal, randomId } from '#kernel'
import {
  appendMeasurements,
  insertAccount,
  measurementBucketMs,
  migrate,
  openDatabase,
  preparePartitions,
  startEmbeddedPostgres,
} from '#storage'
import type { Measurement, Store } from '#storage'
import { seedChecks } from './seed-checks.ts'

/** Milliseconds of one kind of question, each time about another check. */
export interface QuestionResult {
  readonly question: string
  readonly p50: number
  readonly p95: number
}

export interface AnalyticsResult {
  readonly results: number
  readonly loadSeconds: number
  /** Rolling all of it up, hours and days. */
  readonly rollUpSeconds: number
  readonly megabytes: { readonly measurements: number; readonly rollups: number }
  /** What keeping measurements adds to the settlement of a run, in microseconds. */
  readonly settleMicroseconds: number
  readonly questions: readonly QuestionResult[]
}

const checkCount = 40
const locations = ['eu-west-1', 'us-east-1', 'ap-south-1', 'eu-north-1', 'sa-east-1']
const days = 30
const dayMs = 86_400_000

/** A month of results of 40 checks in five places each, as measurements and roll-ups, and questions about them. */
export async function runAnalytics(results: number, turns: number): Promise<AnalyticsResult> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'belfry-bench-'))
  const server = await startEmbeddedPostgres({ dataDir })
  const db = openDatabase({ connectionString: server.connectionString, maxConnections: 4 })
  try {
    await migrate(db)
    const store = { db, seal: createSeal('benchmark of analytics') }
    const nowMs = Math.floor(Date.now() / measurementBucketMs) * measurementBucketMs
    await db.transaction((tx) => preparePartitions(tx, nowMs - days * dayMs, days + 1))
    const world = { store, nowMs, ...(await seed(store)) }
    const settleMicroseconds = await settlement(world)
    const loadSeconds = await seconds(() => load(world, results))
    const rollUpSeconds = await seconds(async () => {
      for (let isMore = true; isMore;) isMore = await rollUpResults(store, nowMs)
    })
    await db.query('vacuum analyze check_measurements, check_rollups')
    const megabytes = {
      measurements: await sizeOf(store, 'check_measurements'),
      rollups: await sizeOf(store, 'check_rollups'),
    }
    return { results, loadSeconds, rollUpSeconds, megabytes, settleMicroseconds, questions: await askAll(world, turns) }
  } finally {
    await db.close()
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

interface World {
  readonly store: Store
  readonly nowMs: number
  readonly accountId: string
  readonly checkIds: readonly string[]
}

async function seed(store: Store): Promise<Pick<World, 'accountId' | 'checkIds'>> {
  const accountId = randomId()
  await insertAccount(store.db, {
    id: accountId,
    name: 'Analytics',
    runtimeId: runtimeIds[0],
    alertSettings: defaultAlertSettings,
    createdAt: new Date(),
  })
  const checks = { accountId, count: checkCount, kinds: ['URL'], frequency: 5, frequencyOffset: null, port: 9 } as const
  return { accountId, checkIds: await seedChecks(store, { ...checks, isActive: false }) }
}

/** One statement for each day, so that a day's buckets lie together as they do in a service that runs. */
async function load({ store, nowMs, accountId, checkIds }: World, results: number): Promise<void> {
  const everySeconds = (days * 86_400 * checkIds.length * locations.length) / results
  for (let day = 0; day < days; day += 1)
    await store.db.query(insertDay, [
      accountId,
      checkIds,
      locations,
      new Date(nowMs - (days - day) * dayMs),
      new Date(nowMs - (days - day - 1) * dayMs),
      everySeconds,
    ])
}

const metric = (scale: number): string => `round((${scale} * exp(random() * 2))::numeric, 3)::double precision`
const insertDay = `
insert into check_measurements (account_id, check_id, bucket, location, status_code, outcome, result_type, size, at, retries,
  m1, m2, m3, m4, m5, m6)
select $1, check_id, bucket, location, code, case code when 200 then 'passed' else 'failed' end, 'FINAL', count(*),
  array_agg(at), array_agg(0::double precision), array_agg(m1), array_agg(m2), array_agg(m3), array_agg(m4), array_agg(m5), array_agg(m6)
from (
  select check_id, location, at, date_bin('5 minutes', at, 'epoch') as bucket,
    case when random() < 0.01 then 503 else 200 end as code, ${metric(60)} as m1, ${metric(0.2)} as m2, ${metric(2)} as m3,
    ${metric(10)} as m4, ${metric(40)} as m5, ${metric(5)} as m6
  from generate_series($4::timestamptz, $5::timestamptz - interval '1 millisecond', make_interval(secs => $6)) as at
  cross join unnest($2::uuid[]) as check_id cross join unnest($3::text[]) as location
) as result
group by check_id, bucket, location, code
order by bucket`

async function askAll(world: World, turns: number): Promise<QuestionResult[]> {
  const { store, nowMs, accountId, checkIds } = world
  const asker = { accountId, nowMs }
  const one = (changes: object) => (turn: number) =>
    getCheckAnalytics(store, asker, {
      checkId: checkIds[(turn * 37) % checkIds.length] ?? '',
      checkType: 'URL',
      metrics: ['availability', 'responseTime_avg', 'responseTime_p50', 'responseTime_p95', 'responseTime_p99'],
      quickRange: 'last24Hours',
      aggregationInterval: null,
      filterByStatus: [],
      groupBy: null,
      limit: 100,
      page: 1,
      ...changes,
    })
  const phases = ['wait', 'dns', 'tcp', 'firstByte', 'download'].map((name) => `${name}_p95`)
  const report = {
    quickRange: 'last24Hours',
    filterByTags: [],
    deactivated: null,
    granularity: null,
    timezone: null,
  } as const
  const questions: Readonly<Record<string, (turn: number) => Promise<unknown>>> = {
    'one check, 24 hours': one({}),
    'one check, 24 hours, by location': one({ groupBy: 'runLocation' }),
    'one check, 24 hours, all phases': one({ metrics: phases }),
    'one check, 24 hours, every 15 minutes': one({ aggregationInterval: 15 }),
    'one check, results one by one': one({ metrics: ['responseTime'] }),
    'one check, 7 days': one({ quickRange: 'last7Days' }),
    'one check, 30 days': one({ quickRange: 'last30Days' }),
    'one check, 30 days, all phases by location': one({
      quickRange: 'last30Days',
      metrics: phases,
      groupBy: 'runLocation',
    }),
    'one check, 30 days, every 6 hours': one({ quickRange: 'last30Days', aggregationInterval: 360 }),
    'all 40 checks, 24 hours': () => getChecksAnalytics(store, asker, { checkIds, quickRange: 'last24Hours' }),
    'report of 40 checks, 24 hours': () => getReport(store, asker, report),
    'report of 40 checks, 30 days': () => getReport(store, asker, { ...report, quickRange: 'last30Days' }),
    'Prometheus, 40 checks': () =>
      new PrometheusPages(store, 'bench').page({
        ...asker,
        version: 2,
        locationLabelEnabled: false,
        includeRetryAttempts: false,
        disableTagParsing: false,
      }),
  }
  const found: QuestionResult[] = []
  for (const [question, ask] of Object.entries(questions)) found.push({ question, ...(await timed(ask, turns)) })
  return found
}

async function timed(ask: (turn: number) => Promise<unknown>, turns: number): Promise<{ p50: number; p95: number }> {
  const times: number[] = []
  for (let turn = 0; turn < turns + 3; turn += 1) {
    const startedAt = performance.now()
    await ask(turn)
    if (turn >= 3) times.push(performance.now() - startedAt)
  }
  const sorted = times.toSorted((a, b) => a - b)
  return { p50: sorted[Math.floor(turns * 0.5)] ?? Number.NaN, p95: sorted[Math.floor(turns * 0.95)] ?? Number.NaN }
}

/** Batches of 500 runs of checks that run every 10 seconds; half an hour of them before what is loaded. */
async function settlement({ store, nowMs, accountId, checkIds }: World): Promise<number> {
  const startMs = nowMs - (days - 1) * dayMs
  const batch = (turn: number): Measurement[] =>
    checkIds.flatMap((checkId) =>
      locations.map((location, index) => ({
        accountId,
        checkId,
        location: `${location}-${index}`,
        statusCode: 200,
        outcome: 'passed',
        resultType: 'FINAL',
        at: new Date(startMs + turn * 10_000),
        retries: 0,
        values: [61.234 + turn, 0.123, 1.5, 12.345, 40.001, 3.2],
      })),
    )
  const turns = 180
  const used = await seconds(async () => {
    for (let turn = 0; turn < turns; turn += 1) {
      const all = batch(turn)
      for (let from = 0; from < all.length; from += 500)
        await store.db.transaction((tx) => appendMeasurements(tx, all.slice(from, from + 500)))
    }
  })
  await store.db.query('truncate check_measurements')
  return (used * 1e6) / (turns * checkIds.length * locations.length)
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
