import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { packResults, rollUpResults } from '#analytics'
import { defaultAlertSettings, runtimeIds } from '#contract'
import { claimRuns, enqueueDueRuns, PreparedChecks, settleRuns } from '#runs'
import { createEncryption, hourMs, minuteMs, randomId, secondMs } from '#kernel'
import { insertAccount } from '#storage/accounts'
import { migrate, openDatabase, preparePartitions } from '#storage/database'
import { startEmbeddedPostgres } from '#embedded-postgres'
import type { Database, Store } from '#storage/database'
import { startHandRun } from './hand-run.ts'
import type { HandRun } from './hand-run.ts'
import { startKeepTarget } from './keep-target.ts'
import type { AnswerSize } from './keep-target.ts'
import { seedChecks } from './seed-checks.ts'
import type { Kind } from './seed-checks.ts'
import { bytesByTable, noteFiles, walByRelation, walPosition } from './stored-bytes.ts'
import type { FileNames, TableBytes, WalBytes } from './stored-bytes.ts'

export interface KeepOptions {
  readonly kind: Kind
  readonly answer: AnswerSize
  readonly checks: number
  /** 10 or a multiple of a minute. */
  readonly everySeconds: number
  /** Of the service time, all of which have ended when bytes are read. */
  readonly hours: number
}

/** Bytes for each run. */
export interface KeepResult {
  readonly options: KeepOptions
  readonly runs: number
  /** Heap, TOAST and indexes of what grows with runs, after the last hour has been rolled up. */
  readonly stored: readonly TableBytes[]
  readonly wal: readonly WalBytes[]
  readonly storedBytes: number
  readonly walBytes: number
}

const publicUrl = 'http://belfry.example'
/** As often as the database writes one when it is not very busy. */
const checkpointMs = 15 * minuteMs
/** A day without partitions of its own history, so that the sample is alone in them. */
const startMs = Date.UTC(2026, 0, 5, 10)

/**
 * What runs leave behind: real runs of the real runner against a target of this process, claimed and settled by the
 * verbs of the service at service times that pass as fast as they can, on a separate database.
 */
