import type { AnalyticsType } from '#contract'

interface TimingFamily {
  /** Names of the histograms; all have the same samples. */
  readonly names: readonly string[]
  readonly help: string
  /** The value of the label `type` for each metric; null for histograms without that label. */
  readonly types: Readonly<Record<string, string | null>>
}

const phases = {
  responseTime: 'total',
  wait: 'wait',
  dns: 'dns',
  tcp: 'tcp',
  firstByte: 'first_byte',
  download: 'download',
}

/** Which histograms tell the durations of which checks (semantics 10.4). */
export const checkTimings: { readonly [T in AnalyticsType]?: TimingFamily } = {
  API: { names: ['api_check_timing_seconds'], help: 'Durations of API checks by phase.', types: phases },
  URL: { names: ['url_monitor_timing_seconds'], help: 'Durations of URL monitors by phase.', types: phases },
  TCP: {
    names: ['tcp_monitor_timing_seconds', 'tcp_check_timing_seconds'],
    help: 'Durations of TCP monitors by phase.',
    types: { total: 'total', dns: 'dns', connection: 'connection', data: 'data' },
  },
  DNS: { names: ['dns_monitor_timing_seconds'], help: 'Durations of DNS monitors.', types: { total: 'total' } },
  ICMP: {
    names: ['icmp_monitor_timing_seconds'],
    help: 'Round trips of ICMP monitors.',
    types: { latencyMin: 'latency_min', latencyMax: 'latency_max', latencyAvg: 'latency_avg' },
  },
  BROWSER: {
    names: ['browser_check_duration_seconds'],
    help: 'Durations of browser checks.',
    types: { responseTime: null },
  },
  MULTI_STEP: {
    names: ['multistep_check_duration_seconds'],
    help: 'Durations of multistep checks.',
    types: { responseTime: null },
  },
}

export const timingBoundsSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30] as const
