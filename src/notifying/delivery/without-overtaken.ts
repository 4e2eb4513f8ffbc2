import { findOngoing, recordRepeat } from '#storage/alerts'
import type { NotificationRow } from '#storage/alerts'
import type { Queryable } from '#storage/database'

/** Leaves out, for good, delivered notifications that would be sent again although their alert is over or has changed. */
export async function withoutOvertaken(db: Queryable, rows: readonly NotificationRow[]): Promise<NotificationRow[]> {
  const repeated = rows.filter(({ finishedAt }) => finishedAt !== null)
  if (repeated.length === 0) return [...rows]
  const ongoing = await findOngoing(db, repeated)
  const over = repeated.filter(({ id }) => !ongoing.has(id))
  for (const row of over) await recordRepeat(db, { ...row, leaseToken: row.leaseToken ?? '' }, null)
  return rows.filter((row) => !over.includes(row))
}
