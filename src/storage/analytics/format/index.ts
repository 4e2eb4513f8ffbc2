// What is measured, as it is stored: docs/measurements-format.md describes it. Statements of this folder's neighbours
// pack what is read here.
export * from './account-day.ts'
export * from './account-quarter.ts'
export * from './check-ids.ts'
export * from './histogram-encoding.ts'
export * from './metric-columns.ts'
export * from './packed-hour.ts'
export * from './packed-values.ts'
