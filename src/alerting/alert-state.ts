import type { AlertKind, AlertType, SilenceReason } from '#contract'
import type { EscalationState } from './escalation-steps.ts'
import type { ChannelMemory, Hold } from './hold.ts'

export type CheckStatus = 'passing' | 'degraded' | 'failing'
/** The kinds of alert for a check that does not pass. */
export type ProblemKind = Extract<AlertKind, 'failure' | 'degraded'>

/** Reminders of the running episode. All times are epoch milliseconds. */
export interface ReminderState {
  /** How many reminders were sent. */
  readonly sequence: number
  /** When the last alert or reminder was sent. */
  readonly lastNotifiedAt: number
  /** Null when no reminder is left. */
  readonly nextAt: number | null
}

/** A user has acknowledged the running episode. */
export interface Acknowledgement {
  readonly kind: ProblemKind
  /** Epoch milliseconds. */
  readonly atMs: number
  /** The display name of the key or link that was used. */
  readonly by: string
  readonly note: string | null
}

/**
 * The alert state of one check, stored as JSON. An episode lasts from the first tick that did not pass to the next that
 * passes; all fields but `status` and `statusSince` describe the running episode. `failureNotified` and `degradedNotified` mean
 * that thresholds were reached; which channels were notified is in `channels`. A problem silenced by a window without a
 * notification at its end sets `lastNotifiedKind` without the flag: it counts as notified, and no channel was. Optional fields
 * are absent until they are needed.
 */
export interface AlertState {
  readonly status: CheckStatus
  /** Epoch milliseconds; null until the status changes for the first time. */
  readonly statusSince: number | null
  /** Consecutive ticks that did not pass. */
  readonly problemRuns: number
  readonly problemSince: number | null
  readonly failureNotified: boolean
  readonly degradedNotified: boolean
  readonly lastNotifiedKind: ProblemKind | null
  readonly reminder: ReminderState | null
  /** A silence of the entire check that holds notifications back; outlasts the episode. */
  readonly hold?: Hold | null
  /** The last notification of each channel, by channel id; outlasts the episode while notifications are pending. */
  readonly channels?: Readonly<Record<string, ChannelMemory>>
  /** The state may be out of date because runs were paused: held notifications wait for the next run. */
  readonly awaitsRun?: boolean
  /** The recorded alert of the last event; null when a maintenance window prevented the record. */
  readonly alertId?: string | null
  readonly acknowledgement?: Acknowledgement | null
  /** The last runs of a check that alerts by a window, oldest first, as `1` did not pass and `0` passed. Outlasts the episode. */
  readonly recentRuns?: string
  /** The steps of its policy; absent without one. */
  readonly escalation?: EscalationState
  /** Better runs in a row while an alerted problem is recovering. */
  readonly goodRuns?: number
}

export const initialAlertState: AlertState = {
  status: 'passing',
  statusSince: null,
  problemRuns: 0,
  problemSince: null,
  failureNotified: false,
  degradedNotified: false,
  lastNotifiedKind: null,
  reminder: null,
}

/** A change of state, or a tick that stays in a state, that recipients may have to be notified of. */
export interface AlertEvent {
  readonly type: AlertType
  readonly kind: AlertKind | null
  /** Whether channels are notified: exactly when `kind` is set and `silence` is not. */
  readonly isAlert: boolean
  readonly silence: SilenceReason | null
  readonly from: CheckStatus
  readonly to: CheckStatus
  /** The kinds of alert sent in this episode before this event. */
  readonly notifiedBefore: readonly ProblemKind[]
  /** Start of the running episode, for recoveries of the episode that ended; epoch milliseconds. */
  readonly since: number | null
}

/** The kinds of alert sent in the running episode. */
export const notifiedKinds = (state: AlertState): readonly ProblemKind[] => [
  ...(state.failureNotified ? (['failure'] as const) : []),
  ...(state.degradedNotified ? (['degraded'] as const) : []),
]
