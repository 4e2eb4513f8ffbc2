import type { Interval } from './interval.ts'

/** What an update of an incident says about its length: its status, and when it is meant to have happened. */
export interface DatedStatus {
  readonly status: string
  readonly atMs: number
}

/**
 * The time an incident took (semantics 7.3): from the first update that was not RESOLVED to the RESOLVED that closed
 * it last, or up to `nowMs` while it is open. A RESOLVED of what is resolved changes nothing; reopening makes the
 * pause before part of the incident. Null when nothing but RESOLVED was said. Of updates at one moment the later in
 * the list counts as later; what lies after `nowMs` has not happened yet.
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
