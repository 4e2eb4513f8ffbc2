import { dayMs, secondMs } from '#kernel'

/** What is known of the clocks at one moment. */
export interface TimeFacts {
  /** How far the time of the service is ahead of this machine's clock; negative when it is behind. */
  readonly aheadMs: number
  /** How long the machine's clock has agreed with the time that passes. */
  readonly steadyMs: number
  /** How far the database's clock is ahead of this machine's; null when it could not be measured. */
  readonly databaseAheadMs: number | null
  /** How much longer than the clock of the process the machine has been up since the last jump: it was suspended. */
  readonly suspendedMs: number
  /** The time of the service, in epoch milliseconds. */
  readonly nowMs: number
}

export interface Steering {
  /** Whether the time of the service is to go forward to the machine's clock now. */
  readonly followClock: boolean
  /** Whether it may come back to the machine's clock slowly. */
  readonly mayApproach: boolean
}

/** Clocks that differ by less agree. Machines that are synchronised differ by milliseconds. */
export const clockToleranceMs = 5 * secondMs
/** A clock that was just set may be set again; it is believed after it went on steadily for this long, at least. */
export const leastSteadyMs = 30 * secondMs
/** A clock that is further ahead is never followed by itself: somebody has to say so by starting the service again. */
export const farthestMs = 366 * dayMs
/** A time before this version was made is certainly wrong. */
export const earliestMs = Date.UTC(2026, 0, 1)

/**
 * How long a clock that went forward must go on steadily before it is followed: a tenth of what it jumped, within half a
 * minute and a day. What is far off is more likely a mistake, and a mistake is usually mended soon.
 */
export const steadyNeededMs = (jumpMs: number): number =>
  Math.min(dayMs, Math.max(leastSteadyMs, Math.abs(jumpMs) / 10))

/**
 * Decides what becomes of a difference between the time of the service and the machine's clock. The clock is followed
 * when a second witness speaks for it: the database's clock, or the time the machine was suspended.
 */
export function steerTime(facts: TimeFacts): Steering {
  const { aheadMs, steadyMs } = facts
  if (aheadMs < 0) return { followClock: isFollowed(facts), mayApproach: false }
  return { followClock: false, mayApproach: isConfirmed(facts) && steadyMs >= leastSteadyMs }
}

function isFollowed(facts: TimeFacts): boolean {
  const { aheadMs, steadyMs, suspendedMs, nowMs } = facts
  if (nowMs < earliestMs) return true
  if (Math.abs(suspendedMs + aheadMs) < clockToleranceMs) return true
  return isConfirmed(facts) && -aheadMs <= farthestMs && steadyMs >= steadyNeededMs(aheadMs)
}

const isConfirmed = ({ databaseAheadMs }: TimeFacts): boolean =>
  databaseAheadMs !== null && Math.abs(databaseAheadMs) < clockToleranceMs

/** Processes write the mark every few seconds, so what they stored last may be that much later. */
const markAgeMs = 6 * secondMs

/**
 * The time with which a process starts, in epoch milliseconds: its machine's clock, unless that is behind what the
 * installation has seen or absurdly far ahead of it. `markMs` is null in a new installation.
 */
export function startingTime(wallMs: number, markMs: number | null): number {
  if (markMs === null || markMs < earliestMs) return wallMs
  return wallMs < markMs || wallMs - markMs > farthestMs ? markMs + markAgeMs : wallMs
}
