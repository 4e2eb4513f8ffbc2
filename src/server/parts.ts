import type { ArtifactTools } from '#artifacts'
import type { createEgress } from '#egress'
import type { Log, ServiceClock } from '#kernel'
import type { ScriptSandbox } from '#machine'
import type { Runtimes } from '#scripting'
import type { SeenAgents } from './agents/seen-agents.ts'
import type { WaitingClaims } from './agents/waiting-claims.ts'
import type { Signal } from './loops/run-loop.ts'
import type { EventLoopWatch } from './event-loop-watch.ts'
import type { WebInterface } from './web-interface.ts'
import type { LoopWatch } from './loop-watch.ts'
import type { OpenedStore } from './open-store.ts'
import type { RunProblems } from './run-problems.ts'
import type { SelfMetrics } from './self-metrics.ts'
import type { ServiceActivity } from './service-activity.ts'
import type { Settings } from './settings.ts'
import type { Timekeeper, TimekeeperTools } from './time/timekeeper.ts'

export type Egress = ReturnType<typeof createEgress>

/** The shared parts of a server. */
export interface Parts {
  readonly settings: Settings
  readonly log: Log
  readonly clock: ServiceClock
  readonly opened: OpenedStore
  readonly readDatabaseClock: TimekeeperTools['readDatabaseClock']
  readonly port: number
  /** Without a trailing slash. */
  readonly publicUrl: string
  readonly metrics: SelfMetrics
  readonly watch: LoopWatch
  readonly activity: ServiceActivity
  readonly runProblems: RunProblems
  readonly timekeeper: Timekeeper
  readonly eventLoop: EventLoopWatch
  readonly artifacts: ArtifactTools
  /** Null when this process runs nothing. */
  readonly runtimes: Runtimes | null
  readonly sandbox: ScriptSandbox
  /** Signalled when runs were enqueued. */
  readonly runsEnqueued: Signal
  readonly seenAgents: SeenAgents
  readonly waitingClaims: WaitingClaims
  /** Null when this process serves none. */
  readonly webInterface: WebInterface | null
  readonly signal: AbortSignal
}
