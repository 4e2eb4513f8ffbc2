import { dayMs, secondMs } from '#kernel'

/** The state of the clocks at one time. */
export interface TimeFacts {
  /** How far the time of the service is ahead of this machine's clock; negative when it is behind. */
  readonly aheadMs: number
  /** How long the machine's clock has agreed with monotonic time. */
  readonly steadyMs: number
  /** How far the database's clock is ahead of this machine's; null when it could not be measured. */
  readonly databaseAheadMs: number | null
  /** How long the machine was suspended since the last jump: its uptime less the monotonic time of the process. */
  readonly suspendedMs: number
  /** The time of the service, in epoch milliseconds. */
  readonly nowMs: number
}

export interface Steering {
  /** Whether the time of the service is to be set forward to the machine's clock now. */
  readonly followClock: boolean
  /** Whether it may slowly approach the machine's clock from ahead. */
  readonly mayApproach: boolean
}

/** Clocks that differ by less are considered equal. Synchronised machines differ by milliseconds. */
export const clockToleranceMs = 5 * secondMs
/** A clock that was just set may be set again; it is trusted after it has run steadily for at least this long. */
export const minSteadyMs = 30 * secondMs
/** A clock that is further ahead is never followed automatically: the operator has to restart the service. */
export const maxFollowedMs = 366 * dayMs
/** A time before the release of this version is certainly wrong. */
export const earliestMs = Date.UTC(2026, 0, 1)

/**
 * How long a clock that went forward must run steadily before it is followed, in milliseconds: a tenth of the jump,
 * from half a minute to a day. A large jump is more likely a mistake, which is usually corrected soon.
 */
export const steadyNeededMs = (jumpMs: number): number => Math.min(dayMs, Math.max(minSteadyMs, Math.abs(jumpMs) / 10))

/**
 * Decides how the time of the service follows the machine's clock. The clock is followed when a second source confirms
 * it: the database's clock, or the time the machine was suspended.
 */
export function steerTime(facts: TimeFacts): Steering {
  const { aheadMs, steadyMs } = facts
  if (aheadMs < 0) return { followClock: isFollowed(facts), mayApproach: false }
  return { followClock: false, mayApproach: isConfirmed(facts) && steadyMs >= minSteadyMs }
}

function isFollowed(facts: TimeFacts): boolean {
  const { aheadMs, steadyMs, suspendedMs, nowMs } = facts
  if (nowMs < earliestMs) return true
  if (Math.abs(suspendedMs + aheadMs) < clockToleranceMs) return true
  return isConfirmed(facts) && -aheadMs <= maxFollowedMs && steadyMs >= steadyNeededMs(aheadMs)
}

const isConfirmed = ({ databaseAheadMs }: TimeFacts): boolean =>
  databaseAheadMs !== null && Math.abs(databaseAheadMs) < clockToleranceMs

/** Processes write the mark every few seconds, so their last stored times may be later by this much. */
const markAgeMs = 6 * secondMs

/**
 * The start time of a process, in epoch milliseconds: its machine's clock, unless that is behind the last time recorded
 * in the installation or more than `farthestMs` ahead of it. `markMs` is null in a new installation.
 */
export function startingTime(wallMs: number, markMs: number | null): number {
  if (markMs === null || markMs < earliestMs) return wallMs
  return wallMs < markMs || wallMs - markMs > maxFollowedMs ? markMs + markAgeMs : wallMs
}
