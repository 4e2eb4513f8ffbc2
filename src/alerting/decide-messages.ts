/** Alerts that follow the first alert of a channel within this time are sent together. */
export const burstMs = 30_000

/** Notifications in one message, at most. */
export const maxGroupSize = 2000

export interface DueNotification {
  readonly id: string
  /** Whether it was created during a burst. */
  readonly hasWaited: boolean
}

export interface MessageDecision<T extends DueNotification> {
  readonly notification: T
  /** The notification whose delivery includes it; null: it waits for others until `untilMs`. */
  readonly messageId: string | null
  readonly untilMs: number | null
}

export interface ChannelDecision<T extends DueNotification> {
  readonly decisions: readonly MessageDecision<T>[]
  /** Whether a burst begins now. */
  readonly beginsBurst: boolean
}

/**
 * Groups the due notifications of one channel, oldest first, into messages. The first notification outside a burst is
 * sent at once and begins a burst; those created before the end of the burst wait, and are sent as one message then. A
 * burst end further ahead than `burstMs` comes from a clock that was set back, and is ignored.
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
  return lead === undefined ? [] : due.slice(0, maxGroupSize).map((item) => carriedBy(item, lead))
}
