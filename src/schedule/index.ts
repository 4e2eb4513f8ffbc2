// When things happen: the next run of a check, the locations of a tick, how late a heartbeat is, and maintenance windows.
// Plain settings and times in epoch milliseconds come in.
// Times, chosen locations, judged pings, occurrences and problems of the settings go out; nothing here asks for the time.
export * from './blocked-user-agents.ts'
export * from './find-frequency-problem.ts'
export * from './heartbeat-timing.ts'
export * from './interval-ms.ts'
export * from './judge-ping.ts'
export * from './locations-of-tick.ts'
export * from './maintenance-state.ts'
export * from './next-run-at.ts'
export * from './occurrences.ts'
export * from './timer-after-edit.ts'
