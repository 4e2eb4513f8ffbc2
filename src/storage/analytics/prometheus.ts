import { inboundCheckTypes } from '#contract'
import type { CheckType } from '#contract'
import { firstIdAt } from '#kernel'
import { maxQueueToResultMs } from './hours.ts'
import type { Queryable } from '../database/queryable.ts'

/** A check as its series name it. */
export interface ScrapedCheck {
  readonly id: string
  readonly name: string
  readonly checkType: CheckType
  /** Of the check and its group. */
  readonly activated: boolean
  readonly muted: boolean
  readonly tags: string[]
  readonly groupName: string | null
  readonly status: 'passing' | 'degraded' | 'failing' | null
  readonly sslDaysRemaining: number | null
  readonly url: string | null
  /** Heartbeats only. */
  readonly periodMs: number | null
  readonly lastSuccessAt: Date | null
  readonly metrics: readonly { readonly name: string; readonly value: number; readonly unit: string | null }[] | null
}

export const findScrapedChecks = (db: Queryable, accountId: string): Promise<ScrapedCheck[]> =>
  db.namedRows(
    'find-scraped-checks',
    `select checks.id, checks.name, checks.check_type, checks.activated and coalesce(check_groups.activated, true) as activated,
       checks.muted or coalesce(check_groups.muted, false) as muted, checks.tags, check_groups.name as group_name,
       state.status, state.ssl_days_remaining, checks.settings -> 'request' ->> 'url' as url, timer.period_ms, timer.metrics,
       success.at as last_success_at
     from checks
     left join check_groups on check_groups.account_id = checks.account_id and check_groups.id = checks.group_id
     left join check_states state on state.check_id = checks.id
     left join heartbeat_timers timer on timer.check_id = checks.id
     left join lateral (select at from heartbeat_events event where event.account_id = checks.account_id
       and event.check_id = checks.id and event.state <> 'FAILING' and checks.check_type = any($2)
       order by event.id desc limit 1) as success on true
     where checks.account_id = $1 order by checks.name, checks.id`,
    [accountId, inboundCheckTypes],
  )

/** Results of one check, one line for each: its location, result type, outcome and values, parted by tabs. */
export interface ScrapedResults {
  readonly checkId: string
  readonly checkType: CheckType
  readonly lines: string
}

/**
 * The measurements of the checks of an account in a stretch of the current hour, with retried attempts. Values stand in the order of the
 * type's metrics with commas between them; null is an empty text. Results of a check come as one text because a row for
 * each of them takes several times as long.
 */
export const findScrapedResults = (
  db: Queryable,
  accountId: string,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number | null },
): Promise<ScrapedResults[]> =>
  db.rows(
    `select result.check_id, checks.check_type, string_agg(result.location || e'\\t' || result.result_type || e'\\t'
         || case when result.has_errors then 'failed' else result.outcome end
         || e'\\t' || array_to_string(result.measured, ',', ''), e'\\n') as lines
     from checks join check_results result on result.account_id = checks.account_id
       and result.check_id = checks.id and result.id >= $4 and result.created_at >= $2 and result.created_at < $3
       and result.measured is not null
     where checks.account_id = $1 group by result.check_id, checks.check_type`,
    [accountId, new Date(fromMs), toMs === null ? 'infinity' : new Date(toMs), firstIdAt(fromMs - maxQueueToResultMs)],
  )

export interface ScrapedWait {
  readonly slugName: string
  readonly checkType: CheckType
  readonly id: string
  readonly startedAt: Date
}

/** First attempts that private locations reported since a moment, which is too close to be packed: their ids say when they were queued. */
export const findScrapedWaits = (db: Queryable, accountId: string, from: Date): Promise<ScrapedWait[]> =>
  db.rows(
    `select location.slug_name, result.check_type, result.id, result.started_at
     from private_locations location
     join checks on checks.account_id = $1
     join check_results result on result.account_id = $1 and result.check_id = checks.id
       and result.id >= $3 and result.created_at >= $2 and result.attempt = 1
       and result.location = 'private:' || location.account_id || ':' || location.slug_name
     where location.account_id = $1`,
    [accountId, from, firstIdAt(from.getTime() - maxQueueToResultMs)],
  )

export interface ScrapedQueue {
  readonly id: string
  readonly name: string
  readonly slugName: string
  readonly queued: number
  readonly inflight: number
  readonly oldestAt: Date | null
}

/** The waiting and running tasks of each private location. */
export const findScrapedQueues = (db: Queryable, accountId: string, now: Date): Promise<ScrapedQueue[]> =>
  db.rows(
    `select location.id, location.name, location.slug_name,
       (count(task.id) filter (where task.lease_token is null and task.claimable_at <= $2))::int as queued,
       (count(task.id) filter (where task.lease_token is not null))::int as inflight,
       min(task.queued_at) filter (where task.lease_token is null and task.claimable_at <= $2) as oldest_at
     from private_locations location
     left join run_tasks task on task.queue = 'private:' || location.account_id || ':' || location.slug_name
     where location.account_id = $1 group by location.id, location.name, location.slug_name order by location.name`,
    [accountId, now],
  )
