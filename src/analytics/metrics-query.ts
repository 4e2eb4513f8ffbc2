import type { RequestedMetrics } from '#storage'

/** Which metrics of which checks are read, and how their results are told apart. */
export interface MetricsQuery extends RequestedMetrics {
  readonly groupBy: 'runLocation' | 'statusCode' | null
  readonly status: 'success' | 'failure' | null
}
