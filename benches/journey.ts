import { setTimeout } from 'node:timers/promises'
import { startScript } from './child-script.ts'
import type { ChildScript } from './child-script.ts'
import { busySeconds, cpuSecondsOf } from './machine.ts'
import { seedChecks } from './seed-checks.ts'
import type { Kind } from './seed-checks.ts'
import { startService } from './service.ts'
import type { Service, ServiceOptions } from './service.ts'

export interface Load {
  readonly name: string
  readonly checks: number
  readonly everySeconds: number
  readonly kinds: readonly Kind[]
}

export interface Window {
  readonly warmUpSeconds: number
  readonly seconds: number
}

/** What one load came to over its window. Times in milliseconds, memory in megabytes, CPU in ms per run. */
export interface LoadResult {
  readonly load: Load
  readonly offeredPerSecond: number
  readonly runsPerSecond: number
  readonly latenessP50: number
  readonly latenessP99: number
  readonly latenessMax: number
  readonly skippedTicks: number
  readonly failedRuns: number
  readonly serverCpuPerRun: number
  readonly databaseCpuPerRun: number
  /** Cores busy: ours, the target's, and everything else on the machine. */
  readonly serverCores: number
  readonly databaseCores: number
  readonly targetCores: number
  readonly otherCores: number
  readonly serverRss: number
  readonly serverPss: number
  readonly databasePss: number
  readonly statements?: readonly StatementCost[]
}

export interface StatementCost {
  readonly statement: string
  readonly calls: number
  readonly rows: number
  readonly planMs: number
  readonly runMs: number
  readonly blocks: number
}

/** A fresh service, the checks of one load, a warm-up, and then the window. */
export async function runLoad(load: Load, window: Window, options: ServiceOptions = {}): Promise<LoadResult> {
  const target = await startScript('target.ts')
  const { port } = await target.message<{ port: number }>()
  // Installing a runtime meanwhile would be measured too.
  const environment = { BELFRY_RUNTIMES: 'on-demand', ...options.environment }
  const service = await startService({ ...options, environment })
  try {
    await seedLoad(service, load, port)
    await service.reconnect()
    await setTimeout((load.everySeconds + window.warmUpSeconds) * 1000)
    if (options.countsStatements) await service.asSuperuser((db) => db.query('create extension pg_stat_statements'))
    const result = await measure({ service, target, load, seconds: window.seconds })
    return options.countsStatements ? { ...result, statements: await topStatements(service) } : result
  } finally {
    await service.stop()
    await target.stop()
  }
}

export const seedLoad = (service: Service, load: Load, port: number): Promise<unknown> =>
  seedChecks(service.store, {
    accountId: service.accountId,
    count: load.checks,
    kinds: load.kinds,
    frequency: 0,
    frequencyOffset: load.everySeconds,
    port,
  })

export interface Measurement {
  readonly service: Service
  readonly target: ChildScript
  readonly load: Load
  readonly seconds: number
}

/** What a window of so many seconds holds. */
export async function measure({ service, target, load, seconds }: Measurement): Promise<LoadResult> {
  const from = new Date()
  const before = { usage: service.usage(), target: cpuSecondsOf(target.pid), busy: busySeconds() }
  const skippedBefore = await skippedTicks(service)
  const startedAt = performance.now()
  await setTimeout(seconds * 1000)
  const elapsed = (performance.now() - startedAt) / 1000
  const after = { usage: service.usage(), target: cpuSecondsOf(target.pid), busy: busySeconds() }
  const until = new Date()
  const skipped = (await skippedTicks(service)) - skippedBefore
  await setTimeout(1_500)
  const stored = await readStored(service, from, until)
  const server = after.usage.serverCpu - before.usage.serverCpu
  const database = after.usage.databaseCpu - before.usage.databaseCpu
  const targetCpu = after.target - before.target
  const busy = after.busy - before.busy
  return {
    load,
    offeredPerSecond: load.checks / load.everySeconds,
    runsPerSecond: stored.runs / elapsed,
    latenessP50: stored.p50,
    latenessP99: stored.p99,
    latenessMax: stored.longest,
    skippedTicks: skipped,
    failedRuns: stored.failed,
    serverCpuPerRun: (1000 * server) / stored.runs,
    databaseCpuPerRun: (1000 * database) / stored.runs,
    serverCores: server / elapsed,
    databaseCores: database / elapsed,
    targetCores: targetCpu / elapsed,
    otherCores: Math.max(0, busy - server - database - targetCpu) / elapsed,
    serverRss: after.usage.serverRss,
    serverPss: after.usage.serverPss,
    databasePss: after.usage.databasePss,
  }
}

