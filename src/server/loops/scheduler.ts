import { dayMs, hourMs } from '#kernel'
import {
  enqueueDueRuns,
  expireHeartbeats,
  cancelAbandonedSessions,
  expireRuns,
  mayDeleteOldData,
  replaceWaitingRuns,
  sampleEveryMs,
  samplePrivateQueues,
  watchLocations,
} from '#runs'
import { deleteOldErrorGroups } from '#error-groups'
import { advanceReceivedAlerts, deleteOldAlerts, releaseHeldAlerts, sendReminders } from '#notifying'
import { advanceMaintenanceWindows, sweepDeletedAccounts } from '#management'
import type { Log, ServiceClock } from '#kernel'
import { packResults, planDueReports, recordUseOfAccounts, rollUpResults } from '#analytics'
import type { PageLanguages } from '#page-texts'
import { applyIncidentTasks } from '#publishing'
import { saveResultsKeptFrom } from '#storage/analytics'
import { earliestNextRun, deleteOldDeliveries } from '#storage/checks'
import { deleteAbsences, dropPartitionsBefore, preparePartitions } from '#storage/database'
import { deleteCommitStatuses } from '#storage/runs'
import type { Store } from '#storage/database'
import { SettlingTime } from './settling-time.ts'
import type { SelfMetrics } from '../metrics/self-metrics.ts'
import type { Loop } from './run-loop.ts'

export interface SchedulerTools {
  readonly store: Store
  readonly clock: ServiceClock
  readonly log: Log
  readonly publicUrl: string
  readonly retentionDays: number
  readonly rollupRetentionDays: number
  /** Of status pages; absent: those of the product. */
  readonly pageLanguages?: PageLanguages
  readonly metrics: SelfMetrics
  /** Whether pings can reach this machine; absent where that is not asked. */
  readonly sees?: (() => Promise<boolean>) | undefined
}

const enqueueBatch = 1_000
/** Ticks within this time share one batch: some are slightly delayed, and many are cheap. */
const tickGranularityMs = 200
const idleMs = 1_000
/** Longer than providers repeat a delivery. */
const deliveryRetentionMs = 7 * dayMs
const auditRetentionMs = 366 * dayMs

/**
 * The loops of the scheduler: ticks, missed heartbeats, reminders, held alerts, alerts of other tools, incidents, abandoned runs, queues of
 * private locations, their agents, maintenance windows, partitions, roll-ups, the packing of results, what deleted accounts
 * left, scheduled reports, and the use of the plan.
 */
export const schedulerLoops = (tools: SchedulerTools): Loop[] => [
  { name: 'ticks', iteration: () => takeTicks(tools) },
  { name: 'heartbeats', iteration: settled(tools, () => missedHeartbeats(tools)) },
  { name: 'reminders', iteration: () => reminders(tools) },
  { name: 'held alerts', iteration: () => heldAlerts(tools) },
  { name: 'received alerts', iteration: settled(tools, () => receivedAlerts(tools)) },
  { name: 'incidents', iteration: () => incidents(tools) },
  { name: 'abandoned runs', iteration: settled(tools, () => abandonedRuns(tools)) },
  { name: 'private queues', iteration: () => privateQueues(tools) },
  { name: 'locations', iteration: settled(tools, () => locations(tools)) },
  { name: 'maintenances', iteration: () => maintenances(tools) },
  { name: 'partitions', iteration: () => partitions(tools) },
  { name: 'roll-ups', iteration: () => rollUps(tools) },
  { name: 'result packing', iteration: () => packing(tools) },
  { name: 'deleted accounts', iteration: () => deletedAccounts(tools) },
  { name: 'scheduled reports', iteration: () => scheduledReports(tools) },
  { name: 'use of accounts', iteration: () => useOfAccounts(tools) },
]

/**
 * Delays the turn of a loop that detects overdue work after a standstill of this process, so that waiting pings are
 * received and waiting runs are claimed first.
 */
function settled({ clock }: SchedulerTools, iteration: () => Promise<number>): () => Promise<number> {
  const settling = new SettlingTime(clock.standstill, clock)
  return async () => {
    const leftMs = settling.leftMs()
    return leftMs > 0 ? leftMs : iteration()
  }
}

async function takeTicks({ store, clock, metrics, publicUrl }: SchedulerTools): Promise<number> {
  const nowMs = clock.now()
  const replaced = await replaceWaitingRuns(store, { nowMs, publicUrl }, enqueueBatch)
  const summary = await enqueueDueRuns(store, nowMs, enqueueBatch, replaced)
  metrics.ticksTaken(summary)
  if (summary.due === enqueueBatch) return 0
  const next = await earliestNextRun(store.db)
  if (next === null) return idleMs
  return Math.min(idleMs, Math.max(tickGranularityMs, next.getTime() - clock.now()))
}

