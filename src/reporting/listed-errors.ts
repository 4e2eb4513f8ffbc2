import { errorHours, privateLocationQueue } from '#contract'
import type { ErrorKind, ErrorOrder, ErrorState } from '#contract'
import { Fault, dayMs, firstIdAt, hourMs } from '#kernel'
import type { Caller } from '#kernel'
import type { PageWindow, Store } from '#storage/database'
import {
  countErrors,
  countSameErrors,
  findError,
  findFirstOccurrence,
  findLastGoodResult,
  findLocationsOfErrors,
  findOccurrences,
  findSameErrors,
  findSessionsOfError,
  listAnalysesOfGroups,
  listErrors as listStored,
} from '#storage/error-groups'
import type { FirstOccurrence, ListedErrorRow, RootCauseAnalysisRow, SameError } from '#storage/error-groups'
import { listCheckResults } from '#storage/runs'
import type { CheckResultSummary } from '#storage/runs'

export interface ErrorQuery {
  readonly kind: ErrorKind
  readonly state: ErrorState
  readonly checkId: string | null
  readonly tags: readonly string[]
  /** A region code, or the slug of a private location. */
  readonly location: string | null
  readonly search: string
  readonly order: ErrorOrder
}

/** An error and how often it occurred in each of the last stretches of hours, the oldest first. */
export interface CountedError {
  readonly error: ListedErrorRow
  readonly recent: readonly number[]
  /** Queues, the most frequent first. */
  readonly locations: readonly { readonly location: string; readonly occurrences: number }[]
}

export interface ErrorPage {
  readonly fromMs: number
  readonly entries: readonly (CountedError & { readonly checks: number })[]
  readonly counts: Readonly<Record<ErrorState, number>>
}

/** A page of the errors of an account, and how many have which state. */
export async function listErrors(
  { db }: Store,
  caller: Caller,
  { state, order, location, ...query }: ErrorQuery,
  page: PageWindow,
): Promise<ErrorPage> {
  const { accountId } = caller
  const locations = location === null ? null : [location, privateLocationQueue(accountId, location)]
  const filter = { ...query, accountId, locations }
  const [errors, sizes] = await Promise.all([listStored(db, filter, { state, order }, page), countErrors(db, filter)])
  const [counted, same] = await Promise.all([
    withCounts(db, caller, errors),
    countSameErrors(db, accountId, [...new Set(errors.map(({ errorHash }) => errorHash))]),
  ])
  const checksOf = new Map(same.map(({ errorHash, size }) => [errorHash, size]))
  return {
    fromMs: startOfCounts(caller.nowMs),
    entries: counted.map((one) => ({ ...one, checks: checksOf.get(one.error.errorHash) ?? 0 })),
    counts: { OPEN: 0, UNTIL_NEXT: 0, ARCHIVED: 0, ...Object.fromEntries(sizes.map((one) => [one.state, one.size])) },
  }
}

const stretchMs = errorHours.hours * hourMs

/** Stretches begin where clocks show them, and the last one is going on. */
const startOfCounts = (nowMs: number): number =>
  Math.floor(nowMs / stretchMs) * stretchMs - (errorHours.buckets - 1) * stretchMs

async function withCounts(
  db: Store['db'],
  { accountId, nowMs }: Caller,
  errors: readonly ListedErrorRow[],
): Promise<CountedError[]> {
  if (errors.length === 0) return []
  const ids = errors.map(({ id }) => id)
  const [occurrences, locations] = await Promise.all([
    findOccurrences(db, accountId, ids, { from: new Date(startOfCounts(nowMs)), hours: errorHours.hours }),
    findLocationsOfErrors(db, accountId, ids),
  ])
  const byError = Map.groupBy(occurrences, ({ errorGroupId }) => errorGroupId)
  const locationsOf = Map.groupBy(locations, ({ errorGroupId }) => errorGroupId)
  return errors.map((error) => {
    const counts = new Map(byError.get(error.id)?.map(({ bucket, occurrences: size }) => [bucket, size]))
    const recent = Array.from({ length: errorHours.buckets }, (_, bucket) => counts.get(bucket) ?? 0)
    return { error, recent, locations: locationsOf.get(error.id) ?? [] }
  })
}