/** The most expensive statements since the start of the service. */
const topStatements = (service: Service): Promise<StatementCost[]> =>
  service.asSuperuser((db) =>
    db.rows<{ [K in keyof StatementCost]: StatementCost[K] }>(
      `select left(regexp_replace(query, '\\s+', ' ', 'g'), 90) as statement, calls, rows,
       total_plan_time as "planMs", total_exec_time as "runMs", shared_blks_hit + shared_blks_read as blocks
     from pg_stat_statements order by total_plan_time + total_exec_time desc limit 20`,
    ),
  )

/** From the results as they are stored: those stored within the window count. */
async function readStored(service: Service, from: Date, until: Date) {
  const rows = await service.store.db.rows<{ runs: number; failed: number; p50: number; p99: number; longest: number }>(
    `with late as (
       select outcome, 1000 * extract(epoch from started_at - scheduled_for)::double precision as ms from check_results
       where created_at >= $1 and created_at < $2)
     select count(*)::int as runs, (count(*) filter (where outcome <> 'passed'))::int as failed,
       coalesce(percentile_disc(0.5) within group (order by ms), 0) as p50,
       coalesce(percentile_disc(0.99) within group (order by ms), 0) as p99,
       coalesce(max(ms), 0) as longest from late`,
    [from, until],
  )
  return rows[0] ?? { runs: 0, failed: 0, p50: 0, p99: 0, longest: 0 }
}

async function skippedTicks(service: Service): Promise<number> {
  const rows = await service.store.db.rows<{ skipped: number }>(
    `select coalesce(sum(skipped_ticks), 0)::int as skipped from schedule_times`,
  )
  return rows[0]?.skipped ?? 0
}

export interface RestartResult {
  readonly checks: number
  readonly offeredPerSecond: number
  /** From the kill until the service answers again; recovery of the database included. */
  readonly servingMs: number
  /** From the kill to the first second from which on the full rate is held. */
  readonly fullRateMs: number
  readonly doubledSlots: number
}

/** Kills service and database under load, and waits until as many runs land each second as before. */
export async function runRestart(load: Load): Promise<RestartResult> {
  const target = await startScript('target.ts')
  const { port } = await target.message<{ port: number }>()
  const service = await startService()
  try {
    await seedLoad(service, load, port)
    await setTimeout((load.everySeconds + 5) * 1000)
    const { killedAt } = await service.killAndRestart()
    const servingMs = Date.now() - killedAt
    await setTimeout(2 * load.everySeconds * 1000)
    const seconds = await runsBySecond(service, killedAt)
    const offeredPerSecond = load.checks / load.everySeconds
    const isFull = (runs: number): boolean => runs >= 0.9 * offeredPerSecond
    const first = seconds.findIndex(
      (runs, at) => isFull(runs) && seconds.slice(at, at + 5).reduce(sum, 0) >= 4.5 * offeredPerSecond,
    )
    const fullRateMs = first < 0 ? Number.NaN : first * 1000
    return { checks: load.checks, offeredPerSecond, servingMs, fullRateMs, doubledSlots: await doubledSlots(service) }
  } finally {
    await service.stop()
    await target.stop()
  }
}

const sum = (total: number, value: number): number => total + value

async function runsBySecond(service: Service, fromMs: number): Promise<number[]> {
  const rows = await service.store.db.rows<{ second: number; runs: number }>(
    `select floor(extract(epoch from created_at - $1::timestamptz))::int as second, count(*)::int as runs
     from check_results where created_at >= $1 group by 1`,
    [new Date(fromMs)],
  )
  const last = Math.max(0, ...rows.map((row) => row.second))
  const runs = Array.from({ length: last }, () => 0)
  for (const row of rows) if (row.second < last) runs[row.second] = row.runs
  return runs
}

async function doubledSlots(service: Service): Promise<number> {
  const rows = await service.store.db.rows<{ doubled: number }>(
    `select count(*)::int as doubled from (select 1 from check_results where result_type = 'FINAL'
       group by check_id, location, scheduled_for having count(*) > 1) as slots`,
  )
  return rows[0]?.doubled ?? 0
}

export interface BareResult {
  readonly connectionsPerSecond: number
  readonly cpuPerConnection: number
}

/** A process that does nothing but connect to the same target. */
export async function runBareConnects(seconds: number): Promise<BareResult> {
  const target = await startScript('target.ts')
  const { port } = await target.message<{ port: number }>()
  const bare = await startScript('bare-connect.ts', [String(port), String(seconds)])
  try {
    const {
      connections,
      seconds: took,
      cpuSeconds,
    } = await bare.message<{
      connections: number
      seconds: number
      cpuSeconds: number
    }>()
    return { connectionsPerSecond: connections / took, cpuPerConnection: (1000 * cpuSeconds) / connections }
  } finally {
    await bare.stop()
    await target.stop()
  }
}
