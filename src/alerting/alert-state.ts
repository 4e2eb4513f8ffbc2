import type { AlertKind, AlertType, SilenceReason } from '#contract'

export type CheckStatus = 'passing' | 'degraded' | 'failing'
/** What a non-passing check can be told as. */
export type TroubleKind = Extract<AlertKind, 'failure' | 'degraded'>

/** Reminders of the running episode. All times are epoch milliseconds. */
export interface ReminderState {
  /** How many reminders were sent. */
  readonly sequence: number
  /** The last alert or reminder. */
  readonly lastToldAt: number
  /** Null when none is left. */
  readonly nextAt: number | null
}

/**
 * What alerting remembers of one check, stored as JSON. An episode lasts from the first tick that did not pass to the
 * next that passes; everything but `status` and `statusSince` describes the running episode. Told means that thresholds
 * were reached: whether a channel heard of it depends on mutes and flags. What a maintenance window silenced is
 * `lastTold` without its flag: it counts as told, and nobody heard it.
 */
export interface AlertState {
  readonly status: CheckStatus
  /** Epoch milliseconds; null until the status changes for the first time. */
  readonly statusSince: number | null
  /** Consecutive ticks that did not pass. */
  readonly troubleRuns: number
  readonly troubleSince: number | null
  readonly failureTold: boolean
  readonly degradedTold: boolean
  readonly lastTold: TroubleKind | null
  readonly reminder: ReminderState | null
}

export const initialAlertState: AlertState = {
  status: 'passing',
  statusSince: null,
  troubleRuns: 0,
  troubleSince: null,
  failureTold: false,
  degradedTold: false,
  lastTold: null,
  reminder: null,
}

/** A change of state, or a stay in one, that somebody may have to hear about. */
export interface AlertEvent {
  readonly type: AlertType
  readonly kind: AlertKind | null
  /** Whether people are told: exactly when `kind` is set and `silence` is not. */
  readonly isAlert: boolean
  readonly silence: SilenceReason | null
  readonly from: CheckStatus
  readonly to: CheckStatus
  /** What was told in this episode before this event. */
  readonly toldBefore: readonly TroubleKind[]
}

/** What was told in the running episode. */
export const toldKinds = (state: AlertState): readonly TroubleKind[] => [
  ...(state.failureTold ? (['failure'] as const) : []),
  ...(state.degradedTold ? (['degraded'] as const) : []),
]
