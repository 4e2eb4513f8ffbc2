import type { publicCheckTypes } from './check-types/index.ts'

export type AnalyticsType = (typeof publicCheckTypes)[number]

export const statistics = ['avg', 'max', 'median', 'min', 'p50', 'p90', 'p95', 'p99', 'stddev', 'sum'] as const
export type Statistic = (typeof statistics)[number]

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
}

export interface AnalyticsTypeRow {
  /** The last part of its path; null for types without a route of their own. */
  readonly segment: string | null
  readonly metrics: readonly MetricRow[]
  /** The metric that reports and lists call the response time; null when a type has none. */
  readonly main: string | null
  readonly groupBy: readonly string[]
}

/** The most metrics a type can have: as many columns are stored. */
export const metricColumns = 10

const milliseconds = (name: string, label: string, source: MetricRow['source']): MetricRow => ({
  name,
  label,
  unit: 'milliseconds',
  source,
})
const other = (name: string, label: string, unit: MetricUnit, source: MetricRow['source'] = null): MetricRow => ({
  name,
  label,
  unit,
  source,
})

const responseTime = milliseconds('responseTime', 'Response Time', 'responseTimeMs')
const total = milliseconds('total', 'Total Time', 'responseTimeMs')
const httpMetrics = [
  responseTime,
  milliseconds('wait', 'Wait', ['timingPhases', 'wait']),
  milliseconds('dns', 'DNS', ['timingPhases', 'dns']),
  milliseconds('tcp', 'TCP', ['timingPhases', 'tcp']),
  milliseconds('firstByte', 'First Byte', ['timingPhases', 'firstByte']),
  milliseconds('download', 'Download', ['timingPhases', 'download']),
]
const http = { metrics: httpMetrics, main: 'responseTime', groupBy: ['runLocation', 'statusCode'] }
const script = { metrics: [responseTime], main: 'responseTime', groupBy: ['runLocation'] }

/**
 * What can be asked about the checks of each type (semantics 10.2). Rows of types that nothing can run yet say what
 * their runs will tell. New metrics of a type go to the end of its list.
 */
export const analyticsTypes = {
  API: { segment: 'api-checks', ...http },
  URL: { segment: 'url-monitors', ...http },
  BROWSER: {
    segment: 'browser-checks',
    main: 'responseTime',
    groupBy: ['runLocation', 'pageIndex'],
    metrics: [
      responseTime,
      milliseconds('TTFB', 'Time To First Byte', null),
      milliseconds('FCP', 'First Contentful Paint', null),
      milliseconds('LCP', 'Largest Contentful Paint', null),
      other('CLS', 'Cumulative Layout Shift', 'score'),
      milliseconds('TBT', 'Total Blocking Time', null),
      other('consoleErrors', 'Console Errors', 'count'),
      other('networkErrors', 'Network Errors', 'count'),
      other('userScriptErrors', 'User Script Errors', 'count'),
      other('documentErrors', 'Document Errors', 'count'),
    ],
  },
  MULTI_STEP: { segment: 'multistep-checks', ...script },
  PLAYWRIGHT: { segment: 'playwright-checks', ...script },
  AGENTIC: { segment: null, ...script },
  DNS: { segment: 'dns', metrics: [total], main: 'total', groupBy: ['runLocation'] },
  TCP: {
    segment: 'tcp-checks',
    main: 'total',
    groupBy: ['runLocation'],
    metrics: [
      total,
      milliseconds('dns', 'DNS', ['timingPhases', 'dns']),
      milliseconds('connection', 'Connection', ['timingPhases', 'connection']),
      milliseconds('data', 'Data', ['timingPhases', 'data']),
    ],
  },
  ICMP: {
    segment: 'icmp',
    main: 'latencyAvg',
    groupBy: ['runLocation'],
    metrics: [
      other('packetLoss', 'Packet Loss', 'percentage', ['json', 'packetLoss']),
      milliseconds('latencyMin', 'Minimum Latency', ['json', 'latency', 'min']),
      milliseconds('latencyMax', 'Maximum Latency', ['json', 'latency', 'max']),
      milliseconds('latencyAvg', 'Average Latency', ['json', 'latency', 'avg']),
      milliseconds('latencyStdDev', 'Latency Deviation', ['json', 'latency', 'stdDev']),
    ],
  },
  SSL: {
    segment: 'ssl',
    main: 'handshakeTimeMs',
    groupBy: ['runLocation'],
    metrics: [
      milliseconds('handshakeTimeMs', 'Handshake Time', null),
      other('daysUntilExpiry', 'Days Until Expiry', 'count'),
      { ...other('tlsVersion', 'TLS Version', 'score'), isText: true },
      { ...other('cipherSuite', 'Cipher Suite', 'score'), isText: true },
      other('hostnameVerified', 'Hostname Verified', 'score'),
      other('chainTrusted', 'Chain Trusted', 'score'),
      other('ocspStapled', 'OCSP Stapled', 'score'),
      other('keySizeBits', 'Key Size', 'count'),
      { ...other('baselineVerdict', 'Baseline Verdict', 'score'), isText: true },
      { ...other('baselineGrade', 'Baseline Grade', 'score'), isText: true },
    ],
  },
  GRPC: { segment: null, metrics: [total], main: 'total', groupBy: ['runLocation'] },
  TRACEROUTE: {
    segment: null,
    main: 'finalHopLatencyAvg',
    groupBy: ['runLocation'],
    metrics: [milliseconds('finalHopLatencyAvg', 'Final Hop Latency', null), other('totalHops', 'Total Hops', 'count')],
  },
  HEARTBEAT: { segment: 'heartbeat-checks', metrics: [], main: null, groupBy: [] },
} as const satisfies { readonly [T in AnalyticsType]: AnalyticsTypeRow }

/** What can be asked of every type besides; both are aggregates already. */
export const generalMetrics = [
  { name: 'availability', label: 'Availability', unit: 'percentage', aggregation: 'avg' },
  { name: 'retries', label: 'Retries', unit: 'count', aggregation: 'sum' },
] as const satisfies readonly { name: string; label: string; unit: MetricUnit; aggregation: Statistic }[]

/** The column of a metric, from 1; null when the type has no such metric. */
export function columnOfMetric(checkType: AnalyticsType, name: string): number | null {
  const metrics: readonly MetricRow[] = analyticsTypes[checkType].metrics
  const place = metrics.findIndex((metric) => metric.name === name)
  return place < 0 ? null : place + 1
}

/** Which metric of a type is shown as its response time; null when it has none. */
export function mainColumn(checkType: AnalyticsType): number | null {
  const { main } = analyticsTypes[checkType]
  return main === null ? null : columnOfMetric(checkType, main)
}
