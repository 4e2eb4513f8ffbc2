import type { ArtifactHealth } from '#artifacts'
import type { Clock } from '#kernel'
import type { WallStatus } from '#scripting'
import type { Database } from '#storage'
import type { Runtimes } from '#scripting'
import type { EventLoopWatch } from '../event-loop-watch.ts'
import type { LoopWatch } from '../loop-watch.ts'
import type { RunProblems } from '../run-problems.ts'
import type { Timekeeper } from '../time/timekeeper.ts'

/** The input of health checks: the state of this process, and the database. */
export interface HealthSources {
  readonly db: Database
  readonly clock: Clock
  readonly watch: LoopWatch
  /** Absent when no runner is running, as for a command beside the service. */
  readonly runProblems?: Pick<RunProblems, 'counts' | 'reasons'>
  /** Locations served by the built-in runner. */
  readonly locations: readonly string[]
  /** Absent when a process does not record time, as in tests with a clock of their own. */
  readonly timekeeper?: Pick<Timekeeper, 'facts' | 'schedulesBroughtBack'>
  /** Whether the service can send mail. Default: it cannot. */
  readonly canMail?: boolean
  /** How long an alert channel may fail before its alerts are sent over a fallback. Default: an hour. */
  readonly fallbackAfterMs?: number
  /** Absent when this process stores no files of runs. */
  readonly artifacts?: Pick<ArtifactHealth, 'problem'>
  readonly eventLoop?: Pick<EventLoopWatch, 'delay'>
  /** Absent when this process runs no scripts. */
  readonly runtimes?: Pick<Runtimes, 'status'>
  /** Absent in processes that run no checks. */
  readonly scriptWall?: () => WallStatus
}

/**
 * The result of one health check. `message` is public text: it contains no names, addresses or URLs of users. Every
 * other value is a number whose unit is in its name.
 */
export interface HealthResult {
  readonly ok: boolean
  /** A problem that does not prevent the service from working. */
  readonly isDegraded?: true
  readonly message: string
  readonly numbers?: Readonly<Record<string, number>>
}

/** One health check. */
export interface FindingSource {
  readonly name: string
  /** What it looks at, in a sentence. */
  readonly meaning: string
  /** What an operator does when it is not ok. */
  readonly advice: string
  /** Whether its message has ids of resources of any account, which admins of one account shall not see. */
  readonly namesResources?: true
  /**
   * Whether it reads the database. It may read an index only, so that its cost does not depend on the amount of data.
   */
  readonly readsDatabase: boolean
  readonly find: (sources: HealthSources, nowMs: number) => HealthResult | Promise<HealthResult>
}

/** A finding in the response of `/health`. */
export interface Finding {
  readonly name: string
  readonly ok: boolean
  readonly message: string
  readonly [number: string]: string | boolean | number
}

/** A duration in whole seconds, as the messages of findings write it. */
export const inSeconds = (ms: number): string => `${Math.round(ms / 1000)} s`
