export const metricUnits = ['milliseconds', 'score', 'count', 'percentage'] as const
export type MetricUnit = (typeof metricUnits)[number]

/** One thing every run of a type measures. Its place in the list of its type is the column it is stored in. */
export interface MetricRow {
  readonly name: string
  readonly label: string
  readonly unit: MetricUnit
  /** Where an observation says it: the measured duration, or a path into the answer; null when nothing tells it yet. */
  readonly source: 'responseTimeMs' | readonly string[] | null
  /** A word instead of a number. No run tells one yet. */
  readonly isText?: boolean
  /** Only pages for Prometheus tell it, because the API reference does not list it. */
  readonly isScrapedOnly?: boolean
}

/** The histograms of a type for Prometheus. */
export interface TimingFamily {
  /** Names of the histograms; all have the same samples. */
  readonly names: readonly string[]
  readonly help: string
  /** The value of the label `type` for each metric; null for histograms without that label. */
  readonly types: Readonly<Record<string, string | null>>
}

/** A histogram that every page has, by the label `type` for each metric. */
export interface TypedHistogram {
  readonly name: string
  readonly help: string
  readonly types: Readonly<Record<string, string>>
}

export interface RatioGauge {
  readonly metric: string
  readonly name: string
  readonly help: string
}

/** The metrics of the checks of a type. */
export interface AnalyticsDescriptor {
  /** The last part of the path and the id of its operation. */
  readonly route: { readonly segment: string; readonly operation: string }
  /** New metrics of a type go to the end of its list. */
  readonly metrics: readonly MetricRow[]
  /** The metric that reports and lists call the response time; null when a type has none. */
  readonly main: string | null
  readonly groupBy: readonly string[]
  /** The label of the main metric in lists of checks; null when they show none. */
  readonly mainMetric: 'responseTime' | 'latency' | null
  /** Further metrics in lists of many checks: the name there, and the metric and statistic behind it. */
  readonly listedMetrics?: readonly (readonly [name: string, metric: string])[]
  /** The metric of lost packets in percent: dashboards show its 95th percentile instead of the 99th of the main metric. */
  readonly packetLoss?: string
  readonly prometheus?: TimingFamily
  readonly histograms?: readonly TypedHistogram[]
  /** Gauges with the mean of a metric in percent, as a number from 0 to 1. */
  readonly ratios?: readonly RatioGauge[]
}

export const milliseconds = (name: string, label: string, source: MetricRow['source']): MetricRow => ({
  name,
  label,
  unit: 'milliseconds',
  source,
})
export const measure = (
  name: string,
  label: string,
  unit: MetricUnit,
  source: MetricRow['source'] = null,
): MetricRow => ({ name, label, unit, source })

export const responseTime = milliseconds('responseTime', 'Response Time', 'responseTimeMs')
export const totalTime = milliseconds('total', 'Total Time', 'responseTimeMs')

export const httpPhases = {
  responseTime: 'total',
  wait: 'wait',
  dns: 'dns',
  tcp: 'tcp',
  firstByte: 'first_byte',
  download: 'download',
}

/** The metrics of types that make HTTP requests. */
export const httpAnalytics = {
  metrics: [
    responseTime,
    milliseconds('wait', 'Wait', ['timingPhases', 'wait']),
    milliseconds('dns', 'DNS', ['timingPhases', 'dns']),
    milliseconds('tcp', 'TCP', ['timingPhases', 'tcp']),
    milliseconds('firstByte', 'First Byte', ['timingPhases', 'firstByte']),
    milliseconds('download', 'Download', ['timingPhases', 'download']),
  ],
  main: 'responseTime',
  groupBy: ['runLocation', 'statusCode'],
  mainMetric: 'responseTime',
} as const

/** The metrics of types whose runs are timed as a whole. */
export const scriptAnalytics = {
  metrics: [responseTime],
  main: 'responseTime',
  groupBy: ['runLocation'],
  mainMetric: 'responseTime',
} as const
