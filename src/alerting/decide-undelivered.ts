import type { AlertType } from '#contract'
import { dayMs } from '#kernel'
import type { AlertState } from './alert-state.ts'
import type { Silence } from './current-silence.ts'
import { isAcknowledged } from './hold.ts'
import { recheckTime } from './release.ts'

/** The state of a check after an alert about it was planned and not delivered. Times are epoch milliseconds. */
export interface UndeliveredFacts {
  readonly nowMs: number
  /** When the alert was planned. */
  readonly plannedMs: number
  readonly alertType: AlertType
  /** False for a check that is deactivated or deleted. */
  readonly isActive: boolean
  /** Whether another notification of the check was delivered at the same time or later. */
  readonly isCovered: boolean
  readonly silence: Silence | null
  readonly state: AlertState
  /** Until when the channel it belongs to is paused; null when it is not. */
  readonly channelPausedUntilMs: number | null
}

/** Sent over a fallback now, dropped, or decided again at a time. */
export type UndeliveredDecision = 'SEND' | 'DROP' | { readonly recheckAtMs: number }

/**
 * Decides on an alert that its channel did not deliver: it is dropped when it is obsolete, and waits for the end of a
 * silence of the check or a pause of its channel, at most a day when the end is unknown.
 */
export function decideUndelivered(facts: UndeliveredFacts): UndeliveredDecision {
  const { nowMs, silence, channelPausedUntilMs: pausedUntilMs } = facts
  if (facts.isCovered || !facts.isActive || isBeingWorkedOn(facts) || silence?.isFinal) return 'DROP'
  if (silence) return waitFor(silence.untilMs, facts)
  return pausedUntilMs !== null && pausedUntilMs > nowMs ? waitFor(pausedUntilMs, facts) : 'SEND'
}

function waitFor(untilMs: number | null, { nowMs, plannedMs }: UndeliveredFacts): UndeliveredDecision {
  if (untilMs === null && nowMs - plannedMs > dayMs) return 'DROP'
  return { recheckAtMs: recheckTime(untilMs, nowMs) }
}

const isBeingWorkedOn = ({ state, alertType }: UndeliveredFacts): boolean =>
  isAcknowledged(state, problemKinds[alertType] ?? null)

const problemKinds: { readonly [T in AlertType]?: 'failure' | 'degraded' } = {
  ALERT_FAILURE: 'failure',
  ALERT_FAILURE_REMAIN: 'failure',
  ALERT_DEGRADED_FAILURE: 'failure',
  ALERT_DEGRADED: 'degraded',
  ALERT_DEGRADED_REMAIN: 'degraded',
  ALERT_FAILURE_DEGRADED: 'degraded',
}
