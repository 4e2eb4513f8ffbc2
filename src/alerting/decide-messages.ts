/** Alerts that follow the first one of a channel within this time go out together. */
export const burstMs = 30_000

/** At most so many notifications are carried by one message. */
export const longestGroup = 2000

export interface DueNotification {
  readonly id: string
  /** Whether it came during a burst. */
  readonly hasWaited: boolean
}

export interface MessageDecision<T extends DueNotification> {
  readonly notification: T
  /** The notification whose delivery carries it; null: it waits for others until `untilMs`. */
  readonly messageId: string | null
  readonly untilMs: number | null
}

export interface ChannelDecision<T extends DueNotification> {
  readonly decisions: readonly MessageDecision<T>[]
  /** Whether a burst begins now. */
  readonly beginsBurst: boolean
}

/**
 * What becomes of the notifications of one channel that are due, oldest first. The first one after a quiet time goes out
 * at once and begins a burst; what comes before its end waits, and goes out as one message then. A burst that would last
 * longer than any does belongs to a clock that was set back.
 */
export function decideMessages<T extends DueNotification>(
  due: readonly T[],
  burstUntilMs: number | null,
  nowMs: number,
): ChannelDecision<T> {
  const remainingMs = burstUntilMs === null ? 0 : burstUntilMs - nowMs
  const [first, ...others] = due
  if (first === undefined) return { decisions: [], beginsBurst: false }
  if (remainingMs > 0 && remainingMs <= burstMs)
    return { decisions: due.map((item) => waiting(item, nowMs + remainingMs)), beginsBurst: false }
  if (due.some(({ hasWaited }) => hasWaited)) return { decisions: together(due), beginsBurst: false }
  return {
    decisions: [carriedBy(first, first), ...others.map((item) => waiting(item, nowMs + burstMs))],
    beginsBurst: true,
  }
}

const waiting = <T extends DueNotification>(notification: T, untilMs: number): MessageDecision<T> => ({
  notification,
  messageId: null,
  untilMs,
})
const carriedBy = <T extends DueNotification>(notification: T, lead: T): MessageDecision<T> => ({
  notification,
  messageId: lead.id,
  untilMs: null,
})

function together<T extends DueNotification>(due: readonly T[]): MessageDecision<T>[] {
  const [lead] = due
  return lead === undefined ? [] : due.slice(0, longestGroup).map((item) => carriedBy(item, lead))
}
