import { timeOrderedId } from '#kernel'
import type { NewCheckSession, NewRunTask } from '#storage'

export interface SessionCheck {
  readonly accountId: string
  readonly checkId: string
  readonly checkType: NewCheckSession['check_type']
  readonly checkName: string
}

export interface SessionStart {
  readonly runSource: NewCheckSession['run_source']
  readonly scheduledFor: Date
  readonly queues: readonly string[]
  readonly nowMs: number
}

/** A session and the first attempt in each of its locations. */
export function newSession(
  check: SessionCheck,
  start: SessionStart,
): { session: NewCheckSession; tasks: readonly NewRunTask[] } {
  const session: NewCheckSession = {
    account_id: check.accountId,
    id: timeOrderedId(start.nowMs),
    check_id: check.checkId,
    check_type: check.checkType,
    check_name: check.checkName,
    run_source: start.runSource,
    status: 'STARTED',
    locations: [...start.queues],
    started_at: new Date(start.nowMs),
  }
  return { session, tasks: firstTasks(session, start) }
}

/** The first attempt in each location of a session, claimable at once. */
export function firstTasks(
  session: NewCheckSession,
  start: Pick<SessionStart, 'scheduledFor' | 'nowMs'>,
): NewRunTask[] {
  const now = new Date(start.nowMs)
  return session.locations.map((queue) => {
    const id = timeOrderedId(start.nowMs)
    return {
      id,
      account_id: session.account_id,
      check_id: session.check_id,
      session_id: session.id,
      sequence_id: id,
      location: queue,
      session_size: session.locations.length,
      attempt: 1,
      run_source: session.run_source,
      scheduled_for: start.scheduledFor,
      sequence_started_at: now,
      available_at: now,
      queued_at: now,
    }
  })
}
