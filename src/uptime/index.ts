// How long things were down, as status pages tell it. Updates of incidents, intervals of incidents and maintenances,
// and times in epoch milliseconds come in. Intervals, durations and percentages go out.
export * from './incident-interval.ts'
export * from './interval.ts'
export * from './service-uptime.ts'
