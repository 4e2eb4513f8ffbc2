import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { backTestCheck, backTestChecks, getNoise } from '#back-testing'
import { defaultAlertSettings, runtimeIds } from '#contract'
import { startEmbeddedPostgres } from '#embedded-postgres'
import { createEncryption, dayMs, firstIdAt, hourMs, minuteMs, randomId } from '#kernel'
import { encodeHeads } from '#packing'
import { insertAccount } from '#storage/accounts'
import { migrate, openDatabase, preparePackPartitions } from '#storage/database'
import type { Store } from '#storage/database'
import { insertPacks, lockPackingProgress, savePackingProgress } from '#storage/packs'
import { seedChecks } from './seed-checks.ts'

export interface BackTestTime {
  readonly question: string
  readonly seconds: number
  /** Seconds of processor time of this process; the rest is the database, or others. */
  readonly processorSeconds: number
  /** By how much the memory of the process grew meanwhile, at its highest. */
  readonly megabytes: number
}

export interface BackTestResult {
  readonly checks: number
  readonly days: number
  readonly runs: number
  readonly failedRuns: number
  readonly outages: number
  readonly times: readonly BackTestTime[]
}

const days = 90
const checkCount = 1_000
/** Of each check: a blip twice a week, and an outage of half an hour at most every nine days. */
const episodes = { blips: 26, outages: 10 } as const

