import type { CheckDefinition, RunSource } from '#contract'
import { queuesOf } from '#inheritance'
import { randomId } from '#kernel'
import type { Encryption } from '#kernel'
import { notify } from '#storage/database'
import { insertCheckSessions, insertRunBatch, insertRunOverrides, insertRunTasks } from '#storage/runs'
import type { Queryable } from '#storage/database'
import type { CheckSessionRow, RunOverrides } from '#storage/runs'
import { newSession } from '../queue/new-session.ts'

export interface RequestedStart {
  readonly runSource: RunSource
  readonly nowMs: number
  /** One queue for all; omitted: every location of parallel checks and the first location of the others. */
  readonly queue?: string | undefined
  /** Run parallel checks in their first location only. */
  readonly isOneLocation?: true
  /** Overrides of the check settings for every run. */
  readonly overrides?: { readonly encryption: Encryption } & Omit<RunOverrides, 'sessionId' | 'accountId'>
  /** How many of the checks run at the same time; omitted: all. They are started in the order given. */
  readonly concurrency?: number
}

/**
 * Starts one session for each check, requested by a user or a deployment. The checks belong to one account, and their
 * group settings are already applied.
 */
export async function startSessions(
  tx: Queryable,
  checks: readonly CheckDefinition[],
  start: RequestedStart,
): Promise<CheckSessionRow[]> {
  const started = checks.map((check) =>
    newSession(
      { accountId: check.accountId, checkId: check.id, checkType: check.checkType, checkName: check.name },
      {
        runSource: start.runSource,
        scheduledFor: new Date(start.nowMs),
        queues: queuesOfStart(check, start),
        nowMs: start.nowMs,
      },
    ),
  )
  const sessions = started.map(({ session }) => ({ ...session, outcomes: {}, stoppedAt: null }))
  const atOnce = Math.max(1, start.concurrency ?? checks.length)
  await insertCheckSessions(tx, sessions)
  await storeOverrides(tx, sessions, start)
  await insertRunTasks(
    tx,
    started.slice(0, atOnce).flatMap(({ tasks }) => tasks),
  )
  await keepTurns(tx, sessions, atOnce)
  await notify(tx, 'run_tasks')
  return sessions
}

function queuesOfStart(check: CheckDefinition, { queue, isOneLocation }: RequestedStart): string[] {
  if (queue !== undefined) return [queue]
  const queues = queuesOf(check)
  return check.runParallel && !isOneLocation ? queues : queues.slice(0, 1)
}

async function storeOverrides(
  tx: Queryable,
  sessions: readonly CheckSessionRow[],
  start: RequestedStart,
): Promise<void> {
  if (start.overrides === undefined) return
  const { encryption, ...overrides } = start.overrides
  const rows = sessions.map((session) => ({ ...overrides, sessionId: session.id, accountId: session.accountId }))
  await insertRunOverrides(tx, encryption, rows, new Date(start.nowMs))
}

async function keepTurns(tx: Queryable, sessions: readonly CheckSessionRow[], atOnce: number): Promise<void> {
  const [first] = sessions
  if (first === undefined || sessions.length <= atOnce) return
  const sessionIds = sessions.map((session) => session.id)
  await insertRunBatch(tx, { accountId: first.accountId, id: randomId(), concurrency: atOnce, sessionIds })
}
