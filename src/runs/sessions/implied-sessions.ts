import { timeOfId } from '#kernel'
import { findFirstLocations, findScheduledChecks, insertCheckSessions, isImplied } from '#storage/runs'
import type { Queryable } from '#storage/database'
import type { CheckSessionRow, RunTaskRow } from '#storage/runs'

/**
 * The sessions that these tasks imply, as rows that are not stored. Absent are those of deleted checks and those that
 * have a separate row.
 */
export async function impliedSessions(tx: Queryable, tasks: readonly RunTaskRow[]): Promise<CheckSessionRow[]> {
  const implying = tasks.filter(isImplied)
  if (implying.length === 0) return []
  const checks = await findScheduledChecks(tx, [...new Set(implying.map((task) => task.checkId))])
  const byId = new Map(checks.map((check) => [check.checkId, check]))
  const retried = implying.filter(({ attempt }) => attempt > 1)
  const first = retried.length === 0 ? [] : await findFirstLocations(tx, retried)
  const locations = new Map(first.map(({ sessionId, location }) => [sessionId, location]))
  return implying.flatMap((task) => {
    const check = byId.get(task.checkId)
    return check ? [impliedSession(task, check, locations.get(task.sessionId) ?? task.queue)] : []
  })
}

const impliedSession = (
  { accountId, sessionId, runSource }: RunTaskRow,
  check: Pick<CheckSessionRow, 'checkId' | 'checkType' | 'checkName'>,
  location: string,
): CheckSessionRow => ({
  accountId,
  id: sessionId,
  checkId: check.checkId,
  checkType: check.checkType,
  checkName: check.checkName,
  runSource,
  status: 'STARTED',
  locations: [location],
  outcomes: {},
  startedAt: new Date(timeOfId(sessionId)),
  stoppedAt: null,
})

/** Stores the sessions that these tasks imply, because they end without a result that implies their end. */
export const storeImpliedSessions = async (tx: Queryable, tasks: readonly RunTaskRow[]): Promise<void> =>
  insertCheckSessions(tx, await impliedSessions(tx, tasks))
