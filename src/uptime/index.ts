// Downtime and uptime for status pages. Takes updates of incidents, intervals of incidents and maintenances,
// and times in epoch milliseconds. Returns intervals, durations and percentages.
export * from './incident-interval.ts'
export * from './interval.ts'
export * from './service-uptime.ts'
