import type { AlertEvent, AlertState } from '#alerting'
import type { HeldBack } from '#contract'
import type { CheckStateRow } from '#storage'
import type { EffectiveCheck } from './effective-checks.ts'
import type { FinishedTick } from './finished-tick.ts'

/** An event of a check that people are to hear of, with the tick that made it. */
export interface Telling {
  readonly effective: EffectiveCheck
  readonly tick: FinishedTick
  readonly event: AlertEvent
  /** The state of the check before the event. */
  readonly row: CheckStateRow
  /** The alert state after the event. */
  readonly after?: AlertState
  readonly reminderSequence?: number
  /** Only these channels, for certificate alerts and for what was held back. */
  readonly channelIds?: readonly number[]
  /** Who knew what before the event; only an event of a run needs it. */
  readonly before?: AlertState
  /** Sent at the end of a silence, whose reasons were looked at already. */
  readonly late?: {
    readonly heldBack: HeldBack | null
    readonly isUnrecorded: boolean
    readonly alertId: string | null
  }
}
