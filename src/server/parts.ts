import type { ArtifactTools } from '#artifacts'
import type { createEgress } from '#egress'
import type { Log, ServiceClock, Signal } from '#kernel'
import type { PageLanguages } from '#page-texts'
import type { ScriptSandbox, Sight } from '#runner-host'
import type { Runtimes } from '#scripting'
import type { SeenAgents, WaitingClaims } from '#api'
import type { EventLoopWatch } from './metrics/event-loop-watch.ts'
import type { WebInterface } from './start/web-interface.ts'
import type { LoopWatch } from './loops/loop-watch.ts'
import type { OpenedStore } from './start/open-store.ts'
import type { ResourceDirectory } from './resource-directory/resource-directory.ts'
import type { RunProblems } from './runner/run-problems.ts'
import type { SelfMetrics } from './metrics/self-metrics.ts'
import type { ServiceActivity } from './metrics/service-activity.ts'
import type { Settings } from './settings/settings.ts'
import type { Timekeeper, TimekeeperTools } from './time/timekeeper.ts'

export type Egress = ReturnType<typeof createEgress>

/** The shared parts of a server. */
export interface Parts {
  readonly settings: Settings
  readonly log: Log
  readonly clock: ServiceClock
  readonly opened: OpenedStore
  readonly readDatabaseClock: TimekeeperTools['readDatabaseClock']
  readonly firstShare: () => number
  readonly port: number
  /** Without a trailing slash. */
  readonly publicUrl: string
  readonly metrics: SelfMetrics
  readonly watch: LoopWatch
  readonly activity: ServiceActivity
  readonly runProblems: RunProblems
  readonly timekeeper: Timekeeper
  /** Null when it is turned off. */
  readonly sight: Sight | null
  readonly eventLoop: EventLoopWatch
  readonly artifacts: ArtifactTools
  readonly resourceDirectory: ResourceDirectory
  /** Null when this process runs nothing. */
  readonly runtimes: Runtimes | null
  readonly sandbox: ScriptSandbox
  /** Signalled when runs were enqueued. */
  readonly runsEnqueued: Signal
  readonly seenAgents: SeenAgents
  readonly waitingClaims: WaitingClaims
  /** Null when this process serves none. */
  readonly webInterface: WebInterface | null
  /** Of status pages. */
  readonly pageLanguages: PageLanguages
  readonly signal: AbortSignal
}
