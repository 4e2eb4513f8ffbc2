import { createEgress } from '#egress'
import { Signal } from '#kernel'
import type { MachineScripts } from '#runner-host'
import { checkHealth } from './health/check-health.ts'
import { healthSources } from './health/health-sources.ts'
import { createBuiltInRunner } from './runner/built-in-runner.ts'
import { watchSight } from './runner/watch-sight.ts'
import { explorePromptWith } from './runner/explore-prompt-with.ts'
import { analystLoop } from './loops/analyst.ts'
import { artifactLoop } from './loops/artifacts.ts'
import { deploymentLoop } from './loops/deployments.ts'
import { drillLoop } from './loops/drills.ts'
import { fallbackLoop } from './loops/fallbacks.ts'
import { outgoingHeartbeatLoop } from './loops/outgoing-heartbeats.ts'
import type { HeartbeatTools } from './loops/outgoing-heartbeats.ts'
import { notifierLoop } from './loops/notifier.ts'
import { feedReader, pageFeedLoop } from './loops/page-feeds.ts'
import { pageDomainLoop, recordLookup } from './loops/page-domains.ts'
import {
  blindMailerLoop,
  linkMailerLoop,
  locationMailerLoop,
  readerMailerLoop,
  reportMailerLoop,
} from './loops/mail-loops.ts'
import { lineReceiver, otlpExporterLoop, otlpReceiver } from './loops/otlp-exporter.ts'
import { resourceDirectoryLoop } from './loops/resource-directory.ts'
import { runLoop } from './loops/run-loop.ts'
import type { Loop } from './loops/run-loop.ts'
import { runnerProblemsLoop } from './loops/runner-problems.ts'
import { schedulerLoops } from './loops/scheduler.ts'
import type { SchedulerTools } from './loops/scheduler.ts'
import { snapshotLoop } from './loops/snapshots.ts'
import { subscriberMailerLoop } from './loops/subscriber-mailer.ts'
import { subscriberPosterLoop } from './loops/subscriber-posts.ts'
import { copyTargets } from './start/copy-targets.ts'
import { deploymentTools } from './start/deployment-tools.ts'
import {
  analystTools,
  commitStatusLoops,
  notifierTools,
  subscriberMailerTools,
  subscriberPosterTools,
} from './start/notifying-tools.ts'
import type { Egress, Parts } from './parts.ts'
import { otlpOf } from './settings/otlp-settings.ts'
import type { Settings } from './settings/settings.ts'

/** Runs the loops of this process's roles until the stop; resolves when all have ended. */
export async function startWorking(parts: Parts, egress: Egress, scripts: MachineScripts | null): Promise<void> {
  const { settings, opened, clock, log, metrics, watch, activity, signal } = parts
  const { store } = opened
  const does = (role: Settings['roles'][number]): boolean => settings.roles.includes(role)
  const wakeUps = {
    run_tasks: parts.runsEnqueued,
    schedules: new Signal(),
    outgoing_heartbeats: new Signal(),
    deployments: new Signal(),
    notifications: new Signal(),
    drills: new Signal(),
    root_cause_analyses: new Signal(),
    subscriber_mails: new Signal(),
    location_mails: new Signal(),
    link_mails: new Signal(),
    report_mails: new Signal(),
    reader_mails: new Signal(),
  }
  const unlisten = await Promise.all(
    Object.entries(wakeUps).map(([channel, wake]) => store.db.listen(channel, () => wake.notify())),
  )
  const loops: (readonly [Loop, Signal])[] = ownLoops(parts).map((loop) => [loop, new Signal()])
  if (does('api')) loops.push([parts.seenAgents.loop, new Signal()])
  if (does('scheduler')) {
    loops.push(...schedulerLoops(schedulerTools(parts)).map((loop) => [loop, wakeUps.schedules] as const))
    loops.push([outgoingHeartbeatLoop(heartbeatTools(parts, egress)), wakeUps.outgoing_heartbeats])
    loops.push([deploymentLoop(deploymentTools(parts)), wakeUps.deployments])
    loops.push([pageFeedLoop({ store, clock, fetchFeed: feedReader(egress, parts) }), new Signal()])
    loops.push([pageDomainLoop({ store, clock, lookUp: recordLookup(egress, parts) }), new Signal()])
    loops.push([artifactLoop(parts.artifacts, settings.retentionDays), new Signal()])
    loops.push(...outboundLoops(parts).map((loop) => [loop, new Signal()] as const))
  }
  if (does('notifier')) {
    loops.push([notifierLoop(notifierTools(parts, egress)), wakeUps.notifications])
    loops.push([drillLoop(notifierTools(parts, egress)), wakeUps.drills])
    loops.push([fallbackLoop(notifierTools(parts, egress)), new Signal()])
    loops.push([analystLoop(analystTools(parts)), wakeUps.root_cause_analyses])
    loops.push(...commitStatusLoops(parts).map((loop) => [loop, wakeUps.notifications] as const))
    loops.push([subscriberMailerLoop(subscriberMailerTools(parts)), wakeUps.subscriber_mails])
    loops.push([subscriberPosterLoop(subscriberPosterTools(parts)), wakeUps.subscriber_mails])
    loops.push(...mailers.map(([mailer, wake]) => [mailer(subscriberMailerTools(parts)), wakeUps[wake]] as const))
  }
  const { runtimes } = parts
  if (runtimes !== null && scripts !== null) {
    const hasModel = 'explorePrompt' in explorePromptWith(settings, clock)
    loops.push([runnerProblemsLoop({ ...scripts, store, clock, runtimes, hasModel }), new Signal()])
  }
  for (const [loop] of loops) watch.started(loop.name)
  await Promise.all([
    clock.standstill.run(clock, signal),
    ...loops.map(([loop, wake]) =>
      runLoop(loop, { clock, log, watch, activity, metrics, signal, wake, firstShare: parts.firstShare() }),
    ),
    ...(does('runner') ? [createBuiltInRunner(parts, egress, { wake: wakeUps.run_tasks, scripts }).run(signal)] : []),
    watchSight(parts),
    parts.runtimes?.keepInstalled(settings.runtimes ?? []),
  ])
  await Promise.all(unlisten.map((end) => end()))
  metrics.registry.clear()
}

