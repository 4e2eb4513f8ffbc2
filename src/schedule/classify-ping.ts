import { expectedAt, failingAt, heartbeatGraceMs, toleranceMs } from './heartbeat-timing.ts'
import type { HeartbeatTiming } from './heartbeat-timing.ts'

export type PingState = 'EARLY' | 'RECEIVED' | 'GRACE' | 'LATE'

export interface Ping {
  readonly settings: HeartbeatTiming
  /** Epoch milliseconds; null before the first ping. */
  readonly timerResetAt: number | null
  /** Whether a failure was detected since the last ping. */
  readonly isFailing: boolean
  /** When the ping came, in epoch milliseconds. */
  readonly at: number
}

export interface ClassifiedPing {
  readonly state: PingState
  /** Milliseconds after the expected time; negative for an early ping. */
  readonly latenessMs: number
}

/**
 * Classifies a ping. The first ping ever starts the timer and is RECEIVED. RECEIVED is within 2 % of the period around
 * the expected time, at least a second and at most a minute. A ping after the failing time is LATE, also when the
 * failure was already detected.
 */
export function classifyPing({ settings, timerResetAt, isFailing, at }: Ping): ClassifiedPing {
  if (timerResetAt === null) return { state: 'RECEIVED', latenessMs: 0 }
  if (isFailing) return { state: 'LATE', latenessMs: Math.max(0, at - missedAt(settings, timerResetAt)) }
  const latenessMs = at - expectedAt(settings, timerResetAt)
  if (at > failingAt(settings, timerResetAt)) return { state: 'LATE', latenessMs }
  return { state: stateBeforeFailing(latenessMs, toleranceMs(settings)), latenessMs }
}

function stateBeforeFailing(latenessMs: number, tolerance: number): PingState {
  if (latenessMs < -tolerance) return 'EARLY'
  return latenessMs <= tolerance ? 'RECEIVED' : 'GRACE'
}

// Detecting the failure reset the timer to the failing time, so the ping was expected one grace before that.
const missedAt = (settings: HeartbeatTiming, timerResetAt: number): number => timerResetAt - heartbeatGraceMs(settings)
