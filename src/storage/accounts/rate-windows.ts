import type { Queryable } from '../database/queryable.ts'

/** One fixed window of one bucket. */
export interface RateWindow {
  readonly bucket: string
  readonly startsAt: Date
  readonly seconds: number
}

/** The length is part of the name, so that ended windows can be recognised by the row alone. */
const nameOf = ({ bucket, seconds }: RateWindow): string => `${seconds}/${bucket}`

/**
 * Reserves `wanted` requests of a window at once, so that one statement serves many requests. Returns how many of them
 * were still within the limit, and how many all processes together have reserved.
 */
export async function reserveRequests(
  db: Queryable,
  window: RateWindow,
  requested: number,
  limit: number,
): Promise<{ readonly granted: number; readonly used: number }> {
  const rows = await db.namedRows<{ used: number }>(
    'reserve-requests',
    `insert into rate_windows as w (bucket, window_start, used) values ($1, $2, $3)
     on conflict (bucket, window_start) do update set used = w.used + excluded.used where w.used < $4
     returning used`,
    [nameOf(window), window.startsAt, requested, limit],
  )
  const used = rows[0]?.used
  if (used === undefined) return { granted: 0, used: limit }
  return { granted: Math.max(0, requested - Math.max(0, used - limit)), used: Math.min(used, limit) }
}

/** Removes windows that ended before `now`. */
export const deleteEndedWindows = (db: Queryable, now: Date): Promise<unknown> =>
  db.rows(`delete from rate_windows where window_start + make_interval(secs => split_part(bucket, '/', 1)::int) < $1`, [
    now,
  ])
