import type { Outcome } from '#contract'
import { decodeEnds } from '#packing'
import type { Queryable } from '../database/queryable.ts'
import { isPackRead } from '../packs/packing-progress.ts'
import type { LocationOutcome } from './check-sessions.ts'

/** Ids of results: from the first on, before the second. */
interface HistorySpan {
  readonly accountId: string
  readonly checkIds: readonly string[]
  readonly fromId: string
  readonly beforeId: string
}

/** A run that did not pass, or an attempt of one that was retried. Times are epoch milliseconds. */
export interface ProblemRun {
  readonly checkId: string
  readonly id: string
  readonly sessionId: string
  readonly sequenceId: string
  readonly isFinal: boolean
  readonly attempt: number
  readonly outcome: Outcome
  readonly startedMs: number
  readonly createdMs: number
  /** Of a session that is stored, which those of one location are not unless somebody requested them. */
  readonly locations: number | null
  readonly outcomes: Record<string, LocationOutcome> | null
  readonly stoppedMs: number | null
}

/**
 * Runs that tell something about their targets and did not pass, the first so many by their ids; with `withAttempts` also
 * every attempt of those that were retried.
 */
export const listProblemRuns = (
  db: Queryable,
  { accountId, checkIds, fromId, beforeId }: HistorySpan,
  { withAttempts, limit }: { readonly withAttempts: boolean; readonly limit: number },
): Promise<ProblemRun[]> =>
  db.rows<{ [K in keyof ProblemRun]: ProblemRun[K] }>(
    `select result.check_id, result.id, result.session_id, result.sequence_id, result.result_type = 'FINAL' as is_final,
       result.attempt, result.outcome, date_part('epoch', result.started_at) * 1000 as started_ms,
       date_part('epoch', result.created_at) * 1000 as created_ms, cardinality(session.locations) as locations,
       session.outcomes, date_part('epoch', session.stopped_at) * 1000 as stopped_ms
     from (select check_id, id, session_id, sequence_id, result_type, attempt, outcome, started_at, created_at
       from check_results
       where account_id = $1 and check_id = any($2::uuid[]) and id >= $3 and id < $4 and measured is not null
         and case when $5 then outcome <> 'passed' or attempt > 1 else outcome <> 'passed' and result_type = 'FINAL' end
       order by id limit $6) as result
     left join check_sessions session on session.account_id = $1 and session.id = result.session_id
     order by result.id`,
    [accountId, checkIds, fromId, beforeId, withAttempts, limit],
  )

/** The end of a run that passed in one location. */
export interface PassedRun {
  readonly checkId: string
  readonly sessionId: string
  readonly startedMs: number
  readonly createdMs: number
}

/** A check of which passes are wanted from an id on. */
export interface PassesWanted {
  readonly checkId: string
  readonly fromId: string
}

/** Passes that are rows: the latest ones, those with files, and those after a retry. */
export const listPassedRows = async (
  db: Queryable,
  accountId: string,
  wanted: readonly PassesWanted[],
  beforeId: string,
): Promise<PassedRun[]> =>
  wanted.length === 0
    ? []
    : db.rows<{ [K in keyof PassedRun]: PassedRun[K] }>(
        `select result.check_id, result.session_id, date_part('epoch', result.started_at) * 1000 as started_ms,
           date_part('epoch', result.created_at) * 1000 as created_ms
         from unnest($2::uuid[], $3::uuid[]) as wanted (check_id, from_id)
         join check_results result on result.account_id = $1 and result.check_id = wanted.check_id
           and result.id >= wanted.from_id
         where result.id >= $4 and result.id < $5 and result.outcome = 'passed' and result.result_type = 'FINAL'
           and result.measured is not null`,
        [
          accountId,
          wanted.map(({ checkId }) => checkId),
          wanted.map(({ fromId }) => fromId),
          smallest(wanted),
          beforeId,
        ],
      )

const smallest = (wanted: readonly PassesWanted[]): string =>
  wanted.reduce((least, { fromId }) => (fromId < least ? fromId : least), wanted[0]?.fromId ?? '')

/** Packs of a check that are wanted from an id on. */
export interface PacksWanted extends PassesWanted {
  /** No further pack is wanted behind one that reaches so far. */
  readonly enoughId: string
  /** How many at most. */
  readonly packs: number
}

/** The passes of packs, each pack once. */
export async function listPackedPasses(
  db: Queryable,
  accountId: string,
  wanted: readonly PacksWanted[],
  beforeId: string,
): Promise<PassedRun[]> {
  if (wanted.length === 0) return []
  const packs = await db.rows<{ checkId: string; heads: Buffer }>(
    `select distinct on (pack.check_id, pack.first_id) pack.check_id, pack.heads
     from unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::int[]) as wanted (check_id, from_id, enough_id, packs)
     cross join lateral (
       select check_id, first_id, heads, lag(last_id) over (order by first_id) as before_it
       from (select check_id, first_id, last_id, heads from result_packs
         where account_id = $1 and check_id = wanted.check_id and first_id >= wanted.from_id and first_id < $6
           and ${isPackRead}
         order by first_id limit wanted.packs) as near) as pack
     where before_it is null or before_it < wanted.enough_id`,
    [
      accountId,
      wanted.map(({ checkId }) => checkId),
      wanted.map(({ fromId }) => fromId),
      wanted.map(({ enoughId }) => enoughId),
      wanted.map(({ packs: count }) => count),
      beforeId,
    ],
  )
  return packs.flatMap(({ checkId, heads }) =>
    decodeEnds(checkId, heads).map(({ sessionId, startedAt, createdAt }) => ({
      checkId,
      sessionId,
      startedMs: startedAt,
      createdMs: createdAt,
    })),
  )
}

/** The ids of the checks of an account that run by schedule: of one group, or all. */
export const listReplayableChecks = (
  db: Queryable,
  accountId: string,
  groupId: number | null,
): Promise<{ id: string }[]> =>
  db.rows(
    `select id from checks where account_id = $1 and ($2::bigint is null or group_id = $2) order by folded(name), id`,
    [accountId, groupId],
  )

/** How many alerts of each of these checks were recorded from an id on, before another. */
export const countRecordedAlerts = (
  db: Queryable,
  { accountId, checkIds, fromId, beforeId }: HistorySpan,
): Promise<{ checkId: string; alerts: number }[]> =>
  db.rows(
    `select check_id, count(*)::int as alerts from check_alerts
     where account_id = $1 and check_id = any($2::uuid[]) and id >= $3 and id < $4 and alert_type <> 'ALERT_SSL'
     group by check_id`,
    [accountId, checkIds, fromId, beforeId],
  )
