import { advanceSessions, isImplied, lockSessions, sessionsWithoutTasks } from '#storage/runs'
import type { Queryable } from '#storage/database'
import type { CheckSessionRow, LocationOutcome, SessionProgress } from '#storage/runs'
import { impliedSessions, storeImpliedSessions } from './implied-sessions.ts'
import { storedOutcomeOf } from '../settle/result-row.ts'
import type { Settled } from '../settle/result-row.ts'
import { sessionStatusOf } from './session-status.ts'

/**
 * Adds the outcomes of the batch to its sessions. Only sessions with several locations have to be read before; those
 * that their results imply are not stored.
 */
export async function moveSessions(
  tx: Queryable,
  settled: readonly Settled[],
  nowMs: number,
): Promise<Map<string, CheckSessionRow>> {
  const [implying, others] = partition(settled, ({ task, report }) => isImplied(task) && !report.isInconclusive)
  await storeImpliedSessions(
    tx,
    others.map(({ task }) => task),
  )
  const bySession = Map.groupBy(others, (item) => item.task.sessionId)
  const shared = others.filter((item) => item.task.sessionSize > 1)
  const keys = new Map(shared.map(({ task }) => [task.sessionId, { accountId: task.accountId, id: task.sessionId }]))
  const before = new Map<string, CheckSessionRow>()
  if (keys.size > 0) for (const row of await lockSessions(tx, [...keys.values()])) before.set(row.id, row)
  const last = await lastOfSessions(tx, [...before.values()], bySession)
  const progress = [...bySession].map(([id, items]) =>
    progressOf(items, { known: before.get(id)?.outcomes ?? {}, isLast: last.has(id), nowMs }),
  )
  const sorted = progress.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const advanced = sorted.length === 0 ? [] : await advanceSessions(tx, sorted)
  const implied = await movedImplied(tx, implying, nowMs)
  return new Map([...advanced, ...implied].map((row) => [row.id, row]))
}

/** Sessions without a row as they are after their results. */
async function movedImplied(tx: Queryable, settled: readonly Settled[], nowMs: number): Promise<CheckSessionRow[]> {
  const items = new Map(settled.map((item) => [item.task.sessionId, item]))
  const sessions = await impliedSessions(
    tx,
    settled.map(({ task }) => task),
  )
  return sessions.flatMap((session) => {
    const item = items.get(session.id)
    return item ? [{ ...session, ...progressOf([item], { known: {}, isLast: false, nowMs }) }] : []
  })
}

function partition<T>(items: readonly T[], isFirst: (item: T) => boolean): [T[], T[]] {
  return [items.filter((item) => isFirst(item)), items.filter((item) => !isFirst(item))]
}

/** Sessions without any other run: those of their other locations have ended, or were dropped without an outcome. */
async function lastOfSessions(
  tx: Queryable,
  sessions: readonly CheckSessionRow[],
  settled: ReadonlyMap<string, readonly Settled[]>,
): Promise<ReadonlySet<string>> {
  const isRetried = ({ id }: CheckSessionRow): boolean => settled.get(id)?.some((item) => item.retry !== null) ?? false
  const ending = sessions.filter((session) => !isRetried(session))
  if (ending.length === 0) return new Set()
  return new Set((await sessionsWithoutTasks(tx, ending)).map(({ id }) => id))
}

interface SessionBefore {
  readonly known: Readonly<Record<string, LocationOutcome>>
  readonly isLast: boolean
  readonly nowMs: number
}

function progressOf(items: readonly Settled[], { known, isLast, nowMs }: SessionBefore): SessionProgress {
  const finals = items.filter((item) => item.retry === null)
  const outcomes = Object.fromEntries(finals.map((item) => [item.task.queue, outcomeOf(item)]))
  const all = { ...known, ...outcomes }
  const [first] = items
  const task = first?.task
  const running = isLast ? 0 : othersOf(items, all)
  const status = sessionStatusOf(Object.values(all), running) ?? 'PROGRESS'
  return {
    accountId: task?.accountId ?? '',
    id: task?.sessionId ?? '',
    outcomes,
    status,
    stoppedAt: running === 0 ? new Date(nowMs) : null,
  }
}

/** How many locations of a session have no outcome yet. */
const othersOf = ([first]: readonly Settled[], outcomes: Readonly<Record<string, LocationOutcome>>): number =>
  Math.max(0, (first?.task.sessionSize ?? 1) - Object.keys(outcomes).length)

const outcomeOf = ({ task, report }: Settled): LocationOutcome => ({
  resultId: task.id,
  outcome: storedOutcomeOf(report),
  hasErrors: report.isRunnerError,
  ...(report.isInconclusive && { isInconclusive: true }),
  attempts: task.attempt,
})
