import type { HeldBackReason } from '#contract'
import type { AlertEvent, AlertState, ProblemKind } from './alert-state.ts'

/** A silence that holds notifications back; they are sent when it ends. */
export interface Hold {
  readonly reason: HeldBackReason
  /** When the silence ends, in epoch milliseconds; null when the end is unknown. */
  readonly untilMs: number | null
  /** Whether channels already notified of the problem are notified again at the end, as after a snooze. */
  readonly repeats?: true
}

/** The last notification of a channel in the episode that began at `since` (epoch milliseconds). */
export interface LastNotified {
  readonly kind: ProblemKind
  readonly since: number
}

/** The notification state of a channel for a check; channels without a problem or a held notification have no entry. */
export interface ChannelMemory {
  /** The problem it was last notified of; null: none. */
  readonly lastNotified: LastNotified | null
  /** Set while a silence of this channel alone holds its notifications back. */
  readonly hold: Hold | null
}

/** The part of an alert state that records which channel was notified of what. */
export type Memory = Pick<AlertState, 'hold' | 'channels' | 'escalation'>

const entriesOf = ({ channels }: Memory): readonly ChannelMemory[] => Object.values(channels ?? {})

/** Whether any notification is held back until a silence ends. */
export const hasHeld = (memory: Memory): boolean =>
  Boolean(memory.hold) || entriesOf(memory).some(({ hold }) => hold !== null)

/** Whether a silence held back every notification of the problem, so that its recovery is not sent either. */
export const isUnknownToAll = (memory: Memory): boolean =>
  Boolean(memory.hold) &&
  memory.channels !== undefined &&
  !memory.escalation?.channels.length &&
  entriesOf(memory).every(({ lastNotified }) => lastNotified === null)

/** Whether a silence held back every notification of the problem to one channel. */
export function isUnknownTo(memory: Memory, channelId: number): boolean {
  if (memory.channels === undefined || memory.escalation?.channels.includes(channelId)) return false
  const known = memory.channels[channelId]
  return (known?.lastNotified ?? null) === null && Boolean(memory.hold ?? known?.hold)
}

/** Whether an acknowledgement suppresses alerts of this kind. */
export const isAcknowledged = ({ acknowledgement }: AlertState, kind: AlertEvent['kind']): boolean =>
  Boolean(acknowledgement) &&
  (acknowledgement?.kind === kind || (acknowledgement?.kind === 'failure' && kind === 'degraded'))
