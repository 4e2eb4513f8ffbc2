import { locationOfQueue } from '#contract'
import { timeOfId } from '#kernel'
import type { Clock } from '#kernel'
import { countChannelStates, countUndelivered, notificationBacklog } from '#storage/alerts'
import { findRollupProgress } from '#storage/analytics'
import { earliestNextRun } from '#storage/checks'
import { analysisBacklog } from '#storage/error-groups'
import { findPackedBefore } from '#storage/packs'
import { listCounters, queueDepths, totalArtifactUsage } from '#storage/runs'
import { countDueMails } from '#storage/status-pages'
import type { Database } from '#storage/database'
import { Gauge, Registry } from 'prom-client'
import type { SelfMetrics } from './self-metrics.ts'

/** The metrics page: what this process counted, and the queues as the database has them now. */
export async function renderMetrics(
  metrics: SelfMetrics,
  sources: { readonly db: Database; readonly clock: Clock; readonly serviceName: string },
): Promise<{ readonly contentType: string; readonly text: string }> {
  const shared = await databaseMetrics(sources)
  const merged = Registry.merge([metrics.registry, shared])
  return { contentType: merged.contentType, text: await merged.metrics() }
}

async function databaseMetrics(sources: { db: Database; clock: Clock; serviceName: string }): Promise<Registry> {
  const { db, clock } = sources
  const nowMs = clock.now()
  const registry = new Registry()
  const prefix = `${sources.serviceName.replaceAll('-', '_')}_`
  const gauge = <L extends string>(name: string, help: string, labelNames: readonly L[] = []): Gauge<L> =>
    new Gauge({ name: prefix + name, help, labelNames: [...labelNames], registers: [registry] })
  const [queues, next, pending, counters, mails, analyses, rollups, states, undelivered, usage, packedBefore] =
    await Promise.all([
      queueDepths(db, new Date(nowMs)),
      earliestNextRun(db),
      notificationBacklog(db, new Date(nowMs)),
      listCounters(db),
      countDueMails(db, new Date(nowMs)),
      analysisBacklog(db, new Date(nowMs)),
      findRollupProgress(db),
      countChannelStates(db),
      countUndelivered(db),
      totalArtifactUsage(db),
      findPackedBefore(db),
    ])
  gaugeArtifacts(gauge, usage)
  const waiting = gauge('queue_waiting_runs', 'Runs waiting to be claimed.', ['location'])
  const leased = gauge('queue_leased_runs', 'Runs a runner holds.', ['location'])
  const age = gauge('queue_oldest_seconds', 'How long the oldest claimable run has been waiting.', ['location'])
  for (const queue of queues) {
    const location = locationOfQueue(queue.queue)
    waiting.set({ location }, queue.waiting)
    leased.set({ location }, queue.leased)
    age.set({ location }, queue.oldestClaimableAt ? (nowMs - queue.oldestClaimableAt.getTime()) / 1000 : 0)
  }
  gauge('next_tick_lag_seconds', 'How late the next tick is; 0 when none is due.').set(
    next === null ? 0 : Math.max(0, (nowMs - next.getTime()) / 1000),
  )
  gauge('notifications_pending', 'Notifications whose delivery is due.').set(pending.pending)
  gauge('notifications_oldest_seconds', 'How long the oldest due notification has been waiting.').set(
    pending.oldestSeconds,
  )
  gauge(
    'notifications_undelivered',
    'Notifications that their channel has not delivered and that wait for another way.',
  ).set(undelivered)
  const channels = gauge('alert_channels', 'Alert channels by the state of their deliveries.', ['state'])
  for (const state of ['OK', 'FAILING', 'UNKNOWN']) channels.set({ state }, 0)
  for (const { state, channels: count } of states) channels.set({ state }, count)
  gauge('analyses_pending', 'Root cause analyses that are due and not written.').set(analyses.pending)
  gauge('analyses_oldest_seconds', 'How long the oldest due analysis has been waiting.').set(analyses.oldestSeconds)
  gauge(
    'rollups_behind_seconds',
    'Age of the oldest results that are not rolled up yet; below 4500 when all is well.',
  ).set(rollups.hourMs === 0 ? 0 : Math.max(0, (nowMs - rollups.hourMs) / 1000))
  const packedMs = packedBefore === null ? 0 : timeOfId(packedBefore)
  gauge(
    'packing_behind_seconds',
    'Age of the oldest results that are not packed yet; below 12600 when all is well, 0 before packing has begun.',
  ).set(packedMs === 0 ? 0 : Math.max(0, (nowMs - packedMs) / 1000))
  gauge('subscriber_mails_pending', 'Mails to subscribers of status pages whose delivery is due.').set(mails)
  gaugeCounters(gauge, counters)
  return registry
}

function gaugeArtifacts(
  gauge: (name: string, help: string) => Gauge,
  usage: Awaited<ReturnType<typeof totalArtifactUsage>>,
): void {
  gauge('artifact_stored_bytes', 'Bytes of files of runs in the artifact store.').set(usage.storedBytes)
  gauge('artifact_stored_files', 'Objects in the artifact store; files with the same content share one.').set(
    usage.storedFiles,
  )
}

const countersOfLocations = {
  dropped_runs: 'Runs dropped because no runner claimed them in time.',
  lost_runs: 'Runs that another runner took because the lease of the first ended.',
  unable_runs: 'Runs that no connected agent of their location could make.',
} as const

function gaugeCounters(
  gauge: (name: string, help: string, labelNames: readonly string[]) => Gauge,
  counters: Awaited<ReturnType<typeof listCounters>>,
): void {
  for (const [counter, help] of Object.entries(countersOfLocations)) {
    const runs = gauge(counter, help, ['location'])
    for (const { name, label, value } of counters)
      if (name === counter) runs.set({ location: locationOfQueue(label) }, value)
  }
  const returned = gauge('returned_runs', 'Runs that runners gave back to the queue, since the installation.', [
    'reason',
  ])
  for (const { name, label, value } of counters) if (name === 'returned_runs') returned.set({ reason: label }, value)
}
