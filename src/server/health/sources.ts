import { agents } from './agents.ts'
import { ahead } from './ahead.ts'
import { anchors } from './anchors.ts'
import { artifactStore } from './artifact-store.ts'
import { artifacts } from './artifacts.ts'
import { browser } from './browser.ts'
import { channels } from './channels.ts'
import { clocks } from './clocks.ts'
import { copies } from './copies.ts'
import { databaseServer } from './database-server.ts'
import { disk } from './disk.ts'
import { dns } from './dns.ts'
import { eventLoop } from './event-loop.ts'
import type { FindingSource } from './finding.ts'
import { loops } from './loops.ts'
import { mail } from './mail.ts'
import { migrations } from './migrations.ts'
import { notifications } from './notifications.ts'
import { outbound } from './outbound.ts'
import { owner } from './owner.ts'
import { ping } from './ping.ts'
import { providers } from './providers.ts'
import { queues } from './queues.ts'
import { resourceFiles } from './resource-files.ts'
import { returnedRuns } from './returned-runs.ts'
import { runs } from './runs.ts'
import { runtimes } from './runtimes.ts'
import { scripts } from './scripts.ts'
import { space } from './space.ts'
import { storedTime } from './stored-time.ts'
import { telemetry } from './telemetry.ts'
import { ticks } from './ticks.ts'
import { versions } from './versions.ts'

/**
 * The health checks of `/health`, of the service health in the interface, and of `belfry doctor`, in the order in which
 * they are shown. To add one: a file beside this one, and a row.
 */
export const findingSources: readonly FindingSource[] = [
  versions,
  disk,
  space,
  databaseServer,
  migrations,
  loops,
  runs,
  anchors,
  eventLoop,
  clocks,
  storedTime,
  ticks,
  ahead,
  queues,
  returnedRuns,
  notifications,
  channels,
  mail,
  owner,
  providers,
  artifacts,
  artifactStore,
  copies,
  telemetry,
  resourceFiles,
  scripts,
  runtimes,
  browser,
  dns,
  outbound,
  ping,
  agents,
]
