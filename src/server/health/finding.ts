import type { Clock } from '#kernel'
import type { Database } from '#storage'
import type { EventLoopWatch } from '../event-loop-watch.ts'
import type { LoopWatch } from '../loop-watch.ts'
import type { RunTrouble } from '../run-trouble.ts'
import type { Timekeeper } from '../time/timekeeper.ts'

/** What the sources of findings may look at: what this process knows of itself, and the database. */
export interface HealthSources {
  readonly db: Database
  readonly clock: Clock
  readonly watch: LoopWatch
  /** Absent where nothing runs, as for a command beside the service. */
  readonly trouble?: Pick<RunTrouble, 'counts' | 'reasons'>
  /** Locations whose runs this installation itself must take. */
  readonly locations: readonly string[]
  /** Absent where a process keeps no time, as in tests with a clock of their own. */
  readonly timekeeper?: Pick<Timekeeper, 'facts' | 'schedulesBroughtBack'>
  /** Whether the service can send mail. Default: it cannot. */
  readonly canMail?: boolean
  /** How long an alert channel may fail before its alerts go another way. Default: an hour. */
  readonly fallbackAfterMs?: number
  readonly eventLoop?: Pick<EventLoopWatch, 'delay'>
}

/**
 * What one source found. `message` is one or more sentences for anybody who may ask: no names, addresses or URLs of
 * users. Every other value is a number whose unit is in its name.
 */
export interface Judged {
  readonly ok: boolean
  /** Something is wrong that does not keep the service from its work. */
  readonly isDegraded?: true
  readonly message: string
  readonly numbers?: Readonly<Record<string, number>>
}

/** One row of the table of findings. */
export interface FindingSource {
  readonly name: string
  /** Not asked when the database does not answer. Costs a read of an index at most, whatever the installation holds. */
  readonly asksDatabase: boolean
  readonly find: (sources: HealthSources, nowMs: number) => Judged | Promise<Judged>
}

/** A finding as `/health` answers it. */
export interface Finding {
  readonly name: string
  readonly ok: boolean
  readonly message: string
  readonly [number: string]: string | boolean | number
}

/** A duration in whole seconds, as the messages of findings write it. */
export const inSeconds = (ms: number): string => `${Math.round(ms / 1000)} s`
