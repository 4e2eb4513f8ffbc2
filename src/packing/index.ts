// The compact forms in which results and measurements are stored: hours, quarters and days of metrics, packs of results,
// details as differences to earlier ones. Takes values. Returns bytes, and values of bytes; nothing here reads a table.
export * from './measurements/account-day.ts'
export * from './measurements/account-quarter.ts'
export * from './measurements/check-ids.ts'
export * from './measurements/histogram-encoding.ts'
export * from './measurements/metric-columns.ts'
export * from './measurements/packed-hour.ts'
export * from './measurements/packed-values.ts'
export { encodeAgainst, encodeAlone, decodeDetail } from './details/detail-bytes.ts'
export { decodeDetails, encodeDetails } from './results/packed-details.ts'
export { decodeEnds, decodeHeads, encodeHeads } from './results/packed-heads.ts'
export type { PackedHead } from './results/packed-heads.ts'
