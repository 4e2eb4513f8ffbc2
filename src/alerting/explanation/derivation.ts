import type {
  AlertSettings,
  ChannelType,
  RetryStrategy,
  RollingResponseTime,
  SettingSource,
  StoredOutcome,
} from '#contract'
import type { EscalatedStep } from '../escalation-steps.ts'
import type { AlertEvent, AlertState } from '../alert-state.ts'
import type { Silence } from '../current-silence.ts'
import type { Subscription } from '../plan.ts'
import type { TickSummary } from '../summarize-tick.ts'

/** The result of one location of a tick. */
export interface DerivedLocation {
  /** The name of the queue. */
  readonly location: string
  /** `unknown`: nothing was learned about the target; it does not count. */
  readonly outcome: StoredOutcome
  readonly resultId?: string
  readonly attempts?: number
}

/** The tick that was decided about. */
export interface DerivedTick extends TickSummary {
  /** The session, or the ping or missed ping of a heartbeat. */
  readonly id: string
  readonly resultId: string | null
  readonly isParallel: boolean
  /** Empty for heartbeats. */
  readonly locations: readonly DerivedLocation[]
}

/** A value and the level that sets it. */
export interface SourcedRule<T> {
  readonly value: T
  readonly source: SettingSource
}

/** Settings of a check about its last response times and its runs while it fails. */
export interface RunLimits {
  readonly rollingResponseTime?: RollingResponseTime
  /** In seconds. */
  readonly frequencyWhileFailing?: number
}

export interface DerivedSubscription extends Subscription {
  readonly type: ChannelType
}

/**
 * Everything that one decision depended on, as plain JSON: `replay` decides it again. A decision about a run has the
 * state before it; one about a reminder, a certificate or a notification that was held back has its event.
 */
export interface Derivation {
  /** Epoch milliseconds. */
  readonly atMs: number
  readonly before: AlertState
  /** Absent for the decision about a run. */
  readonly event?: AlertEvent
  /** 0 unless it is a reminder. */
  readonly reminderSequence?: number
  /** Set for a step of an escalation policy. */
  readonly step?: EscalatedStep
  readonly tick: DerivedTick
  readonly settings: SourcedRule<AlertSettings>
  /** Null: no retries. Absent where nothing is retried. */
  readonly retries?: SourcedRule<RetryStrategy | null>
  /** Of the check itself; absent where it has none. */
  readonly limits?: RunLimits
  /** The name of the group of the check. */
  readonly group: string | null
  readonly silence: Silence | null
  readonly subscriptions: readonly DerivedSubscription[]
}
