import type { AlertKind, AlertType, SilenceReason } from '#contract'
import type { ChannelMemory, Hold } from './hold.ts'

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

/** Somebody said that they work on the running episode. */
export interface Acknowledgement {
  readonly kind: TroubleKind
  /** Epoch milliseconds. */
  readonly atMs: number
  /** Whose key or link it was, as people read it. */
  readonly by: string
  readonly note: string | null
}

/**
 * What alerting remembers of one check, stored as JSON. An episode lasts from the first tick that did not pass to the
 * next that passes; everything but `status` and `statusSince` describes the running episode. Told means that thresholds
 * were reached: whether a channel heard of it is in `channels`. What a window without later notification silenced is
 * `lastTold` without its flag: it counts as told, and nobody heard it. The optional fields are absent until they mean
 * something.
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
  /** A silence of the whole check that keeps news back; outlasts the episode. */
  readonly hold?: Hold | null
  /** What each channel knows, by id; outlasts the episode as long as somebody is owed news. */
  readonly channels?: Readonly<Record<string, ChannelMemory>>
  /** The state may be out of date, since runs were paused: what is held back waits for the next run. */
  readonly awaitsRun?: boolean
  /** The recorded alert of the last news; null when a maintenance window kept it from being recorded. */
  readonly alertId?: string | null
  readonly acknowledgement?: Acknowledgement | null
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
  /** Start of the running episode, for recoveries of the one that ended; epoch milliseconds. */
  readonly since: number | null
}

/** What was told in the running episode. */
export const toldKinds = (state: AlertState): readonly TroubleKind[] => [
  ...(state.failureTold ? (['failure'] as const) : []),
  ...(state.degradedTold ? (['degraded'] as const) : []),
]
