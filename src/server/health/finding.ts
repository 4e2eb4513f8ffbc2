import type { ArtifactHealth, ArtifactTools } from '#artifacts'
import type { HealthMessage } from '#contract'
import type { Clock } from '#kernel'
import type { SightState } from '#runner-host'
import type { WallStatus, Runtimes } from '#scripting'
import type { Database } from '#storage/database'
import type { EventLoopWatch } from '../metrics/event-loop-watch.ts'
import type { LoopWatch } from '../loops/loop-watch.ts'
import type { ResourceDirectory } from '../resource-directory/resource-directory.ts'
import type { RunProblems } from '../runner/run-problems.ts'
import type { Settings } from '../settings/settings.ts'
import type { Timekeeper, TimekeeperTools } from '../time/timekeeper.ts'

/** The input of health checks: the state of this process, and the database. */
export interface HealthSources {
  readonly db: Database
  readonly clock: Clock
  /** The clock of the database, in epoch milliseconds. */
  readonly readDatabaseClock: TimekeeperTools['readDatabaseClock']
  readonly watch: LoopWatch
  /** Absent when no runner is running, as for a command beside the service. */
  readonly runProblems?: Pick<RunProblems, 'counts'>
  /** Locations served by the built-in runner. */
  readonly locations: readonly string[]
  /** Absent when a process does not record time, as in tests with a separate clock. */
  readonly timekeeper?: Pick<Timekeeper, 'facts' | 'schedulesBroughtBack'>
  /** Whether the service can send mail. Default: it cannot. */
  readonly canMail?: boolean
  /** How long an alert channel may fail before its alerts are sent over a fallback. Default: an hour. */
  readonly fallbackAfterMs?: number
  /** Absent when this process stores no files of runs. */
  readonly artifacts?: Pick<ArtifactHealth, 'problem'>
  /** Absent where no resource files are applied. */
  readonly resourceDirectory?: Pick<ResourceDirectory, 'status'>
  readonly eventLoop?: Pick<EventLoopWatch, 'delay'>
  /** Absent when this process runs no scripts. */
  readonly runtimes?: Pick<Runtimes, 'status' | 'get'>
  /** Absent when it is turned off, and for a command beside the service. */
  readonly sight?: { readonly state: SightState }
  /** Absent in processes that run no checks. */
  readonly scriptWall?: () => WallStatus
  /** Absent in tests, which examine no machine. */
  readonly settings?: Settings
  /** Where files of runs are stored; absent where the store is not examined. */
  readonly artifactStore?: Pick<ArtifactTools, 'blobs' | 'quotaBytes'>
}

/**
 * The result of one health check. What a public one found contains no names, addresses or URLs of users. The numbers have
 * their unit in their name.
 */
export interface HealthResult {
  readonly ok: boolean
  /** A problem that does not prevent the service from working. */
  readonly isDegraded?: true
  readonly found: readonly HealthMessage[]
  /** The service is well, but `belfry doctor` shall say what to do. */
  readonly isImprovable?: boolean
  /** More of it, for the operator alone: names, addresses, paths and errors. */
  readonly details?: readonly HealthMessage[]
  readonly numbers?: Readonly<Record<string, number>>
}

/** One health check. */
export interface FindingSource {
  readonly name: string
  /** Its name in `belfry doctor`, at most nine letters. */
  readonly title: string
  /** Its subject, in a sentence. */
  readonly meaning: string
  /** The remedy for the operator. */
  readonly advice: string
  /** Whether what it finds names something that admins of one account shall not see: ids of any account, paths. */
  readonly namesResources?: true
  /**
   * Whether it reads the database. It may read an index only, so that its cost does not depend on the amount of data.
   */
  readonly readsDatabase: boolean
  /** Who sees it: everybody who asks `/health`, or those alone who see the service health or run `belfry doctor`. */
  readonly audience: 'everybody' | 'admins' | 'doctor'
  /** Whether it is about a running service, so that a command beside it cannot find anything. */
  readonly needsService?: true
  readonly find: (sources: HealthSources, nowMs: number) => HealthResult | Promise<HealthResult>
}

/** A finding in the response of `/health`. */
export interface Finding {
  readonly name: string
  readonly ok: boolean
  readonly message: string
  readonly [number: string]: string | boolean | number
}

/** A duration in whole seconds, as the messages of findings have it. */
export const seconds = (ms: number): number => Math.round(ms / 1000)
