import { dayMs } from '#kernel'
import { excuseAgents } from '#storage/agents'
import {
  findServiceTime,
  lockServiceTime,
  moveServiceTime,
  excuseHeartbeats,
  excuseOpenRuns,
  insertAbsence,
  postponeRuns,
  recordAbsence,
} from '#storage/database'
import type { Queryable, ServiceTimeRow, Store } from '#storage/database'
import { excuseSchedules } from '../heartbeats/excuse-schedules.ts'

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

export interface TimeReading {
  /** The clock was just moved forward, so that even a short gap is not counted. */
  readonly isClockChange?: boolean
  /** The process has just started with a clock behind the mark, so that its time says nothing about the gap. */
  readonly startsBehind?: boolean
  /** The clock of the database in epoch milliseconds; null when it was not read. */
  readonly databaseMs?: number | null
}

/**
 * Records that the installation is running at `nowMs`. After a gap longer than processes ever pause (a stop, a
 * standstill, an unavailable database, a clock that moved forward), the gap is not counted as waiting time: heartbeat
 * timers are extended, runs that waited through it are not abandoned, and agents have time to return.
 */
export function keepTime(store: Store, nowMs: number, reading: TimeReading = {}): Promise<RecordedTime> {
  return store.db.transaction(async (tx) => {
    const known = await lockServiceTime(tx)
    const markMs = known?.latestAt.getTime() ?? nowMs
    if (markMs > nowMs) return { markMs, absentMs: 0 }
    const isMeasured = !reading.startsBehind || isRecent(known, reading)
    const isAbsence = reading.isClockChange || !isMeasured || nowMs - markMs > absenceLimitMs
    const absentMs = isAbsence ? nowMs - markMs : 0
    await moveServiceTime(tx, new Date(nowMs), dateOf(reading.databaseMs))
    if (absentMs > 0) await excuse(tx, nowMs, { absentMs, isMeasured, isClockChange: reading.isClockChange === true })
    return { markMs: nowMs, absentMs }
  })
}

const dateOf = (ms: number | null | undefined): Date | null => (typeof ms === 'number' ? new Date(ms) : null)

/** Whether another process has moved the mark within the last seconds, by the clock of the database. */
function isRecent(known: ServiceTimeRow | null, { databaseMs }: TimeReading): boolean {
  const markedMs = known?.latestAtDatabase?.getTime()
  if (typeof databaseMs !== 'number' || markedMs === undefined) return false
  return databaseMs >= markedMs && databaseMs - markedMs <= absenceLimitMs
}

interface Absence {
  readonly absentMs: number
  readonly isMeasured: boolean
  readonly isClockChange: boolean
}

async function excuse(tx: Queryable, nowMs: number, absence: Absence): Promise<void> {
  const { absentMs } = absence
  if (absence.isMeasured && !absence.isClockChange)
    await insertAbsence(tx, { since: new Date(nowMs - absentMs), until: new Date(nowMs) })
  await excuseWaiting(tx, nowMs, absence)
  if (absentMs > longAbsenceMs) await recordAbsence(tx, new Date(nowMs), absentMs)
}

/** Gives pings, runs and agents as much longer as a time took in which nothing could arrive. */
export async function excuseWaiting(tx: Queryable, nowMs: number, absence: Absence): Promise<void> {
  const { absentMs } = absence
  await excuseSchedules(tx, nowMs, absentMs)
  await excuseHeartbeats(tx, new Date(nowMs), absence)
  await excuseOpenRuns(tx, { isMeasured: absence.isMeasured && !absence.isClockChange })
  await postponeRuns(tx, new Date(nowMs), absentMs)
  await excuseAgents(tx, new Date(nowMs), absentMs)
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
