import type { ComponentImpact, FeedState } from '#contract'
import { listFollowedComponents } from '#storage/status-pages'
import type { FollowedComponentRow } from '#storage/status-pages'
import type { Queryable } from '#storage/database'
import type { Interval } from '#schedule'
import { knownUntil } from './feed-changes.ts'

/** A time in which a component was affected, by what its provider said. */
export interface FollowedImpact {
  readonly impact: ComponentImpact
  readonly interval: Interval
  /** Null while it lasts. */
  readonly endMs: number | null
}

/** A component by the word of its provider, now and before. */
export interface FollowedComponent {
  /** Null when it follows nothing any more. */
  readonly feed: FollowedComponentRow | null
  readonly state: FeedState
  readonly impacts: readonly FollowedImpact[]
  readonly unknown: readonly Interval[]
}

/** The components of a page that follow or followed one of a provider, by their id; one statement. */
export async function followedComponents(
  db: Queryable,
  place: { readonly accountId: string; readonly statusPageId: string },
  window: Interval,
): Promise<ReadonlyMap<string, FollowedComponent>> {
  const rows = await listFollowedComponents(db, { ...place, from: new Date(window.startMs) })
  return new Map(rows.map((row) => [row.componentId, followedComponent(row, window.endMs)]))
}

/** A reading is true until it is too old; then nobody knows, and the component is never down. */
export function followedComponent(row: FollowedComponentRow, nowMs: number): FollowedComponent {
  const staleFromMs = row.followedSince === null ? nowMs : Math.min(nowMs, knownUntil(row.followedSince, row.readAt))
  const isStale = staleFromMs < nowMs
  const spans = row.spans
    .map(([state, startMs, endMs]) => ({ state, startMs, endMs: endMs ?? (isStale ? staleFromMs : null) }))
    .filter(({ startMs, endMs }) => endMs === null || endMs > startMs)
  const intervalOf = ({ startMs, endMs }: (typeof spans)[number]) => ({ startMs, endMs: endMs ?? nowMs })
  const lasting = spans.find(({ endMs }) => endMs === null)
  return {
    feed: row.url === null ? null : row,
    state: isStale ? 'UNKNOWN' : (lasting?.state ?? 'OPERATIONAL'),
    impacts: spans.flatMap((span) =>
      span.state === 'UNKNOWN' ? [] : [{ impact: span.state, interval: intervalOf(span), endMs: span.endMs }],
    ),
    unknown: [
      ...spans.filter(({ state }) => state === 'UNKNOWN').map(intervalOf),
      ...(isStale ? [{ startMs: staleFromMs, endMs: nowMs }] : []),
    ],
  }
}
