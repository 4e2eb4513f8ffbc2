import type { CheckType } from '#contract'
import { ownedIdDigits, timeOfId } from '#kernel'
import type { Queryable } from '../database/queryable.ts'
import { listResultsOfSession } from './check-results.ts'
import type { CheckResultSummary } from './check-results.ts'
import type { CheckSessionRow } from './check-sessions.ts'
import type { RunTaskRow } from './run-tasks.ts'
import type { SessionKey } from './session-rows.ts'

/** The check of a session that has no row. */
interface SessionCheck {
  readonly checkId: string
  readonly checkType: CheckType
  readonly checkName: string
}

/** The type and name of each of these checks as they are scheduled. */
export const findScheduledChecks = (tx: Queryable, checkIds: readonly string[]): Promise<SessionCheck[]> =>
  tx.namedRows(
    'find-scheduled-checks',
    `select check_id, check_type, check_name from check_schedules where check_id = any($1::uuid[])`,
    [checkIds],
  )

/** The session that a task or results imply; null when there is none, or its check was deleted. */
export async function findImpliedSession(db: Queryable, key: SessionKey): Promise<CheckSessionRow | null> {
  const checks = await db.namedRows<SessionCheck>(
    'find-checks-by-ending',
    `select id as check_id, check_type, name as check_name from checks
     where account_id = $1 and right(id::text, ${ownedIdDigits}) = right($2::uuid::text, ${ownedIdDigits})`,
    [key.accountId, key.id],
  )
  for (const check of checks) {
    const session = await sessionOfCheck(db, key, check)
    if (session !== null) return session
  }
  return null
}

/** The task is read first: a run that is settled in between has a result then. */
async function sessionOfCheck(db: Queryable, key: SessionKey, check: SessionCheck): Promise<CheckSessionRow | null> {
  const [task] = await db.namedRows<{ queue: string }>(
    'find-task-of-session',
    `select queue from run_tasks where check_id = $1 and session_id = $2 and run_source = 'SCHEDULER' limit 1`,
    [check.checkId, key.id],
  )
  const results = await listResultsOfSession(db, { ...key, checkId: check.checkId })
  const [first] = results
  const location = first?.location ?? task?.queue
  return location === undefined ? null : impliedSession({ key, check, location, results })
}

interface Implying {
  readonly key: SessionKey
  readonly check: SessionCheck
  /** Of the first attempt. */
  readonly location: string
  /** Attempts in their order. */
  readonly results: readonly CheckResultSummary[]
}

/** One whose run learned nothing has no result, as one that timed out. */
const statusOfOutcome = { passed: 'PASSED', degraded: 'DEGRADED', failed: 'FAILED', unknown: 'TIMED_OUT' } as const

function impliedSession({ key, check, location, results }: Implying): CheckSessionRow {
  const final = results.find(({ resultType }) => resultType === 'FINAL')
  const { checkType, checkName } = results[0] ?? check
  return {
    ...key,
    checkId: check.checkId,
    checkType,
    checkName,
    runSource: 'SCHEDULER',
    locations: [location],
    startedAt: new Date(timeOfId(key.id)),
    ...(final === undefined
      ? { status: results.length === 0 ? 'STARTED' : 'PROGRESS', outcomes: {}, stoppedAt: null }
      : {
          status: statusOfOutcome[final.outcome],
          outcomes: { [final.location]: outcomeOf(final) },
          stoppedAt: final.createdAt,
        }),
  }
}

const outcomeOf = ({ id, outcome, hasErrors, attempt }: CheckResultSummary) => ({
  resultId: id,
  outcome,
  hasErrors,
  attempts: attempt,
})

/** The location of the first attempt of each of these sessions, as far as it has a result. */
export const findFirstLocations = (
  tx: Queryable,
  sessions: readonly Pick<RunTaskRow, 'accountId' | 'checkId' | 'sessionId'>[],
): Promise<{ sessionId: string; location: string }[]> =>
  tx.rows(
    `select result.session_id, result.location
     from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as session (account_id, check_id, id)
     join check_results result on result.account_id = session.account_id and result.check_id = session.check_id
       and result.id = session.id`,
    [
      sessions.map(({ accountId }) => accountId),
      sessions.map(({ checkId }) => checkId),
      sessions.map(({ sessionId }) => sessionId),
    ],
  )
