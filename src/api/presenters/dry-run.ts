import { locationOfQueue } from '#contract'
import type { DryRunEventResource, DryRunProgressResource, DryRunResource, RunProgress } from '#contract'
import type { WatchedDryRun } from '#reporting'
import type { DryRun, DryRunReport } from '#storage/runs'
import { detailOf } from './check-result.ts'

export const presentDryRun = (run: DryRun): DryRunResource => ({
  id: run.id,
  checkType: run.checkType,
  runLocation: locationOfQueue(run.queue),
  status: statusOf(run),
  createdAt: run.createdAt.toISOString(),
  endedAt: run.endedAt?.toISOString() ?? null,
  result: run.report && presentReport(run.report),
})

export const presentDryRunProgress = ({ run, position, events }: WatchedDryRun): DryRunProgressResource => ({
  status: statusOf(run),
  position,
  events: events.map(presentEvent),
})

/** An event of a run under way. */
export function presentEvent(event: RunProgress): DryRunEventResource {
  const { type } = event
  const at = timeOf(event.at)
  if (event.type === 'LOG') return { type, at, level: event.level, message: event.message }
  const { state, title, category, depth, durationMs } = event
  return { type, at, state, title, category, depth, duration: durationMs }
}

/** User code decides when it happened. */
const timeOf = (ms: number): string => new Date(Math.min(Math.max(0, ms), lastTimeMs)).toISOString()
const lastTimeMs = Date.UTC(9999, 11, 31)

const statusOf = ({ report }: DryRun): DryRunResource['status'] =>
  report === null ? 'RUNNING' : statuses[report.outcome]

const statuses = { passed: 'PASSED', degraded: 'DEGRADED', failed: 'FAILED' } as const

const presentReport = (report: DryRunReport): DryRunResource['result'] => ({
  hasFailures: report.outcome === 'failed',
  hasErrors: report.hasErrors,
  isDegraded: report.outcome === 'degraded',
  overMaxResponseTime: report.overMaxResponseTime,
  responseTime: Math.round(report.responseTimeMs),
  startedAt: new Date(report.startedAt).toISOString(),
  stoppedAt: new Date(report.stoppedAt).toISOString(),
  error: report.error,
  reasons: report.reasons.map((reason) => ({ ...reason })),
  files: (report.files ?? []).map((file) => ({ ...file })),
  ...detailOf(report.detail),
})