async function missedHeartbeats({ store, clock, publicUrl, sees }: SchedulerTools): Promise<number> {
  const found = await expireHeartbeats(store, { nowMs: clock.now(), publicUrl, sees }, 200)
  return found === 200 ? 0 : idleMs
}

async function reminders({ store, clock, publicUrl }: SchedulerTools): Promise<number> {
  const found = await sendReminders(store, { nowMs: clock.now(), publicUrl }, 100)
  return found === 100 ? 0 : 2 * idleMs
}

async function heldAlerts({ store, clock, publicUrl }: SchedulerTools): Promise<number> {
  const found = await releaseHeldAlerts(store, { nowMs: clock.now(), publicUrl }, 200)
  return found === 200 ? 0 : idleMs
}

async function receivedAlerts({ store, clock, publicUrl }: SchedulerTools): Promise<number> {
  const found = await advanceReceivedAlerts(store, { nowMs: clock.now(), publicUrl }, 200)
  return found === 200 ? 0 : idleMs
}

async function incidents({ store, clock, pageLanguages }: SchedulerTools): Promise<number> {
  return (await applyIncidentTasks(store, clock.now(), 100, pageLanguages)) > 0 ? 0 : idleMs
}

async function abandonedRuns({ store, clock, log, publicUrl }: SchedulerTools): Promise<number> {
  const dropped = await expireRuns(store, { nowMs: clock.now(), publicUrl })
  if (dropped > 0) log.warn({ dropped }, 'Dropped runs that were not claimed in time')
  await cancelAbandonedSessions(store, clock.now())
  return 5 * idleMs
}

async function privateQueues({ store, clock }: SchedulerTools): Promise<number> {
  await samplePrivateQueues(store, clock.now())
  return sampleEveryMs - (clock.now() % sampleEveryMs)
}

async function locations({ store, clock, log }: SchedulerTools): Promise<number> {
  const changed = await watchLocations(store, clock.now())
  if (changed > 0) log.warn({ changed }, 'Private locations became available or unavailable')
  return 10 * idleMs
}

async function maintenances({ store, clock }: SchedulerTools): Promise<number> {
  const found = await advanceMaintenanceWindows(store, clock.now(), 100)
  return found >= 100 ? 0 : idleMs
}

async function partitions({ store, clock, log, retentionDays, rollupRetentionDays }: SchedulerTools): Promise<number> {
  const nowMs = clock.now()
  await store.db.transaction((tx) => preparePartitions(tx, nowMs, 7))
  if (!(await mayDeleteOldData(store.db, nowMs))) {
    log.warn({}, 'Nothing is deleted for its age yet: the time went forward by more than a day in one step')
    return hourMs
  }
  const resultsBeforeMs = nowMs - retentionDays * dayMs
  const rollupsBeforeMs = nowMs - rollupRetentionDays * dayMs
  const dropped = await dropPartitionsBefore(store.db, {
    resultsBeforeMs,
    rollupsBeforeMs,
    auditBeforeMs: nowMs - auditRetentionMs,
  })
  await saveResultsKeptFrom(store.db, resultsBeforeMs)
  await deleteOldErrorGroups(store, resultsBeforeMs)
  await deleteOldAlerts(store, new Date(resultsBeforeMs))
  await deleteAbsences(store.db, new Date(rollupsBeforeMs))
  await deleteOldDeliveries(store.db, new Date(nowMs - deliveryRetentionMs))
  await deleteCommitStatuses(store.db, new Date(nowMs - deliveryRetentionMs))
  if (dropped.length > 0) log.info({ dropped }, 'Dropped partitions past their retention')
  return hourMs
}

async function rollUps({ store, clock }: SchedulerTools): Promise<number> {
  return (await rollUpResults(store, clock.now())) ? 0 : 60 * idleMs
}

/** It rests nineteen times as long as it worked: packing takes at most a twentieth of a core here and in the database. */
const packingRest = 19

async function packing({ store, clock, metrics }: SchedulerTools): Promise<number> {
  const beganAt = clock.monotonicMs()
  const { results, isMore } = await packResults(store)
  metrics.packed(results)
  return isMore ? Math.ceil(packingRest * (clock.monotonicMs() - beganAt)) : 60 * idleMs
}

async function deletedAccounts({ store, clock }: SchedulerTools): Promise<number> {
  await sweepDeletedAccounts(store, new Date(clock.now()))
  return 10 * idleMs
}

async function useOfAccounts({ store, clock }: SchedulerTools): Promise<number> {
  await recordUseOfAccounts(store, clock.now())
  return 60 * idleMs
}

async function scheduledReports({ store, clock }: SchedulerTools): Promise<number> {
  return (await planDueReports(store, clock.now())) ? 0 : 10 * idleMs
}
