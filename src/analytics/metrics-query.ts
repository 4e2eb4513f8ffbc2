import type { RequestedMetrics } from '#storage/analytics'

/** Which metrics of which checks are read, and what distinguishes their results. */
export interface MetricsQuery extends RequestedMetrics {
  readonly groupBy: 'runLocation' | 'statusCode' | null
  readonly status: 'success' | 'failure' | null
}
