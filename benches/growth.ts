import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { defaultAlertSettings, runtimeIds } from '#contract'
import type { RunReport, RunTask } from '#contract'
import { claimRuns, enqueueDueRuns, PreparedChecks, settleRuns } from '#runs'
import { createEncryption, minuteMs, randomId } from '#kernel'
import { insertAccount, migrate, openDatabase, preparePartitions, startEmbeddedPostgres } from '#storage'
import type { Store } from '#storage'
import { seedChecks } from './seed-checks.ts'

/** Medians over the ticks: milliseconds and rows read or written per tick, each step separately. */
export interface GrowthResult {
  readonly stored: number
  readonly due: number
  readonly enqueueMs: number
  readonly claimMs: number
  readonly settleMs: number
  readonly tickMs: number
  readonly rows: number
  readonly blocks: number
}

export interface GrowthOptions {
  readonly due: number
  readonly ticks: number
}

const warmUpTicks = 8
const publicUrl = 'http://belfry.example'

/** A database with so many checks, of which the same number comes due with every tick, picked at random. */
export async function runGrowth(stored: number, options: GrowthOptions): Promise<GrowthResult> {
  return withChecks({ stored, due: options.due, connections: 1 }, async (world) => {
    const ticks: Tick[] = []
    for (let turn = 0; turn < warmUpTicks + options.ticks; turn += 1) {
      const tick = await takeTick(world)
      if (turn >= warmUpTicks) ticks.push(tick)
    }
    const of = (name: keyof Tick): number => median(ticks.map((tick) => tick[name]))
    return {
      stored,
      due: options.due,
      enqueueMs: of('enqueueMs'),
      claimMs: of('claimMs'),
      settleMs: of('settleMs'),
      tickMs: median(ticks.map((tick) => tick.enqueueMs + tick.claimMs + tick.settleMs)),
      rows: of('rows'),
      blocks: of('blocks'),
    }
  })
}

export interface WorldOptions {
  readonly stored: number
  readonly due: number
  readonly connections: number
}

/** Work on a separate database with so many checks, none of which comes due by itself. */
export async function withChecks<T>(
  { stored, due, connections }: WorldOptions,
  work: (world: World) => Promise<T>,
): Promise<T> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'belfry-bench-'))
  const server = await startEmbeddedPostgres({ dataDir })
  const db = openDatabase({ connectionString: server.connectionString, maxConnections: connections })
  try {
    await migrate(db)
    await db.transaction((tx) => preparePartitions(tx, Date.now(), 1))
    const store = { db, encryption: createEncryption('benchmark of growth') }
    const ids = await seed(store, stored)
    return await work({ store, checks: new PreparedChecks(store), ids, due })
  } finally {
    await db.close()
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function seed(store: Store, count: number): Promise<string[]> {
  const accountId = randomId()
  await insertAccount(store.db, {
    id: accountId,
    name: 'Growth',
    runtimeId: runtimeIds[0],
    alertSettings: defaultAlertSettings,
    createdAt: new Date(),
  })
  const ids = await seedChecks(store, {
    accountId,
    count,
    kinds: ['URL'],
    frequency: 1440,
    frequencyOffset: null,
    port: 9,
  })
  await store.db.query(`update schedule_times set next_run_at = next_run_at + interval '1 day'`)
  await store.db.query('vacuum analyze check_schedules, schedule_times')
  return ids
}

export interface World {
  readonly store: Store
  readonly checks: PreparedChecks
  readonly ids: readonly string[]
  readonly due: number
}

interface Tick {
  readonly enqueueMs: number
  readonly claimMs: number
  readonly settleMs: number
  readonly rows: number
  readonly blocks: number
}

async function takeTick(world: World): Promise<Tick> {
  const { store } = world
  const nowMs = await makeDue(world)
  const before = await touched(store)
  const [, enqueueMs] = await timed(() => enqueueDue(world, nowMs))
  const [reports, claimMs] = await timed(() => claimDue(world, nowMs))
  const [settled, settleMs] = await timed(() => settle(world, reports, nowMs))
  if (settled !== world.due) throw new Error(`${settled} of ${world.due} runs were settled.`)
  const after = await touched(store)
  return { enqueueMs, claimMs, settleMs, rows: after.rows - before.rows, blocks: after.blocks - before.blocks }
}

/** Makes checks due that are picked at random, and returns the time at which they are. */
export async function makeDue({ store, ids, due }: World): Promise<number> {
  const nowMs = Date.now()
  const chosen = new Set<string>()
  while (chosen.size < Math.min(due, ids.length)) chosen.add(pick(ids))
  await store.db.query(`update schedule_times set next_run_at = $2 where check_id = any($1::uuid[])`, [
    [...chosen],
    new Date(nowMs - 1),
  ])
  return nowMs
}

export async function enqueueDue({ store, due }: World, nowMs: number): Promise<void> {
  const { enqueued } = await enqueueDueRuns(store, nowMs, due)
  if (enqueued !== due) throw new Error(`${enqueued} of ${due} runs were enqueued.`)
}

/** The reports of the runs that are due, which all pass. */
export async function claimDue({ store, checks, due }: World, nowMs: number): Promise<RunReport[]> {
  const claim = { queues: ['eu-west-1'], limit: due, runnerId: 'bench', leaseMs: minuteMs, nowMs, publicUrl }
  const tasks = await claimRuns(store, checks, { ...claim, chance: { uuid: randomId, randomNumber: () => 0 } })
  return tasks.map((task) => reportOf(task, nowMs))
}

/** Returns how many were settled. */
export const settle = async ({ store }: World, reports: readonly RunReport[], nowMs: number): Promise<number> =>
  (await settleRuns(store, reports, { nowMs, publicUrl, randomNumber: () => 0 })).settled

function pick(ids: readonly string[]): string {
  return ids[Math.floor(Math.random() * ids.length)] ?? ''
}

/** Rows and blocks of our own tables: what the server's catalogue costs does not count. */
async function touched(store: Store): Promise<{ rows: number; blocks: number }> {
  await store.db.query('select pg_stat_force_next_flush()')
  const [row] = await store.db.rows<{ rows: number; blocks: number }>(
    `select (select sum(seq_tup_read + coalesce(idx_tup_fetch, 0) + n_tup_ins + n_tup_upd + n_tup_del)
       from pg_stat_user_tables)::bigint as rows,
     (select sum(heap_blks_hit + heap_blks_read + coalesce(idx_blks_hit + idx_blks_read, 0))
       from pg_statio_user_tables)::bigint as blocks`,
  )
  return row ?? { rows: 0, blocks: 0 }
}

export async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const startedAt = performance.now()
  const result = await work()
  return [result, performance.now() - startedAt]
}

function reportOf(task: RunTask, nowMs: number): RunReport {
  return {
    taskId: task.id,
    leaseToken: task.leaseToken,
    observation: { startedAt: nowMs, stoppedAt: nowMs + 12, responseTimeMs: 12, answer: null, failure: null, log: [] },
    verdict: { outcome: 'passed', reasons: [], assertions: [], overMaxResponseTime: false },
    detail: { apiCheckResult: { response: { status: 200, body: 'x'.repeat(400) } } },
    isRunnerError: false,
  }
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
