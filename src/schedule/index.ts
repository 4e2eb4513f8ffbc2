// Schedules: the next run of a check, the locations of a tick, the state of a ping, and maintenance windows.
// Takes plain settings and times in epoch milliseconds.
// Returns times, chosen locations, classified pings, occurrences and problems of settings; nothing here reads a clock.
export * from './interval.ts'
export * from './blocked-user-agents.ts'
export * from './find-frequency-problem.ts'
export * from './heartbeat-timing.ts'
export * from './interval-ms.ts'
export * from './classify-ping.ts'
export * from './location-availability.ts'
export * from './local-occurrences.ts'
export * from './locations-of-tick.ts'
export * from './maintenance-state.ts'
export * from './next-run-at.ts'
export * from './occurrences.ts'
export * from './open-runs.ts'
export * from './report-times.ts'
export * from './tag-cover.ts'
export * from './timer-after-edit.ts'
