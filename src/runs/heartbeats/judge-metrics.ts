import type { JudgedMetric, MetricLimit, MetricVerdict, PingMetric } from '#contract'
import { writeReason } from '#contract/reasons'

export interface JudgedMetrics {
  readonly metrics: readonly JudgedMetric[]
  /** Why the check fails or is degraded, in a sentence; null: it is not. */
  readonly failed: string | null
  readonly degraded: string | null
}

const bounds = [
  { verdict: 'FAILED', name: 'failedAbove', isAbove: true },
  { verdict: 'FAILED', name: 'failedBelow', isAbove: false },
  { verdict: 'DEGRADED', name: 'degradedAbove', isAbove: true },
  { verdict: 'DEGRADED', name: 'degradedBelow', isAbove: false },
] as const

/** Compares what a ping sent with the limits of its check; a name without limits is within them. */
export function judgeMetrics(given: readonly PingMetric[], limits: readonly MetricLimit[]): JudgedMetrics {
  const judged = given.map((metric) =>
    judge(
      metric,
      limits.filter(({ name }) => name === metric.name),
    ),
  )
  const reasonOf = (verdict: MetricVerdict) => judged.find((one) => one.metric.verdict === verdict)?.reason ?? null
  return {
    metrics: judged.map(({ metric }) => metric),
    failed: reasonOf('FAILED'),
    degraded: reasonOf('DEGRADED'),
  }
}

function judge(metric: PingMetric, limits: readonly MetricLimit[]): { metric: JudgedMetric; reason: string } {
  const unit = metric.unit ?? limits.find((limit) => limit.unit)?.unit ?? null
  const passed = bounds.flatMap(({ verdict, name, isAbove }) =>
    limits.flatMap((limit) => {
      const bound = limit[name]
      if (typeof bound !== 'number' || (isAbove ? metric.value <= bound : metric.value >= bound)) return []
      return [{ verdict, code: isAbove ? ('METRIC_ABOVE' as const) : ('METRIC_BELOW' as const), bound }]
    }),
  )
  const [first] = passed
  return {
    metric: { ...metric, unit, verdict: first?.verdict ?? 'OK' },
    reason:
      first === undefined
        ? ''
        : writeReason(first.code, {
            metric: metric.name,
            value: unit === null ? String(metric.value) : `${metric.value} ${unit}`,
            bound: String(first.bound),
          }),
  }
}

const namesMax = 20

/** The latest value of each name after a ping; of too many, the names that were sent last. */
export const latestMetrics = <T extends { readonly name: string }>(
  known: readonly T[],
  sent: readonly T[],
): readonly T[] => [...sent, ...known.filter(({ name }) => !sent.some((one) => one.name === name))].slice(0, namesMax)
