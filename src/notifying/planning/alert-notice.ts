import type { AlertEvent, AlertState, EscalatedStep } from '#alerting'
import type { AlertSettings, HeldBack } from '#contract'
import type { CheckStateRow } from '#storage/checks'
import type { EffectiveCheck } from '#management'
import type { FinishedTick } from '../states/finished-tick.ts'

/** An event of a check to be notified, with its tick. */
export interface AlertNotice {
  readonly effective: EffectiveCheck
  readonly tick: FinishedTick
  readonly event: AlertEvent
  /** The state of the check before the event. */
  readonly row: CheckStateRow
  /** The alert state after the event. */
  readonly after?: AlertState
  readonly reminderSequence?: number
  /** Only these channels, for certificate alerts and held notifications. */
  readonly channelIds?: readonly number[]
  /** The alert state before the event, with what channels were notified of; only set for the event of a run. */
  readonly before?: AlertState
  /** The settings that decided it, where they are not those of the check. */
  readonly settings?: AlertSettings
  /** Set for a step of an escalation policy, whose channels are notified. */
  readonly step?: EscalatedStep & { readonly alertId: string | null }
  /** Set for a notification that is sent after the end of a silence. */
  readonly delayed?: {
    readonly heldBack: HeldBack | null
    readonly isUnrecorded: boolean
    readonly alertId: string | null
  }
}
