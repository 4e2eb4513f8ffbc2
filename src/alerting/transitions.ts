import type { AlertKind, AlertType, SilenceReason } from '#contract'
import type { AlertState, CheckStatus } from './alert-state.ts'

export interface Transition {
  readonly type: AlertType
  readonly kind: AlertKind | null
  readonly silence: (situation: Situation) => SilenceReason | null
}

/** The input of a transition's rule; `state` is the state before the tick. */
export interface Situation {
  readonly state: AlertState
  readonly kind: AlertKind | null
  readonly isThresholdReached: boolean
  readonly isShareReached: boolean
  /** Whether a window of runs decides when a problem alerts first. */
  readonly isWindowed: boolean
}

type Rule = Transition['silence']

const noAlert: Rule = () => null

// A window forgets its runs with the first alert of a problem, so it holds back no later one.
const atThreshold: Rule = (situation) => {
  const { state, kind, isThresholdReached, isShareReached, isWindowed } = situation
  if (state.lastNotifiedKind === kind) return 'ALREADY_NOTIFIED'
  if (isWindowed ? isBelowWindow(situation) : !isThresholdReached) return 'BELOW_THRESHOLD'
  return isShareReached ? null : 'BELOW_LOCATION_SHARE'
}

// A window also holds back the first alert of a problem that was degraded before it failed, or the reverse.
const isBelowWindow = ({ state, isWindowed, isThresholdReached }: Situation): boolean =>
  isWindowed && state.lastNotifiedKind === null && !isThresholdReached

const escalation: Rule = (situation) => {
  if (isBelowWindow(situation)) return 'BELOW_THRESHOLD'
  return situation.isShareReached ? null : 'BELOW_LOCATION_SHARE'
}

// Recipients notified of a failure are notified that it became a degradation whatever the share of locations.
// Recipients notified of the degradation, and not of the failure in between, already know; and no one is notified when
// a maintenance window silenced the failure.
const deEscalation: Rule = (situation) => {
  const { state, isShareReached } = situation
  if (isBelowWindow(situation)) return 'BELOW_THRESHOLD'
  if (state.lastNotifiedKind === 'degraded') return 'ALREADY_NOTIFIED'
  if (state.lastNotifiedKind === 'failure' && !state.failureNotified) return 'NEVER_NOTIFIED'
  return state.lastNotifiedKind === 'failure' || isShareReached ? null : 'BELOW_LOCATION_SHARE'
}

const recovery: Rule = ({ state }) => (state.failureNotified || state.degradedNotified ? null : 'NEVER_NOTIFIED')

/**
 * By status before and after: the type, the kind, and the rule that decides on silence. Thresholds apply when a problem
 * begins or continues; a change between degraded and failing overrides them; a recovery is sent when an alert was sent
 * before in the episode.
 */
export const transitions: Readonly<Record<CheckStatus, Readonly<Record<CheckStatus, Transition>>>> = {
  passing: {
    passing: { type: 'NO_ALERT', kind: null, silence: noAlert },
    degraded: { type: 'ALERT_DEGRADED', kind: 'degraded', silence: atThreshold },
    failing: { type: 'ALERT_FAILURE', kind: 'failure', silence: atThreshold },
  },
  degraded: {
    passing: { type: 'ALERT_DEGRADED_RECOVERY', kind: 'recovery', silence: recovery },
    degraded: { type: 'ALERT_DEGRADED_REMAIN', kind: 'degraded', silence: atThreshold },
    failing: { type: 'ALERT_DEGRADED_FAILURE', kind: 'failure', silence: escalation },
  },
  failing: {
    passing: { type: 'ALERT_RECOVERY', kind: 'recovery', silence: recovery },
    degraded: { type: 'ALERT_FAILURE_DEGRADED', kind: 'degraded', silence: deEscalation },
    failing: { type: 'ALERT_FAILURE_REMAIN', kind: 'failure', silence: atThreshold },
  },
}
