import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { packResults, rollUpResults } from '#analytics'
import { defaultAlertSettings, runtimeIds } from '#contract'
import { createEncryption, dayMs, firstIdAt, hourMs, minuteMs, randomId } from '#kernel'
import { insertAccount } from '#storage/accounts'
import { listTicks } from '#storage/checks'
import { migrate, openDatabase, preparePartitions } from '#storage/database'
import { findLastGoodResult } from '#storage/error-groups'
import { countCheckResults, findCheckResult, listCheckResults, listResultsOfSession } from '#storage/runs'
import { startEmbeddedPostgres } from '#embedded-postgres'
import type { Store } from '#storage/database'
import type { CheckResultFilter } from '#storage/runs'
import { seedChecks } from './seed-checks.ts'
import { seedResults } from './seed-results.ts'
import { formatted, tableOf } from './table.ts'

export interface ReadTime {
  readonly read: string
  /** Milliseconds. */
  readonly p50: number
  readonly p95: number
}

export interface KeepReads {
  readonly rows: number
  readonly packed: number
  readonly reads: readonly ReadTime[]
}

const everyMs = 10_000
const checks = 20
const chunkMs = 12 * hourMs
const turns = 60
const locations = ['eu-west-1']

/** How long reads of one check take with so many results stored, all of them packed that can be. */
export async function runKeepReads(results: number): Promise<KeepReads> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'belfry-bench-'))
  const server = await startEmbeddedPostgres({ dataDir })
  const db = openDatabase({ connectionString: server.connectionString, maxConnections: 2 })
  try {
    await migrate(db)
    const store = { db, encryption: createEncryption('benchmark of reads') }
    const nowMs = Math.floor(Date.now() / hourMs) * hourMs + 20 * minuteMs
    const world = await seed(store, nowMs, Math.ceil((results * everyMs) / checks))
    await db.query('vacuum (analyze)')
    const [sizes] = await db.rows<{ rows: number; packed: number }>(
      `select (select count(*) from check_results)::int as rows,
         (select coalesce(sum(size), 0) from result_packs)::int as packed`,
    )
    return { rows: sizes?.rows ?? 0, packed: sizes?.packed ?? 0, reads: await timeReads(world) }
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
  readonly fromMs: number
  readonly nowMs: number
}

async function seed(store: Store, nowMs: number, lengthMs: number): Promise<World> {
  const accountId = randomId()
  await insertAccount(store.db, {
    id: accountId,
    name: 'Keep',
    runtimeId: runtimeIds[0],
    alertSettings: defaultAlertSettings,
    createdAt: new Date(nowMs - lengthMs),
  })
  const checkIds = await seedChecks(store, {
    accountId,
    count: checks,
    kinds: ['URL'],
    frequency: 0,
    frequencyOffset: 10,
    port: 1,
    address: '127.0.0.1',
  })
  const fromMs = Math.floor((nowMs - lengthMs) / chunkMs) * chunkMs
  const metricCounts = checkIds.map(() => 6)
  for (let chunk = fromMs; chunk < nowMs; chunk += chunkMs) {
    const toMs = Math.min(nowMs, chunk + chunkMs)
    await store.db.transaction((tx) => preparePartitions(tx, chunk, 1))
    await seedResults(store, { accountId, checkIds, metricCounts, locations, fromMs: chunk, toMs, everyMs })
    while (await rollUpResults(store, toMs));
    while ((await packResults(store)).isMore);
  }
  return { store, accountId, checkIds, fromMs, nowMs }
}

const everything = { fromId: null, beforeId: null, queues: null, checkType: null, hasFailures: null, resultType: null }

async function timeReads({ store: { db }, accountId, checkIds, fromMs, nowMs }: World): Promise<ReadTime[]> {
  const dayId = firstIdAt(nowMs - dayMs)
  const anyId = (): string => firstIdAt(fromMs + Math.random() * (nowMs - fromMs))
  const checkOf = (turn: number): string => checkIds[turn % checkIds.length] ?? ''
  const filterOf = (turn: number, some: Partial<CheckResultFilter>): CheckResultFilter => ({
    ...everything,
    accountId,
    checkId: checkOf(turn),
    ...some,
  })
  const page = { limit: 100, offset: 0, withDetail: true }
  const resultAt = async (turn: number) => {
    const [result] = await listCheckResults(db, filterOf(turn, { beforeId: anyId() }), { ...page, limit: 1 })
    if (result === undefined) throw new Error('There is a result before every moment.')
    return result
  }
  const some = await Promise.all(Array.from({ length: turns }, (_, turn) => resultAt(turn)))
  const knownAt = (turn: number) => some[turn % some.length] ?? { id: '', location: '', checkId: '', sessionId: '' }
  const reads: Record<string, (turn: number) => Promise<unknown>> = {
    'list of 24 hours, 100 with details': (turn) => listCheckResults(db, filterOf(turn, { fromId: dayId }), page),
    'list of 24 hours, all without details': (turn) =>
      listCheckResults(db, filterOf(turn, { fromId: dayId }), { limit: 10_000, offset: 0, withDetail: false }),
    'list at any moment, 100 with details': (turn) => listCheckResults(db, filterOf(turn, { beforeId: anyId() }), page),
    'list at any moment, 100 that failed': (turn) =>
      listCheckResults(db, filterOf(turn, { beforeId: anyId(), hasFailures: true }), page),
    'count of 24 hours': (turn) => countCheckResults(db, filterOf(turn, { fromId: dayId })),
    'count of all': (turn) => countCheckResults(db, filterOf(turn, {})),
    'a result of any moment': (turn) => findCheckResult(db, accountId, knownAt(turn).checkId, knownAt(turn).id),
    'a session of any moment': (turn) =>
      listResultsOfSession(db, { accountId, checkId: knownAt(turn).checkId, id: knownAt(turn).sessionId }),
    'the last good result before any moment': (turn) => findLastGoodResult(db, { accountId, ...knownAt(turn) }),
    'the last 30 runs': (turn) => listTicks(db, accountId, [checkOf(turn)], 30),
  }
  const times: ReadTime[] = []
  for (const [read, query] of Object.entries(reads)) times.push({ read, ...(await timed(query)) })
  return times
}

async function timed(query: (turn: number) => Promise<unknown>): Promise<{ p50: number; p95: number }> {
  const times: number[] = []
  for (let turn = -5; turn < turns; turn += 1) {
    const startedAt = performance.now()
    await query(Math.abs(turn))
    if (turn >= 0) times.push(performance.now() - startedAt)
  }
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? 0
  return { p50: at(0.5), p95: at(0.95) }
}

export const keepReadsText = ({ rows, packed, reads }: KeepReads): string =>
  [
    `Reads of one of ${checks} checks with ${rows} rows and ${packed} packed results; promised: p95 under 100 ms, lists of 24 hours under 30 ms`,
    tableOf(
      ['ms', 'p50', 'p95'],
      reads.map(({ read, p50, p95 }) => [read, formatted(p50), formatted(p95)]),
    ),
  ].join('\n\n')
