import { enqueueDueRuns, expireHeartbeats, expireRuns, sendReminders } from '#dispatch'
import type { Clock, Log } from '#kernel'
import { dropPartitionsBefore, earliestNextRun, preparePartitions } from '#storage'
import type { Store } from '#storage'
import type { SelfMetrics } from '../self-metrics.ts'
import type { Loop } from './run-loop.ts'

export interface SchedulerTools {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly publicUrl: string
  readonly retentionDays: number
  readonly metrics: SelfMetrics
}

const enqueueBatch = 1_000
/** Ticks within this time share one batch: a later tick is a little late, and many are cheap. */
const tickGranularityMs = 40
const idleMs = 1_000
const dayMs = 86_400_000

/** The loops that make work: ticks, missed heartbeats, reminders, abandoned runs and the upkeep of partitions. */
export const schedulerLoops = (tools: SchedulerTools): Loop[] => [
  { name: 'ticks', turn: () => takeTicks(tools) },
  { name: 'heartbeats', turn: () => missedHeartbeats(tools) },
  { name: 'reminders', turn: () => reminders(tools) },
  { name: 'abandoned runs', turn: () => abandonedRuns(tools) },
  { name: 'partitions', turn: () => partitions(tools) },
]

async function takeTicks({ store, clock, metrics }: SchedulerTools): Promise<number> {
  const summary = await enqueueDueRuns(store, clock.now(), enqueueBatch)
  metrics.ticksTaken(summary)
  if (summary.due === enqueueBatch) return 0
  const next = await earliestNextRun(store.db)
  if (next === null) return idleMs
  return Math.min(idleMs, Math.max(tickGranularityMs, next.getTime() - clock.now()))
}

async function missedHeartbeats({ store, clock, publicUrl }: SchedulerTools): Promise<number> {
  const found = await expireHeartbeats(store, { nowMs: clock.now(), publicUrl }, 200)
  return found === 200 ? 0 : idleMs
}

async function reminders({ store, clock, publicUrl }: SchedulerTools): Promise<number> {
  const found = await sendReminders(store, { nowMs: clock.now(), publicUrl }, 100)
  return found === 100 ? 0 : 2 * idleMs
}

async function abandonedRuns({ store, clock, log, publicUrl }: SchedulerTools): Promise<number> {
  const dropped = await expireRuns(store, { nowMs: clock.now(), publicUrl })
  if (dropped > 0) log.warn({ dropped }, 'Dropped runs that nobody claimed in time')
  return 5 * idleMs
}

async function partitions({ store, clock, log, retentionDays }: SchedulerTools): Promise<number> {
  const nowMs = clock.now()
  await store.db.transaction((tx) => preparePartitions(tx, nowMs, 7))
  const dropped = await dropPartitionsBefore(store.db, nowMs - retentionDays * dayMs)
  if (dropped.length > 0) log.info({ dropped }, 'Dropped partitions past their retention')
  return 3_600_000
}
