import type { HeldBackReason } from '#contract'
import type { AlertEvent, AlertState, TroubleKind } from './alert-state.ts'

/** A silence that keeps news from being sent; they are sent when it ends. */
export interface Hold {
  readonly reason: HeldBackReason
  /** When the silence ends, in epoch milliseconds; null when nobody knows yet. */
  readonly untilMs: number | null
  /** Whether channels that know of the trouble are notified of it again at the end, as after a snooze. */
  readonly repeats?: true
}

/** What a channel was last notified of, in the episode that began at `since` (epoch milliseconds). */
export interface Heard {
  readonly kind: TroubleKind
  readonly since: number
}

/** What a channel knows of a check; channels that know of nothing and are owed nothing have no entry. */
export interface ChannelMemory {
  /** Null: it does not know of any trouble. */
  readonly heard: Heard | null
  /** Set while a silence of this channel alone keeps news from it. */
  readonly hold: Hold | null
}

/** The part of an alert state that remembers who knows what. */
export type Memory = Pick<AlertState, 'hold' | 'channels'>

const entriesOf = ({ channels }: Memory): readonly ChannelMemory[] => Object.values(channels ?? {})

/** Whether anybody is to be notified of something when a silence ends. */
export const hasHeld = (memory: Memory): boolean =>
  Boolean(memory.hold) || entriesOf(memory).some(({ hold }) => hold !== null)

/** Whether a silence kept all of the trouble from everybody, so that its end is no news either. */
export const isUnknownToAll = (memory: Memory): boolean =>
  Boolean(memory.hold) && memory.channels !== undefined && entriesOf(memory).every(({ heard }) => heard === null)

/** Whether a silence kept all of the trouble from one channel. */
export function isUnknownTo(memory: Memory, channelId: number): boolean {
  if (memory.channels === undefined) return false
  const known = memory.channels[channelId]
  return (known?.heard ?? null) === null && Boolean(memory.hold ?? known?.hold)
}

/** Whether an acknowledgement keeps news of this kind back: what somebody works on already needs no alarm. */
export const isAcknowledged = ({ acknowledgement }: AlertState, kind: AlertEvent['kind']): boolean =>
  Boolean(acknowledgement) &&
  (acknowledgement?.kind === kind || (acknowledgement?.kind === 'failure' && kind === 'degraded'))
