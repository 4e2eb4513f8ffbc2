import { descriptorOf } from '#contract'
import { secondMs, textHash } from '#kernel'
import type { CheckResultRow } from '#storage/runs'
import { fieldOf, textOf } from '../prometheus/read-field.ts'
import { attributes, nanoseconds } from './otlp-json.ts'
import type { HistogramPoint, KeyValue, Metric, NumberPoint, Temporality } from './otlp-json.ts'
import { checkAttributes, errorTypeOf, storedOf } from './result-spans.ts'

/** Seconds, the advised bounds of http.client.request.duration, with two for scripts. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10, 30, 60]

/** The count of a series since a time. */
export interface SeriesTotal {
  readonly startedAt: Date
  readonly count: number
  /** Seconds. */
  readonly sum: number
  readonly buckets: readonly number[]
}

/** The results of one account that have the same attributes, with what they count. */
export interface Series {
  readonly accountId: string
  /** The hash of the attributes. */
  readonly key: string
  readonly about: readonly KeyValue[]
  readonly at: Date
  readonly total: SeriesTotal
}

/** The series that results belong to, each counting these results alone. */
export const seriesOf = (results: readonly CheckResultRow[]): Series[] =>
  [...Map.groupBy(results, (result) => JSON.stringify(attributesOf(result)))].flatMap(([text, some]) => {
    const [first] = some
    if (first === undefined) return []
    const at = new Date(Math.max(...some.map(({ createdAt }) => createdAt.getTime())))
    const about = attributes(attributesOf(first))
    return [{ accountId: first.accountId, key: textHash(text), about, at, total: totalOf(some) }]
  })

function totalOf(some: readonly CheckResultRow[]): SeriesTotal {
  const buckets = Array.from({ length: bounds.length + 1 }, () => 0)
  const seconds = some.map(({ responseTimeMs }) => responseTimeMs / secondMs)
  for (const value of seconds) {
    const index = bounds.findIndex((bound) => value <= bound)
    const bucket = index === -1 ? bounds.length : index
    buckets[bucket] = (buckets[bucket] ?? 0) + 1
  }
  return {
    startedAt: new Date(Math.min(...some.map(({ startedAt }) => startedAt.getTime()))),
    count: seconds.length,
    sum: seconds.reduce((sum, value) => sum + value, 0),
    buckets,
  }
}

/** Counted from the beginning of what was counted before. */
export const withBefore = (series: Series, before: SeriesTotal | undefined): Series =>
  before === undefined
    ? series
    : {
        ...series,
        total: {
          startedAt: before.startedAt,
          count: before.count + series.total.count,
          sum: before.sum + series.total.sum,
          buckets: series.total.buckets.map((count, index) => count + (before.buckets[index] ?? 0)),
        },
      }

/**
 * The metrics of results: durations and counts of their series, and the state that each result left as a gauge. Results of
 * checks over HTTP have those of the httpcheck receiver too.
 */
export function metricsOf(
  results: readonly CheckResultRow[],
  series: readonly Series[],
  aggregationTemporality: Temporality,
): Metric[] {
  // A run that learned nothing about its target leaves no state.
  const finals = results.filter(({ resultType, outcome }) => resultType === 'FINAL' && outcome !== 'unknown')
  const metrics: Metric[] = [
    {
      name: 'synthetics.check.duration',
      unit: 's',
      description: 'Duration of runs.',
      histogram: { dataPoints: series.map(histogramPoint), aggregationTemporality },
    },
    {
      name: 'synthetics.check.result',
      unit: '{run}',
      description: 'Runs by outcome.',
      sum: { dataPoints: series.map(countPoint), aggregationTemporality, isMonotonic: true },
    },
    gauge(
      { name: 'synthetics.check.status', unit: '1', description: 'Whether the last run passed.' },
      finals,
      (result) => pointOf(result, checkAttributes(result), isUp(result) ? 1 : 0),
    ),
    gauge(
      { name: 'synthetics.check.last_duration', unit: 's', description: 'Duration of the last run.' },
      finals,
      (result) => pointOf(result, checkAttributes(result), result.responseTimeMs / secondMs),
    ),
    ...httpCheckMetrics(finals.filter(({ checkType }) => descriptorOf(checkType).isHttpCall)),
  ]
  return metrics.filter((metric) => pointsOf(metric).length > 0)
}

