// The composition root: settings, the database, the API, the background loops and the built-in runner. Input: the
// environment, read once as settings. Output: a running server that can be stopped.
export { checkDatabase } from './health/check-health.ts'
export { openStore } from './open-store.ts'
export { readSettings } from './read-settings.ts'
export { settingRows } from './settings.ts'
export type { Settings } from './settings.ts'
export { startServer } from './start-server.ts'
export type { RunningServer } from './start-server.ts'
export { StartProblem } from './start-problem.ts'
export { Timekeeper } from './time/timekeeper.ts'
export { welcomeText } from './welcome.ts'
export { artifactTools } from './artifact-tools.ts'
