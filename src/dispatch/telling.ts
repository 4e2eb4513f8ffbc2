import type { AlertEvent } from '#alerting'
import type { EffectiveCheck } from './effective-checks.ts'
import type { FinishedTick } from './finished-tick.ts'

/** An event of a check that people are to hear of, with the tick that made it. */
export interface Telling {
  readonly effective: EffectiveCheck
  readonly tick: FinishedTick
  readonly event: AlertEvent
  readonly reminderSequence?: number
  /** Only these channels, for certificate alerts. */
  readonly channelIds?: readonly number[]
}
