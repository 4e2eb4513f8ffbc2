import { analyticsTypes } from '#contract'
import type { MetricRow, Observation } from '#contract'
import type { CheckSessionRow, Measurement } from '#storage'
import type { Settled } from './result-row.ts'

/** What the results of a batch measured, as analytics keep it. Test sessions say nothing about how a check does. */
export function measurementsOf(
  settled: readonly Settled[],
  sessions: ReadonlyMap<string, CheckSessionRow>,
  nowMs: number,
): Measurement[] {
  return settled.flatMap(({ task, report, retry }) => {
    const session = sessions.get(task.session_id)
    if (!session || task.run_source.startsWith('TEST_')) return []
    const { answer } = report.observation
    const metrics: readonly MetricRow[] = analyticsTypes[session.check_type].metrics
    return [
      {
        accountId: task.account_id,
        checkId: task.check_id,
        location: task.location,
        statusCode: answer !== null && 'status' in answer ? answer.status : 0,
        outcome: report.isRunnerError ? 'failed' : report.verdict.outcome,
        resultType: retry === null ? 'FINAL' : 'ATTEMPT',
        at: new Date(nowMs),
        retries: task.attempt - 1,
        values: metrics.map((metric) => measured(metric, report.observation)),
      },
    ]
  })
}

function measured({ source }: MetricRow, observation: Observation): number | null {
  if (source === null) return null
  if (source === 'responseTimeMs') return observation.responseTimeMs
  let value: unknown = observation.answer
  for (const name of source) value = value === null || value === undefined ? null : Reflect.get(Object(value), name)
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}
