import { analyticsTypes } from '#contract'
import type { CheckType, MetricRow, Observation } from '#contract'

/** The metrics of a run, in the order of its check type's metrics; null where nothing was measured. */
export function measuredValues(checkType: CheckType, observation: Observation): (number | null)[] {
  const metrics: readonly MetricRow[] = analyticsTypes[checkType].metrics
  return metrics.map((metric) => valueOf(metric, observation))
}

function valueOf({ source }: MetricRow, observation: Observation): number | null {
  if (source === null) return null
  if (source === 'responseTimeMs') return observation.responseTimeMs
  let value: unknown = observation.answer
  for (const name of source) value = value === null || value === undefined ? null : Reflect.get(Object(value), name)
  if (typeof value === 'boolean') return Number(value)
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}
