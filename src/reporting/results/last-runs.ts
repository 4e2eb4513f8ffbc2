import { locationOfQueue } from '#contract'
import { targetOfRequest } from '#diagnosis'
import type { Target } from '#diagnosis'
import type { Caller } from '#kernel'
import { findChecksThatName, findProbedCheck } from '#storage/checks'
import type { ProbedCheck } from '#storage/checks'
import type { Store } from '#storage/database'
import { findCheckResult, listCheckResults } from '#storage/runs'
import type { CheckResultRow } from '#storage/runs'

/** The last run of a check in one of its locations. */
export interface LastRun {
  readonly check: ProbedCheck
  readonly location: string
  readonly result: CheckResultRow
}

export interface LastRunsQuestion {
  /** The id of a check; it goes before a target. */
  readonly check?: string | undefined
  /** A URL, `host:port` or a host that checks go to. */
  readonly target?: string | undefined
  /** Only this location; default: every location of each check. */
  readonly location?: string | undefined
}

const mostChecks = 50
/** A location that is not among so many runs is not one of the check any more. */
const runsSearched = 50

/**
 * The last final run of each location of one check, or of the checks that go to a target. Empty while they have not run.
 * Null without such a check.
 */
export async function findLastRuns(
  store: Store,
  caller: Caller,
  question: LastRunsQuestion,
): Promise<LastRun[] | null> {
  const checks = await findChecks(store, caller, question)
  if (checks.length === 0) return null
  const runs = await Promise.all(checks.map((check) => lastRunsOf(store, caller, check)))
  return runs.flat().filter(({ location }) => question.location === undefined || location === question.location)
}

async function findChecks({ db }: Store, { accountId }: Caller, question: LastRunsQuestion): Promise<ProbedCheck[]> {
  const { check: id, target = '' } = question
  if (id !== undefined) {
    const check = await findProbedCheck(db, accountId, id)
    return check === null ? [] : [check]
  }
  const wanted = formOf(target)
  const named = await findChecksThatName(db, accountId, hostOf(wanted), mostChecks)
  return named.filter(({ checkType, request }) => {
    const found = targetOfRequest(checkType, request)
    return found !== null && formsOf(found).includes(wanted)
  })
}

/** A URL is also found by its host, with or without its port. */
const formsOf = ({ target, host }: Target): string[] => [formOf(target), host, URL.parse(target)?.host ?? host]

/** A URL without its query and the slash at its end; anything else in lower case. */
function formOf(target: string): string {
  const url = /^https?:\/\//i.test(target) ? URL.parse(target) : null
  return url === null ? target.trim().toLowerCase() : `${url.origin}${url.pathname}`.replace(/\/$/, '')
}

const hostOf = (target: string): string =>
  target
    .replace(/^https?:\/\//, '')
    .replace(/\/.*$/s, '')
    .replace(/:\d+$/, '')

async function lastRunsOf({ db }: Store, { accountId }: Caller, check: ProbedCheck): Promise<LastRun[]> {
  const filter = { accountId, checkId: check.id, fromId: null, beforeId: null, queues: null, checkType: null }
  const page = { limit: runsSearched, offset: 0, withDetail: false }
  const listed = await listCheckResults(db, { ...filter, hasFailures: null, resultType: 'FINAL' }, page)
  // The newest of each location is the last that a map is given.
  const newest = new Map(listed.toReversed().map((result) => [result.location, result.id]))
  const results = await Promise.all([...newest.values()].map((id) => findCheckResult(db, accountId, check.id, id)))
  return results.flatMap((result) =>
    result === null ? [] : [{ check, location: locationOfQueue(result.location), result }],
  )
}
