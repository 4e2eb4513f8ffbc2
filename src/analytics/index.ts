// Metrics of one check and of many, reports, and what Prometheus scrapes. Questions about ranges of
// time come in. Metrics go out, from measurements kept with the results and the roll-ups that this room makes of them.
export { getAvailabilityPage, getAvailabilityReport } from './availability-report.ts'
export type { AvailabilityQuestion } from './availability-report.ts'
export * from './batch-analytics.ts'
export * from './check-analytics.ts'
export * from './check-metrics.ts'
export * from './check-series.ts'
export * from './dashboard-metrics.ts'
export * from './heartbeat-analytics.ts'
export * from './list-metrics.ts'
export {
  createObjective,
  deleteObjective,
  getObjective,
  getObjectiveHistory,
  listObjectives,
  updateObjective,
} from './objectives.ts'
export type { MeasuredObjective } from './objectives.ts'
export { exportResults } from './otlp/export-results.ts'
export type {
  ExportedBatch,
  LineReceiver,
  OtlpDelivery,
  OtlpReceiver,
  OtlpSignal,
  ResultReceiver,
} from './otlp/export-results.ts'
export { decodeOtlpAnswer, encodeOtlp } from './otlp/otlp-protobuf.ts'
export * from './pack-results.ts'
export { probePage } from './prometheus/probe-page.ts'
export type { ProbedRun } from './prometheus/probe-page.ts'
export * from './prometheus/prometheus-page.ts'
export * from './report.ts'
export * from './response-times.ts'
export * from './roll-up-results.ts'
export * from './scheduled-reports/index.ts'
export { getUseHistory, recordUseOfAccounts } from './use-history.ts'