export async function runKeep(options: KeepOptions): Promise<KeepResult> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'belfry-bench-'))
  const target = await startKeepTarget(options.answer)
  const server = await startEmbeddedPostgres({ dataDir })
  const db = openDatabase({ connectionString: server.connectionString, maxConnections: 2 })
  const root = openDatabase({
    connectionString: server.connectionString.replace('//belfry@', '//postgres@'),
    maxConnections: 1,
  })
  const hand = startHandRun()
  try {
    await migrate(db)
    await db.transaction((tx) => preparePartitions(tx, startMs, 1))
    const store = { db, encryption: createEncryption('benchmark of storage') }
    await seed(store, options, target.port)
    return await measure({ store, root, hand, checks: new PreparedChecks(store) }, options)
  } finally {
    await hand.stop()
    await db.close()
    await root.close()
    await server.stop()
    await target.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

interface World {
  readonly store: Store
  /** The same database as its superuser. */
  readonly root: Database
  readonly hand: HandRun
  readonly checks: PreparedChecks
}

async function measure(world: World, options: KeepOptions): Promise<KeepResult> {
  const { store, root } = world
  await root.query('create extension pg_walinspect')
  // Checkpoints would remove what is read at the end.
  await root.query(`alter system set wal_keep_size = '8GB'`)
  await root.query('select pg_reload_conf()')
  await root.query('checkpoint')
  const empty = new Map((await bytesByTable(store.db)).map((table) => [table.name, table]))
  const from = await walPosition(store.db)
  const names: FileNames = new Map()
  let runs = 0
  const endMs = startMs + options.hours * hourMs
  for (let nowMs = startMs; nowMs < endMs; nowMs += options.everySeconds * secondMs) {
    runs += await takeTick(world, nowMs)
    if ((nowMs - startMs) % checkpointMs === 0) await root.query('checkpoint')
    if ((nowMs - startMs) % minuteMs === 0) {
      await noteFiles(store.db, names)
      await upkeep(world, nowMs)
    }
  }
  await upkeep(world, endMs + 3 * hourMs)
  await noteFiles(store.db, names)
  const wal = await walByRelation(root, from, names)
  await root.query('vacuum (analyze)')
  const stored = (await bytesByTable(store.db)).map((table) => lessThan(table, empty.get(table.name)))
  const perRun = stored.map((table) => dividedBy(table, runs)).filter((table) => table.total >= 0.5)
  const walPerRun = wal.map((one) => ({ ...one, bytes: one.bytes / runs, fullPages: one.fullPages / runs }))
  return {
    options,
    runs,
    stored: perRun.filter(({ name }) => !isQueue(name)),
    wal: walPerRun.filter(({ bytes }) => bytes >= 1),
    storedBytes: sum(perRun.filter(({ name }) => !isQueue(name)).map(({ total }) => total)),
    walBytes: sum(walPerRun.map(({ bytes }) => bytes)),
  }
}

/** Tables whose rows are one for a check, or go with their run: they have a size, but do not grow. */
const isQueue = (name: string): boolean =>
  ['run_tasks', 'schedule_times', 'check_schedules', 'check_states', 'checks'].includes(name)

/** The background work of the service at a time, until there is nothing left to do. */
async function upkeep({ store }: World, nowMs: number): Promise<void> {
  while (await rollUpResults(store, nowMs));
  while ((await packResults(store)).isMore);
}

/** Everything due at a moment, run and settled; answers how many runs that were. */
async function takeTick({ store, checks, hand }: World, nowMs: number): Promise<number> {
  let runs = 0
  while ((await enqueueDueRuns(store, nowMs, 1_000)).due > 0);
  for (;;) {
    const tasks = await claimRuns(store, checks, {
      queues: ['eu-west-1'],
      limit: 1_000,
      runnerId: 'bench',
      leaseMs: minuteMs,
      nowMs,
      publicUrl,
      chance: { uuid: randomId, randomNumber: () => 0 },
    })
    if (tasks.length === 0) return runs
    const reports = await hand.execute(tasks)
    const failed = reports.find(({ verdict }) => verdict.outcome !== 'passed')
    if (failed) throw new Error(`A run of the sample did not pass: ${JSON.stringify(failed.verdict.reasons)}`)
    const moved = reports.map((report) => {
      const tookMs = report.observation.stoppedAt - report.observation.startedAt
      const startedAt = nowMs + (report.observation.startedAt % 50)
      return { ...report, observation: { ...report.observation, startedAt, stoppedAt: startedAt + tookMs } }
    })
    await settleRuns(store, moved, { nowMs: nowMs + 100, publicUrl, randomNumber: () => 0 })
    runs += tasks.length
  }
}

async function seed(store: Store, { kind, checks, everySeconds }: KeepOptions, port: number): Promise<void> {
  const accountId = randomId()
  await insertAccount(store.db, {
    id: accountId,
    name: 'Keep',
    runtimeId: runtimeIds[0],
    alertSettings: defaultAlertSettings,
    createdAt: new Date(startMs),
  })
  const isFast = everySeconds < 60
  await seedChecks(store, {
    accountId,
    count: checks,
    kinds: [kind],
    frequency: isFast ? 0 : everySeconds / 60,
    frequencyOffset: isFast ? everySeconds : null,
    port,
    address: '127.0.0.1',
  })
  await store.db.query(`update schedule_times set next_run_at = $1`, [new Date(startMs)])
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

const lessThan = (table: TableBytes, before: TableBytes | undefined): TableBytes => ({
  name: table.name,
  heap: table.heap - (before?.heap ?? 0),
  toast: table.toast - (before?.toast ?? 0),
  indexes: table.indexes - (before?.indexes ?? 0),
  total: table.total - (before?.total ?? 0),
})

const dividedBy = (table: TableBytes, runs: number): TableBytes => ({
  name: table.name,
  heap: table.heap / runs,
  toast: table.toast / runs,
  indexes: table.indexes / runs,
  total: table.total / runs,
})
