import { dayMs } from '#kernel'
import { excuseAgents } from '#storage/agents'
import {
  findServiceTime,
  lockServiceTime,
  moveServiceTime,
  excuseHeartbeats,
  postponeRuns,
  recordAbsence,
} from '#storage/database'
import type { Queryable, Store } from '#storage/database'

export interface RecordedTime {
  /**
   * The latest time recorded in the installation, in epoch milliseconds; later than `nowMs` when another clock leads.
   */
  readonly markMs: number
  /** How long no process was running before this call, in milliseconds; 0 when one was. */
  readonly absentMs: number
}

/** Processes record the time every few seconds; when the mark is older than this, no process was running. */
export const absenceLimitMs = 6_000

/** An absence longer than this may be caused by a wrong clock. */
const longAbsenceMs = dayMs
/** How long the time must have been recorded after such an absence before old data is deleted. */
const confirmedAfterMs = dayMs

/**
 * Records that the installation is running at `nowMs`. After a gap longer than processes ever pause (a stop, a
 * standstill, an unavailable database, a clock that moved forward), the gap is not counted as waiting time: heartbeat
 * timers are extended, runs that waited through it are not abandoned, and agents have time to return. `isMoved` means that the clock was just moved
 * forward, so that even a short gap is not counted.
 */
export function keepTime(store: Store, nowMs: number, isClockChange = false): Promise<RecordedTime> {
  return store.db.transaction(async (tx) => {
    const known = await lockServiceTime(tx)
    const markMs = known?.latestAt.getTime() ?? nowMs
    if (markMs > nowMs) return { markMs, absentMs: 0 }
    const absentMs = isClockChange || nowMs - markMs > absenceLimitMs ? nowMs - markMs : 0
    await moveServiceTime(tx, new Date(nowMs))
    if (absentMs > 0) await excuse(tx, nowMs, absentMs)
    return { markMs: nowMs, absentMs }
  })
}

async function excuse(tx: Queryable, nowMs: number, absentMs: number): Promise<void> {
  await excuseHeartbeats(tx, new Date(nowMs), absentMs)
  await postponeRuns(tx, new Date(nowMs), absentMs)
  await excuseAgents(tx, new Date(nowMs), absentMs)
  if (absentMs > longAbsenceMs) await recordAbsence(tx, new Date(nowMs), absentMs)
}

/**
 * Whether the mark is so old that an absence ended which `keepTime` has not accounted for yet. Until then nothing may
 * be recorded as missed or abandoned.
 */
export async function isReturning(db: Queryable, nowMs: number): Promise<boolean> {
  const known = await findServiceTime(db)
  return known !== null && nowMs - known.latestAt.getTime() > absenceLimitMs
}

/**
 * Whether data past its retention may be deleted. Not within a day after a gap of more than a day: a clock that was set
 * years ahead would otherwise expire everything at once.
 */
export async function mayDeleteOldData(db: Queryable, nowMs: number): Promise<boolean> {
  const endedAt = (await findServiceTime(db))?.absenceEndedAt
  return !endedAt || nowMs - endedAt.getTime() > confirmedAfterMs
}
