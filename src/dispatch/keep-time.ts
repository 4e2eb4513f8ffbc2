import { dayMs } from '#kernel'
import {
  findServiceTime,
  lockServiceTime,
  moveServiceTime,
  excuseHeartbeats,
  postponeRuns,
  recordAbsence,
} from '#storage'
import type { Queryable, Store } from '#storage'

export interface KeptTime {
  /** The latest time the installation has seen, in epoch milliseconds; later than `nowMs` when another process leads. */
  readonly markMs: number
  /** How long no process had worked before this call; 0 when one had. */
  readonly absentMs: number
}

/** Processes keep the time every few seconds; a mark that is older than this was left by nobody alive. */
export const absenceLimitMs = 6_000

/** So long an absence may as well be a clock that was set wrong. */
const longAbsenceMs = dayMs
/** How long a time after such an absence must have been kept before anything is deleted for its age. */
const confirmedAfterMs = dayMs

/**
 * Writes down that the installation lives at `nowMs`. When nobody had for longer than processes ever pause (a stop, a
 * standstill, a database that was away, a clock that moved forward), the time between counts for nothing that waits for
 * a sign from outside: heartbeats are excused, and runs that waited through it are not abandoned. `isMoved` says that the clock was moved
 * forward just now, so that even a short gap is none that passed.
 */
export function keepTime(store: Store, nowMs: number, isMoved = false): Promise<KeptTime> {
  return store.db.transaction(async (tx) => {
    const known = await lockServiceTime(tx)
    const markMs = known?.latestAt.getTime() ?? nowMs
    if (markMs > nowMs) return { markMs, absentMs: 0 }
    const absentMs = isMoved || nowMs - markMs > absenceLimitMs ? nowMs - markMs : 0
    await moveServiceTime(tx, new Date(nowMs))
    if (absentMs > 0) await excuse(tx, nowMs, absentMs)
    return { markMs: nowMs, absentMs }
  })
}

async function excuse(tx: Queryable, nowMs: number, absentMs: number): Promise<void> {
  await excuseHeartbeats(tx, new Date(nowMs), absentMs)
  await postponeRuns(tx, new Date(nowMs), absentMs)
  if (absentMs > longAbsenceMs) await recordAbsence(tx, new Date(nowMs), absentMs)
}

/**
 * Whether the mark is so old that an absence ended which `keepTime` has yet to account for. Until then nobody may
 * conclude from silence that something is missing.
 */
export async function isReturning(db: Queryable, nowMs: number): Promise<boolean> {
  const known = await findServiceTime(db)
  return known !== null && nowMs - known.latestAt.getTime() > absenceLimitMs
}

/**
 * Whether old data may be deleted for its age. Not within a day after a gap of more than a day: a clock that was set
 * years ahead would otherwise make everything old at once.
 */
export async function mayDeleteOldData(db: Queryable, nowMs: number): Promise<boolean> {
  const endedAt = (await findServiceTime(db))?.absenceEndedAt
  return !endedAt || nowMs - endedAt.getTime() > confirmedAfterMs
}
