import type { Interval } from '#schedule'

/** The part of an incident update that determines the duration: its status, and when it happened. */
export interface DatedStatus {
  readonly status: string
  readonly atMs: number
}

/**
 * The time of an incident: from the first update that was not RESOLVED to the RESOLVED that closed it last, or up to
 * `nowMs` while it is open. A second RESOLVED changes nothing; reopening makes the pause part of the incident. Null
 * when its only status is RESOLVED. Of updates at the same time the later in the list counts as later; updates after
 * `nowMs` are ignored.
 */
export function incidentInterval(updates: readonly DatedStatus[], nowMs: number): Interval | null {
  const happened = updates.filter(({ atMs }) => atMs <= nowMs).toSorted((a, b) => a.atMs - b.atMs)
  let startMs: number | null = null
  let closedMs: number | null = null
  for (const { status, atMs } of happened) {
    if (status !== 'RESOLVED') {
      startMs ??= atMs
      closedMs = null
    } else if (startMs !== null) closedMs ??= atMs
  }
  return startMs === null ? null : { startMs, endMs: closedMs ?? nowMs }
}
