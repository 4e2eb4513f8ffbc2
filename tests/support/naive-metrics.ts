import { minuteMs } from '#kernel'

// Metrics computed in the most obvious way, to compare with those that analytics returns.
const metrics = ['responseTime', 'wait', 'dns', 'tcp', 'firstByte', 'download'] as const
const statistics = ['avg', 'max', 'median', 'min', 'p50', 'p90', 'p95', 'p99', 'stddev', 'sum'] as const
const percentiles: readonly string[] = ['median', 'p50', 'p90', 'p95', 'p99']

/** What one run of an API check measured. */
export interface Measurement {
  readonly location: string
  readonly statusCode: number
  readonly outcome: 'passed' | 'degraded' | 'failed'
  readonly resultType: 'FINAL' | 'ATTEMPT'
  readonly at: Date
  readonly retries: number
  /** Milliseconds, one for each metric. */
  readonly values: readonly (number | null)[]
}

/** Of the minute that begins at `atMs`. */
export function randomMeasurement(random: () => number, atMs: number, location: string): Measurement {
  const failed = random() < 0.1
  const answered = !failed || random() < 0.6
  const duration = (): number => Math.round(Math.exp(random() * 9) * 1000) / 1000
  return {
    location,
    statusCode: answered ? (failed ? 503 : 200) : 0,
    outcome: failed ? 'failed' : random() < 0.1 ? 'degraded' : 'passed',
    resultType: random() < 0.05 ? 'ATTEMPT' : 'FINAL',
    at: new Date(atMs + Math.floor(random() * minuteMs)),
    retries: random() < 0.1 ? 1 : 0,
    values: metrics.map((_, index) => (index === 0 || answered ? duration() : null)),
  }
}

const sumOf = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)

function interpolated(sorted: readonly number[], share: number): number {
  const rank = share * (sorted.length - 1)
  const below = sorted[Math.floor(rank)] ?? 0
  return below + ((sorted[Math.ceil(rank)] ?? 0) - below) * (rank - Math.floor(rank))
}

const mean = (values: readonly number[]): number => sumOf(values) / values.length

function deviationSquared(values: readonly number[]): number {
  const middle = mean(values)
  return mean(values.map((value) => (value - middle) ** 2))
}

/** Over sorted values. */
const computed: Readonly<Record<string, (sorted: readonly number[]) => number>> = {
  avg: mean,
  sum: sumOf,
  min: (sorted) => sorted[0] ?? 0,
  max: (sorted) => sorted.at(-1) ?? 0,
  stddev: (sorted) => Math.sqrt(deviationSquared(sorted)),
  median: (sorted) => interpolated(sorted, 0.5),
  p50: (sorted) => interpolated(sorted, 0.5),
  p90: (sorted) => interpolated(sorted, 0.9),
  p95: (sorted) => interpolated(sorted, 0.95),
  p99: (sorted) => interpolated(sorted, 0.99),
}

/** The metric of a name like `wait_p95`, computed from the measurements themselves. */
export function naive(of: readonly Measurement[], name: string): number | null {
  if (of.length === 0) return null
  if (name === 'availability') return (100 * of.filter((one) => one.outcome !== 'failed').length) / of.length
  if (name === 'retries') return sumOf(of.map((one) => one.retries))
  const [metric = '', statistic = ''] = name.split('_')
  const column = metrics.findIndex((one) => one === metric)
  const values = of.flatMap((one) => one.values[column] ?? []).toSorted((a, b) => a - b)
  return values.length === 0 ? null : (computed[statistic]?.(values) ?? null)
}

/** Every metric of an API check. */
export const allNames = [
  'availability',
  'retries',
  ...metrics.flatMap((metric) => statistics.map((one) => `${metric}_${one}`)),
]
const isPercentile = (name: string): boolean => percentiles.includes(name.split('_')[1] ?? '')

/** What is not as expected. Answers have two decimals; `slack` is the relative error allowed to percentiles. */
export function differences(
  row: Readonly<Record<string, unknown>> | undefined,
  of: readonly Measurement[],
  slack = 0,
  names = allNames,
): string[] {
  return names.flatMap((name) => {
    const expected = naive(of, name)
    const actual = row?.[name] ?? null
    if (expected === null) return actual === null ? [] : [`${name}: ${JSON.stringify(actual)} instead of null`]
    const tolerance = 0.006 + Math.abs(expected) * (isPercentile(name) ? slack : 1e-9)
    const isNear = typeof actual === 'number' && Math.abs(actual - expected) < tolerance
    return isNear ? [] : [`${name}: ${JSON.stringify(actual)} instead of ${expected}`]
  })
}