/** How many points a metric has. */
const pointsOf = (metric: Metric): readonly unknown[] =>
  'gauge' in metric ? metric.gauge.dataPoints : 'sum' in metric ? metric.sum.dataPoints : metric.histogram.dataPoints

const isUp = ({ outcome, hasErrors }: CheckResultRow): boolean => outcome !== 'failed' && !hasErrors

const attributesOf = (result: CheckResultRow): Record<string, string> => ({
  ...checkAttributes(result),
  outcome: result.hasErrors && result.outcome !== 'unknown' ? 'error' : result.outcome,
  ...(result.resultType === 'ATTEMPT' && { 'check.retried': 'true' }),
  ...errorIn(result),
})

function errorIn(result: CheckResultRow): { 'error.type'?: string } {
  const type = errorTypeOf(result)
  return type === null ? {} : { 'error.type': type }
}

const spanOfSeries = ({ about, at, total }: Series) => ({
  attributes: about,
  startTimeUnixNano: nanoseconds(total.startedAt.getTime()),
  timeUnixNano: nanoseconds(at.getTime()),
})

const histogramPoint = (series: Series): HistogramPoint => ({
  ...spanOfSeries(series),
  count: String(series.total.count),
  sum: series.total.sum,
  bucketCounts: series.total.buckets.map(String),
  explicitBounds: bounds,
})

const countPoint = (series: Series): NumberPoint => ({ ...spanOfSeries(series), asInt: String(series.total.count) })

const pointOf = (
  { createdAt }: CheckResultRow,
  about: Readonly<Record<string, string | number | null>>,
  value: number,
): NumberPoint => ({
  attributes: attributes(about),
  timeUnixNano: nanoseconds(createdAt.getTime()),
  asDouble: value,
})

interface Named {
  readonly name: string
  readonly unit: string
  readonly description: string
}

const gauge = (
  named: Named,
  results: readonly CheckResultRow[],
  point: (result: CheckResultRow) => NumberPoint,
): Metric => ({ ...named, gauge: { dataPoints: results.map(point) } })

const classes = ['1xx', '2xx', '3xx', '4xx', '5xx']

/** In the names and units of the httpcheck receiver of the collector. */
function httpCheckMetrics(results: readonly CheckResultRow[]): Metric[] {
  const about = (result: CheckResultRow) => {
    const request = fieldOf(storedOf(result), 'request')
    const url = URL.parse(textOf(request, 'url') ?? '')
    // Queries may have credentials.
    const shown = url === null ? '' : `${url.origin}${url.pathname}`
    return { ...checkAttributes(result), 'http.url': shown, method: textOf(request, 'method') }
  }
  const status = results.flatMap((result) => {
    const { method, ...of } = about(result)
    return classes.map((statusClass) =>
      pointOf(
        result,
        { ...of, 'http.method': method, 'http.status_code': result.statusCode ?? 0, 'http.status_class': statusClass },
        `${Math.floor((result.statusCode ?? 0) / 100)}xx` === statusClass ? 1 : 0,
      ),
    )
  })
  return [
    gauge({ name: 'httpcheck.duration', unit: 'ms', description: 'Duration of the HTTP check.' }, results, (result) => {
      const { method: _method, ...of } = about(result)
      return pointOf(result, of, result.responseTimeMs)
    }),
    {
      name: 'httpcheck.status',
      unit: '1',
      description: '1 for the class of the status of the response, otherwise 0.',
      gauge: { dataPoints: status },
    },
  ]
}