/** A run: its result, its queue and when it was stored. */
type Run = FirstOccurrence

export interface ErrorDetail extends CountedError {
  readonly fromMs: number
  readonly others: readonly SameError[]
  readonly results: readonly CheckResultSummary[]
  readonly sessions: readonly { readonly id: string; readonly name: string; readonly startedAt: Date }[]
  readonly first: Run | null
  readonly lastGood: Run | null
  readonly analyses: readonly RootCauseAnalysisRow[]
}

const most = 20
const analysesMax = 10
/** Among so many of the latest failures of a check those with one error are looked for. */
const searchedFailures = 500

/** One error with all that its screen shows. Throws ERROR_GROUP_NOT_FOUND. */
export async function getError(store: Store, caller: Caller, id: string): Promise<ErrorDetail> {
  const { db } = store
  const { accountId } = caller
  const error = await findError(db, accountId, id)
  if (error === null) throw new Fault('ERROR_GROUP_NOT_FOUND')
  const [[counted = { error, recent: [], locations: [] }], analyses, occurrences] = await Promise.all([
    withCounts(db, caller, [error]),
    listAnalysesOfGroups(db, accountId, [id], analysesMax),
    occurrencesOf(db, accountId, error),
  ])
  return { ...counted, fromMs: startOfCounts(caller.nowMs), analyses, ...occurrences }
}

/** Where it occurred: in runs of its check and in other checks, or in test sessions. */
async function occurrencesOf(db: Store['db'], accountId: string, { id, kind, checkId, ...error }: ListedErrorRow) {
  const none = { others: [], sessions: [], results: [], ...nothingBefore }
  if (kind !== 'CHECK') return { ...none, sessions: await findSessionsOfError(db, accountId, id, most) }
  if (checkId === null) return none
  const ofCheck = { accountId, checkId, id }
  const [same, results, before] = await Promise.all([
    findSameErrors(db, accountId, [error.errorHash], most + 1),
    latestResults(db, ofCheck),
    runsAround(db, ofCheck, error.firstSeen),
  ])
  return { ...none, others: same.filter((one) => one.id !== id).slice(0, most), results, ...before }
}

interface ErrorOfCheck {
  readonly accountId: string
  readonly checkId: string
  readonly id: string
}

async function latestResults(db: Store['db'], { accountId, checkId, id }: ErrorOfCheck) {
  const all = { fromId: null, beforeId: null, queues: null, checkType: null }
  const filter = { accountId, checkId, ...all, hasFailures: true, resultType: 'FINAL' } as const
  const failures = await listCheckResults(db, filter, { limit: searchedFailures, offset: 0, withDetail: false })
  return failures.filter(({ errorGroupIds }) => errorGroupIds.includes(id)).slice(0, most)
}

const nothingBefore = { first: null, lastGood: null }

/** The first result with an error, and the last one before it that did not fail. A run can take a day to be stored. */
async function runsAround(
  db: Store['db'],
  error: ErrorOfCheck,
  firstSeen: Date,
): Promise<{ readonly first: Run | null; readonly lastGood: Run | null }> {
  const seenMs = firstSeen.getTime()
  const first = await findFirstOccurrence(db, error, {
    fromId: firstIdAt(seenMs - dayMs),
    beforeId: firstIdAt(seenMs + 1),
  })
  const { accountId, checkId } = error
  const lastGood = await findLastGoodResult(db, {
    accountId,
    checkId,
    id: first?.id ?? firstIdAt(seenMs),
    location: first?.location ?? '',
  })
  return { first, lastGood }
}
