import { ownedId, timeOrderedId } from '#kernel'
import type { NewCheckSession, NewRunTask } from '#storage/runs'

export interface SessionCheck {
  readonly accountId: string
  readonly checkId: string
  readonly checkType: NewCheckSession['checkType']
  readonly checkName: string
}

export interface SessionStart {
  readonly runSource: NewCheckSession['runSource']
  readonly scheduledFor: Date
  readonly queues: readonly string[]
  readonly nowMs: number
}

/**
 * A session and the first attempt in each of its locations. The session of a scheduled run in one location has the id of
 * that run, and needs no row (`isImplied`).
 */
export function newSession(
  check: SessionCheck,
  start: SessionStart,
): { session: NewCheckSession; tasks: readonly NewRunTask[] } {
  const session: NewCheckSession = {
    accountId: check.accountId,
    id: ownedId(start.nowMs, check.checkId),
    checkId: check.checkId,
    checkType: check.checkType,
    checkName: check.checkName,
    runSource: start.runSource,
    status: 'STARTED',
    locations: [...start.queues],
    startedAt: new Date(start.nowMs),
  }
  return { session, tasks: firstTasks(session, start) }
}

/** The first attempt in each location of a session, claimable at once. */
export function firstTasks(
  session: NewCheckSession,
  start: Pick<SessionStart, 'scheduledFor' | 'nowMs'>,
): NewRunTask[] {
  const now = new Date(start.nowMs)
  const isImplied = session.runSource === 'SCHEDULER' && session.locations.length === 1
  return session.locations.map((queue) => {
    const id = isImplied ? session.id : timeOrderedId(start.nowMs)
    return {
      id,
      accountId: session.accountId,
      checkId: session.checkId,
      sessionId: session.id,
      sequenceId: id,
      queue,
      sessionSize: session.locations.length,
      attempt: 1,
      runSource: session.runSource,
      scheduledFor: start.scheduledFor,
      sequenceStartedAt: now,
      claimableAt: now,
      queuedAt: now,
    }
  })
}