/** How long a back-test of 90 days of 1 000 checks with a run each minute takes. */
export async function runBackTest(): Promise<BackTestResult> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'belfry-bench-'))
  const server = await startEmbeddedPostgres({ dataDir })
  const db = openDatabase({ connectionString: server.connectionString, maxConnections: 2 })
  try {
    await migrate(db)
    const store = { db, encryption: createEncryption('benchmark of back-tests') }
    const nowMs = Math.floor(Date.now() / dayMs) * dayMs
    const world = await seed(store, nowMs)
    await db.query('vacuum (analyze) check_results, result_packs')
    const shape = { checks: checkCount, days, runs: (checkCount * days * dayMs) / minuteMs }
    const outages = checkCount * (episodes.blips + episodes.outages)
    return { ...shape, failedRuns: world.failedRuns, outages, times: await timeQuestions(world) }
  } finally {
    await db.close()
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

interface World {
  readonly store: Store
  readonly accountId: string
  readonly checkIds: readonly string[]
  readonly nowMs: number
  readonly failedRuns: number
}

async function seed(store: Store, nowMs: number): Promise<World> {
  const accountId = randomId()
  const fromMs = nowMs - days * dayMs
  await insertAccount(store.db, {
    id: accountId,
    name: 'History',
    runtimeId: runtimeIds[0],
    alertSettings: defaultAlertSettings,
    createdAt: new Date(fromMs),
  })
  const checkIds = await seedChecks(store, { ...everyMinute, accountId })
  for (let day = fromMs - dayMs; day <= nowMs; day += dayMs)
    await store.db.transaction((tx) => preparePackPartitions(tx, day))
  let failedRuns = 0
  for (const checkId of checkIds) {
    const failing = failingMinutes(fromMs)
    failedRuns += failing.size
    await storeFailures(store, { accountId, checkId }, [...failing])
    await storePacks(store, { accountId, checkId }, failing)
  }
  await store.db.transaction(async (tx) => {
    const progress = await lockPackingProgress(tx)
    if (progress) await savePackingProgress(tx, { ...progress, beforeId: firstIdAt(nowMs) })
  })
  return { store, accountId, checkIds, nowMs, failedRuns }
}

const everyMinute = {
  count: checkCount,
  kinds: ['URL'],
  frequency: 1,
  frequencyOffset: null,
  port: 9,
  isActive: false,
  address: '127.0.0.1',
} as const

/** The times of the runs of a check that fail. */
function failingMinutes(fromMs: number): ReadonlySet<number> {
  const failing = new Set<number>()
  const add = (length: number): void => {
    const first = fromMs + Math.floor(Math.random() * (days * 1440 - 60)) * minuteMs
    for (let run = 0; run < length; run += 1) failing.add(first + run * minuteMs)
  }
  for (let blip = 0; blip < episodes.blips; blip += 1) add(1)
  for (let outage = 0; outage < episodes.outages; outage += 1) add(2 + Math.floor(Math.random() * 28))
  return failing
}

interface Owner {
  readonly accountId: string
  readonly checkId: string
}

/** An id as the service makes it: it ends as that of its check. */
const idAt = (ms: number, checkId: string): string => {
  const random = Math.floor(Math.random() * 0xfff)
    .toString(16)
    .padStart(3, '0')
  return `${firstIdAt(ms).slice(0, 14)}7${random}${checkId.slice(18)}`
}

const storeFailures = (store: Store, { accountId, checkId }: Owner, times: readonly number[]): Promise<unknown> =>
  store.db.query(
    `insert into kept_results (account_id, check_id, id, session_id, sequence_id, check_name, check_type, location,
       run_source, result_type, attempt, outcome, has_errors, over_max_response_time, response_time_ms, status_code, error,
       scheduled_for, started_at, stopped_at, created_at, detail, error_group_ids, measured, is_kept)
     select $1, $2, id, id, id, 'URL check', 'URL', 'eu-west-1', 'SCHEDULER', 'FINAL', 1, 'failed', false, false, 40, 503,
       'Answers 503.', at, at, at, at, jsonb_build_object('text', repeat('x', 500)), '{}', '{40,1,2,3,4,5}', true
     from unnest($3::uuid[], $4::timestamptz[]) as run (id, at)`,
    [accountId, checkId, times.map((ms) => idAt(ms, checkId)), times.map((ms) => new Date(ms))],
  )

/** The packs of hours with failures and of the hours behind them. All others would have to be there, and are not read. */
async function storePacks(store: Store, { accountId, checkId }: Owner, failing: ReadonlySet<number>): Promise<void> {
  const hours = new Set([...failing].flatMap((ms) => [0, 1].map((more) => Math.floor(ms / hourMs) + more)))
  const packs = [...hours].flatMap((hour) => {
    const times = Array.from({ length: 60 }, (_, minute) => hour * hourMs + minute * minuteMs)
    const heads = times.filter((ms) => !failing.has(ms)).map((ms) => headAt(ms, checkId))
    const [first, last] = [heads[0], heads.at(-1)]
    if (first === undefined || last === undefined) return []
    return [
      {
        accountId,
        checkId,
        firstId: first.id,
        lastId: last.id,
        size: heads.length,
        locations: ['eu-west-1'],
        locationSizes: [heads.length],
        heads: encodeHeads(checkId, heads),
        details: Buffer.alloc(3_000),
      },
    ]
  })
  await insertPacks(store.db, packs)
}

function headAt(ms: number, checkId: string) {
  const id = idAt(ms, checkId)
  return {
    id,
    sessionId: id,
    sequenceId: id,
    checkName: 'URL check',
    checkType: 'URL',
    location: 'eu-west-1',
    statusCode: 200,
    responseTimeMs: 40,
    scheduledFor: ms,
    startedAt: ms,
    stoppedAt: ms + 40,
    createdAt: ms + 60,
  }
}

async function timeQuestions({ store, accountId, checkIds, nowMs }: World): Promise<BackTestTime[]> {
  const caller = { accountId, nowMs }
  const from = new Date(nowMs - days * dayMs).toISOString()
  const twoRuns = { from, alertSettings: { runBasedEscalation: { failedRunThreshold: 2 } } } as const
  const questions: Readonly<Record<string, () => Promise<unknown>>> = {
    'threshold of all checks': () => backTestChecks(store, caller, twoRuns),
    'retries of all checks': () => backTestChecks(store, caller, { from, retryStrategy: { type: 'SINGLE_RETRY' } }),
    'threshold of one check': () => backTestCheck(store, caller, checkIds[7] ?? '', twoRuns),
    'noise with proposals': () => getNoise(store, caller, { from }),
  }
  const times: BackTestTime[] = []
  for (const [question, ask] of Object.entries(questions)) times.push({ question, ...(await timed(ask)) })
  return times
}

async function timed(ask: () => Promise<unknown>): Promise<Omit<BackTestTime, 'question'>> {
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  let highest = before
  const watch = setInterval(() => (highest = Math.max(highest, process.memoryUsage().rss)), 50)
  const startedAt = performance.now()
  const used = process.cpuUsage()
  await ask()
  clearInterval(watch)
  const { user, system } = process.cpuUsage(used)
  const seconds = (performance.now() - startedAt) / 1000
  return { seconds, processorSeconds: (user + system) / 1_000_000, megabytes: (highest - before) / 2 ** 20 }
}
