import { ArtifactHealth } from '#artifacts'
import type { RunReturnReason } from '#contract'
import type { EnqueueSummary, SettleSummary } from '#runs'
import type { StallDetector } from '#kernel'
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'

/** The metrics of this process, exposed at /metrics beside those of the database. */
export interface SelfMetrics {
  readonly registry: Registry
  ticksTaken(summary: EnqueueSummary): void
  settled(summary: SettleSummary, lagSeconds: readonly number[]): void
  /** Counts runs of this process that were returned to the queue. */
  returned(reason: RunReturnReason, runs: number): void
  delivered(channelType: string, outcome: string): void
  /** Counts results that were packed. */
  packed(results: number): void
  /** Counts results that were sent as telemetry, and those that no receiver took. */
  exported(sent: number, dropped: number): void
  /** Records a root cause analysis. */
  analysed(author: 'rules' | 'model', durationMs: number): void
  /** Records an iteration of a loop. */
  turned(loop: string, outcome: 'ended' | 'failed', durationMs: number): void
}

/** Metric names begin with the service's name; Prometheus allows letters, digits and underscores. */
const prefixOf = (serviceName: string): string => `${serviceName.replaceAll('-', '_')}_`

/** With the metrics of Node, which watch this process a hundred times a second from now on: once for each process. */
export function createProcessMetrics(...about: Parameters<typeof createSelfMetrics>): SelfMetrics {
  const metrics = createSelfMetrics(...about)
  collectDefaultMetrics({ register: metrics.registry, prefix: prefixOf(about[0]) })
  return metrics
}

/** Without those of Node. */
export function createSelfMetrics(
  serviceName: string,
  standstill: Pick<StallDetector, 'lostMs'> = { lostMs: 0 },
  artifacts: Pick<ArtifactHealth, 'counts'> = new ArtifactHealth(),
): SelfMetrics {
  const registry = new Registry()
  const prefix = prefixOf(serviceName)
  const registers = [registry]
  const lag = new Gauge({
    name: `${prefix}scheduler_lag_seconds`,
    help: 'How far the latest tick was behind its time when it was taken.',
    registers,
  })
  const enqueued = new Counter({ name: `${prefix}runs_enqueued_total`, help: 'Runs enqueued by ticks.', registers })
  const skipped = new Counter({
    name: `${prefix}ticks_skipped_total`,
    help: 'Scheduled runs that were skipped because the previous run was in progress or no scheduler was running.',
    registers,
  })
  new Counter({
    name: `${prefix}process_stalled_seconds_total`,
    help: 'Time this process did not run although it should have, in gaps of 100 ms and more.',
    registers,
    collect() {
      this.reset()
      this.inc(standstill.lostMs / 1000)
    },
  })
  const deliveries = new Counter({
    name: `${prefix}deliveries_total`,
    help: 'Delivery attempts by channel type and outcome.',
    labelNames: ['channel_type', 'outcome'],
    registers,
  })
  const packed = new Counter({
    name: `${prefix}results_packed_total`,
    help: 'Results of hours that are over that this process packed, so that they take less space.',
    registers,
  })
  artifactMetrics(prefix, registers, { counts: () => artifacts.counts })
  return {
    registry,
    ticksTaken(summary) {
      lag.set(Math.max(0, summary.lagMs) / 1000)
      enqueued.inc(summary.enqueued)
      skipped.inc(summary.skipped)
    },
    delivered(channelType, outcome) {
      deliveries.inc({ channel_type: channelType, outcome })
    },
    packed(results) {
      packed.inc(results)
    },
    ...exportMetrics(prefix, registers),
    ...runMetrics(prefix, registers),
    ...loopMetrics(prefix, registers),
  }
}

/** The counters of this process for results that it sends elsewhere. */
function exportMetrics(prefix: string, registers: Registry[]): Pick<SelfMetrics, 'exported'> {
  const counter = (name: string, help: string): Counter =>
    new Counter({ name: `${prefix}telemetry_results_${name}_total`, help, registers })
  const sent = counter('sent', 'Results that this process sent to receivers of telemetry.')
  const dropped = counter('dropped', 'Results that the receiver rejected, or did not take within an hour.')
  return {
    exported(sentNow, droppedNow) {
      sent.inc(sentNow)
      dropped.inc(droppedNow)
    },
  }
}

/** The counters of this process for files of runs. */
function artifactMetrics(
  prefix: string,
  registers: Registry[],
  { counts }: { counts: () => ArtifactHealth['counts'] },
): void {
  const counter = (name: string, help: string, read: () => number): Counter =>
    new Counter({
      name: `${prefix}artifact_${name}_total`,
      help,
      registers,
      collect() {
        this.reset()
        this.inc(read())
      },
    })
  counter(
    'files',
    'Files of runs that were stored, those included whose content was there already.',
    () => counts().files,
  )
  counter('bytes', 'Bytes of these files.', () => counts().bytes)
  counter(
    'refusals',
    'Files of runs that were not stored because of their size, the quota or what they are.',
    () => counts().refused,
  )
  counter('failures', 'Errors of the artifact store.', () => counts().failed)
}

/** The metrics of the runs of this process. */
function runMetrics(prefix: string, registers: Registry[]): Pick<SelfMetrics, 'settled' | 'returned'> {
  const settled = new Counter({ name: `${prefix}runs_settled_total`, help: 'Results stored.', registers })
  const dropped = new Counter({
    name: `${prefix}reports_dropped_total`,
    help: 'Reports whose lease was lost or that had been settled before.',
    registers,
  })
  const returned = new Counter({
    name: `${prefix}runs_returned_total`,
    help: 'Runs returned to the queue and repeated, because this process or its machine was paused meanwhile.',
    labelNames: ['reason'],
    registers,
  })
  const settleLag = new Histogram({
    name: `${prefix}settle_lag_seconds`,
    help: 'Time from the end of a run to its stored result.',
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  })
  return {
    settled(summary, lagSeconds) {
      settled.inc(summary.settled)
      dropped.inc(summary.dropped)
      for (const seconds of lagSeconds) settleLag.observe(seconds)
    },
    returned(reason, runs) {
      returned.inc({ reason }, runs)
    },
  }
}

/** The metrics of the background loops of this process. */
function loopMetrics(prefix: string, registers: Registry[]): Pick<SelfMetrics, 'analysed' | 'turned'> {
  const analyses = new Histogram({
    name: `${prefix}analysis_seconds`,
    help: 'Duration of root cause analyses, by author.',
    buckets: [0.01, 0.1, 1, 5, 10, 30, 60, 120],
    labelNames: ['author'],
    registers,
  })
  const turns = new Counter({
    name: `${prefix}loop_turns_total`,
    help: 'Iterations of the background loops of this process, by loop and outcome.',
    labelNames: ['loop', 'outcome'],
    registers,
  })
  const turnSeconds = new Counter({
    name: `${prefix}loop_turn_seconds_total`,
    help: 'Duration of the iterations of each background loop.',
    labelNames: ['loop'],
    registers,
  })
  return {
    analysed(author, durationMs) {
      analyses.observe({ author }, Math.max(0, durationMs) / 1000)
    },
    turned(loop, outcome, durationMs) {
      turns.inc({ loop, outcome })
      turnSeconds.inc({ loop }, Math.max(0, durationMs) / 1000)
    },
  }
}
