import type { HealthSources } from './finding.ts'
import { fallbackSettings } from '../start/notifying-tools.ts'
import type { Parts } from '../parts.ts'

/** The inputs of the health checks of a server. */
export const healthSources = (parts: Parts): HealthSources => ({
  db: parts.opened.store.db,
  clock: parts.clock,
  readDatabaseClock: parts.readDatabaseClock,
  watch: parts.watch,
  runProblems: parts.runProblems,
  timekeeper: parts.timekeeper,
  eventLoop: parts.eventLoop,
  artifacts: parts.artifacts.health,
  scriptWall: () => parts.sandbox.status,
  settings: parts.settings,
  artifactStore: parts.artifacts,
  resourceDirectory: parts.resourceDirectory,
  ...(parts.sight && { sight: parts.sight }),
  ...(parts.runtimes && { runtimes: parts.runtimes }),
  locations: parts.settings.roles.includes('runner') ? parts.settings.locations : [],
  ...fallbackSettings(parts),
})
