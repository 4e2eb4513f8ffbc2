import { locationOfQueue } from '#contract'
import type { DryRunResource } from '#contract'
import type { DryRun, DryRunReport } from '#storage'
import { detailOf } from './check-result.ts'

export const presentDryRun = (run: DryRun): DryRunResource => ({
  id: run.id,
  checkType: run.checkType,
  runLocation: locationOfQueue(run.queue),
  status: run.report === null ? 'RUNNING' : statuses[run.report.outcome],
  createdAt: run.createdAt.toISOString(),
  endedAt: run.endedAt?.toISOString() ?? null,
  result: run.report && presentReport(run.report),
})

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
  ...detailOf(report.detail),
})
