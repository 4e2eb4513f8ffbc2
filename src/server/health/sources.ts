import { ahead } from './ahead.ts'
import { artifacts } from './artifacts.ts'
import { channels } from './channels.ts'
import { clocks } from './clocks.ts'
import { disk } from './disk.ts'
import { eventLoop } from './event-loop.ts'
import type { FindingSource } from './finding.ts'
import { loops } from './loops.ts'
import { migrations } from './migrations.ts'
import { notifications } from './notifications.ts'
import { queues } from './queues.ts'
import { returnedRuns } from './returned-runs.ts'
import { runtimes } from './runtimes.ts'
import { runs } from './runs.ts'
import { scripts } from './scripts.ts'
import { ticks } from './ticks.ts'

/** The health checks of `/health`, in the order of the response. To add one: a file beside this one, and a row. */
export const findingSources: readonly FindingSource[] = [
  disk,
  loops,
  runs,
  runtimes,
  eventLoop,
  clocks,
  ticks,
  ahead,
  queues,
  returnedRuns,
  notifications,
  channels,
  artifacts,
  scripts,
  migrations,
]
