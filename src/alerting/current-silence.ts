import type { HeldBackReason, SilenceReason } from '#contract'

/** Why a check is silent, and until when. */
export interface Silence {
  /** The reason in the notification log. */
  readonly silence: SilenceReason
  /** The reason in the message that is sent at the end. */
  readonly reason: HeldBackReason
  /** Epoch milliseconds; null when the end is unknown. */
  readonly untilMs: number | null
  /** Whether held notifications are dropped at its end instead of sent. */
  readonly isFinal?: true
  /** The names of the maintenance windows, when it is theirs. */
  readonly windows?: readonly string[]
}

/** The silences of a check. Times are epoch milliseconds; times in the past are ignored. */
export interface SilenceFacts {
  readonly nowMs: number
  readonly check: { readonly muted: boolean; readonly mutedUntilMs: number | null }
  readonly group: { readonly muted: boolean; readonly mutedUntilMs: number | null } | null
  readonly snoozedUntilMs: number | null
  /** The maintenance windows that silence the check, merged; `notifies` when at least one notifies at its end. */
  readonly maintenance: {
    readonly untilMs: number | null
    readonly notifies: boolean
    readonly names?: readonly string[]
  } | null
}

/**
 * The silence that ends last, which is the end of all of them; null when nothing silences the check. A window without a
 * notification at its end counts only when nothing else silences the check.
 */
export function currentSilence(facts: SilenceFacts): Silence | null {
  const all = [
    ...mutes('CHECK_MUTED', facts.check, facts.nowMs),
    ...(facts.group ? mutes('GROUP_MUTED', facts.group, facts.nowMs) : []),
    ...until({ silence: 'CHECK_SNOOZED', reason: 'SNOOZED' }, facts.snoozedUntilMs, facts.nowMs),
    ...maintenanceWindows(facts),
  ]
  const passing = all.filter(({ isFinal }) => !isFinal)
  const [first, ...others] = passing.length > 0 ? passing : all
  return first === undefined ? null : others.reduce((last, one) => (endOf(one) > endOf(last) ? one : last), first)
}

const endOf = ({ untilMs }: Silence): number => untilMs ?? Infinity

function mutes(
  silence: 'CHECK_MUTED' | 'GROUP_MUTED',
  { muted, mutedUntilMs }: SilenceFacts['check'],
  nowMs: number,
): Silence[] {
  const named = { silence, reason: 'MUTED' } as const
  return muted ? [{ ...named, untilMs: null }] : until(named, mutedUntilMs, nowMs)
}

const until = (named: Omit<Silence, 'untilMs'>, untilMs: number | null, nowMs: number): Silence[] =>
  untilMs !== null && untilMs > nowMs ? [{ ...named, untilMs }] : []

function maintenanceWindows({ maintenance }: SilenceFacts): Silence[] {
  if (maintenance === null) return []
  const { untilMs, notifies, names: windows } = maintenance
  const reasons = { silence: 'SILENCED_BY_MAINTENANCE', reason: 'MAINTENANCE', untilMs } as const
  const named = { ...reasons, ...(windows && { windows }) }
  return [notifies ? named : { ...named, isFinal: true }]
}
