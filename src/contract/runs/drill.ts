import type { Delivery, SilenceReason } from './alert.ts'

/** The note in the message of a drill. */
export const drillNote =
  'This is a drill: the check was made to fail on purpose. It creates no result, alert or incident.'

/** The delivery of the message of a drill to one channel. */
export interface DrillDelivery {
  readonly channelId: number
  readonly type: string
  /** Null when the channel would not be notified of a failure, so nothing was sent. */
  readonly outcome: Delivery['outcome'] | null
  /** The response of the receiver, or why nothing could be sent; empty when nothing was. */
  readonly response: string
  /** Why the channel would not be notified. */
  readonly silenceReason: SilenceReason | null
  /** Whether the incident that the message opened was resolved again; null when none was. */
  readonly closed: boolean | null
}