const schedulerTools = (parts: Parts): SchedulerTools => {
  const { settings, opened, sight } = parts
  const { retentionDays, rollupRetentionDays } = settings
  const tools = { ...parts, store: opened.store, retentionDays, rollupRetentionDays }
  return sight === null ? tools : { ...tools, sees: () => sight.sees() }
}

/** Heartbeats are sent as `/health` decides. */
const heartbeatTools = (parts: Parts, { http }: Egress): HeartbeatTools => ({
  store: parts.opened.store,
  clock: parts.clock,
  log: parts.log,
  http,
  health: () => checkHealth(healthSources(parts)),
  ownUrl: parts.settings.heartbeatUrl,
  ownIntervalSeconds: parts.settings.heartbeatInterval,
})

/** The loops of mails that wait in tables, with what announces them. */
const mailers = [
  [locationMailerLoop, 'location_mails'],
  [blindMailerLoop, 'location_mails'],
  [linkMailerLoop, 'link_mails'],
  [reportMailerLoop, 'report_mails'],
  [readerMailerLoop, 'reader_mails'],
] as const

/** The loops of every process, whatever its roles. */
const ownLoops = (parts: Parts): readonly Loop[] =>
  parts.settings.applyDir === null
    ? [parts.timekeeper.loop]
    : [parts.timekeeper.loop, resourceDirectoryLoop(parts.resourceDirectory, deploymentTools(parts))]

/** Copies of pages, and telemetry. */
const outboundLoops = (parts: Parts): readonly Loop[] => [...snapshotLoops(parts), ...telemetryLoops(parts)]

const snapshotLoops = ({ settings, opened, clock, log, publicUrl, pageLanguages: languages }: Parts): readonly Loop[] =>
  copyTargets(settings, clock).map((target) =>
    snapshotLoop({ store: opened.store, clock, log, publicUrl, languages }, target),
  )

/** None without a receiver, so that it costs nothing then. */
function telemetryLoops(parts: Parts): readonly Loop[] {
  const settings = otlpOf(parts.settings)
  const { opened, clock, log, metrics } = parts
  // The operator names them, wherever they are.
  const egress = createEgress({ allowPrivateTargets: true }, clock)
  const receivers = [
    settings && otlpReceiver(settings, egress, parts),
    lineReceiver(parts.settings, egress, parts),
  ].filter((receiver) => receiver !== null)
  return receivers.map((receiver) => otlpExporterLoop({ store: opened.store, clock, log, metrics, receiver }))
}
