import { metricColumns } from '#contract'
import type { CheckType } from '#contract'
import type { Queryable } from './queryable.ts'

/** A check as its series name it. */
export interface ScrapedCheckRow {
  readonly id: string
  readonly name: string
  readonly check_type: CheckType
  /** Of the check and its group. */
  readonly activated: boolean
  readonly muted: boolean
  readonly tags: string[]
  readonly group_name: string | null
  readonly status: 'passing' | 'degraded' | 'failing' | null
  readonly ssl_days_remaining: number | null
  readonly url: string | null
  /** Heartbeats only. */
  readonly period_ms: number | null
  readonly last_success_at: Date | null
}

export const findScrapedChecks = (db: Queryable, accountId: string): Promise<ScrapedCheckRow[]> =>
  db.namedRows(
    'find-scraped-checks',
    `select checks.id, checks.name, checks.check_type, checks.activated and coalesce(check_groups.activated, true) as activated,
       checks.muted or coalesce(check_groups.muted, false) as muted, checks.tags, check_groups.name as group_name,
       state.status, state.ssl_days_remaining, checks.settings -> 'request' ->> 'url' as url, timer.period_ms,
       success.at as last_success_at
     from checks
     left join check_groups on check_groups.account_id = checks.account_id and check_groups.id = checks.group_id
     left join check_states state on state.check_id = checks.id
     left join heartbeat_timers timer on timer.check_id = checks.id
     left join lateral (select at from heartbeat_events event where event.account_id = checks.account_id
       and event.check_id = checks.id and event.state <> 'FAILING' order by event.id desc limit 1) as success
       on checks.check_type = 'HEARTBEAT'
     where checks.account_id = $1 order by checks.name, checks.id`,
    [accountId],
  )

export interface ScrapeFilter {
  readonly accountId: string
  readonly from: Date
  readonly withLocations: boolean
  readonly withAttempts: boolean
}

const measurements = `checks join check_measurements kept on kept.account_id = checks.account_id
  and kept.check_id = checks.id and kept.bucket >= $2 and ($4 or kept.result_type = 'FINAL')`
const location = `case when $3 then kept.location else '' end`
const valuesOf = ({ accountId, from, withLocations, withAttempts }: ScrapeFilter) => [
  accountId,
  from,
  withLocations,
  withAttempts,
]

/** How many results came to what since a moment. */
export const countScrapedResults = (
  db: Queryable,
  filter: ScrapeFilter,
): Promise<{ check_id: string; location: string; outcome: string; size: number }[]> =>
  db.namedRows(
    'count-scraped-results',
    `select kept.check_id, ${location} as location, kept.outcome, sum(kept.size)::bigint as size
     from ${measurements} where checks.account_id = $1 group by 1, 2, 3 order by 1, 2, 3`,
    valuesOf(filter),
  )

const places = Array.from({ length: metricColumns }, (_, index) => index + 1)

/** How many values since a moment lie at or below each bound and above the one before; `step` counts bounds from 0. */
export const countScrapedValues = (
  db: Queryable,
  filter: ScrapeFilter,
  bounds: readonly number[],
): Promise<{ check_id: string; location: string; metric: number; step: number; size: number; total: number }[]> =>
  db.namedRows(
    'count-scraped-values',
    `select kept.check_id, ${location} as location, listed.metric,
       (select count(*) from unnest($5::double precision[]) as bound where bound < value)::int as step,
       count(*) as size, sum(value) as total
     from ${measurements}
     cross join lateral (values ${places.map((place) => `(${place}, kept.m${place})`).join(', ')}) as listed (metric, list)
     cross join lateral unnest(listed.list) as value
     where checks.account_id = $1 and value is not null group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
    [...valuesOf(filter), bounds],
  )

/** The latest values of each check and location since a moment, by column. */
export const findLatestValues = (
  db: Queryable,
  accountId: string,
  from: Date,
): Promise<{ check_id: string; location: string; points: (number | null)[] }[]> =>
  db.namedRows(
    'find-latest-values',
    `select distinct on (kept.check_id, kept.location) kept.check_id, kept.location,
       array[${places.map((place) => `kept.m${place}[kept.size]`).join(', ')}] as points
     from checks join check_measurements kept on kept.account_id = checks.account_id and kept.check_id = checks.id
       and kept.bucket >= $2 and kept.result_type = 'FINAL'
     where checks.account_id = $1
     order by kept.check_id, kept.location, kept.bucket desc, kept.at[kept.size] desc`,
    [accountId, from],
  )

export interface ScrapedQueueRow {
  readonly id: string
  readonly name: string
  readonly slug_name: string
  readonly queued: number
  readonly inflight: number
  readonly oldest_at: Date | null
}

/** What waits and runs in each private location. */
export const findScrapedQueues = (db: Queryable, accountId: string, now: Date): Promise<ScrapedQueueRow[]> =>
  db.rows(
    `select location.id, location.name, location.slug_name,
       (count(task.id) filter (where task.lease_token is null and task.available_at <= $2))::int as queued,
       (count(task.id) filter (where task.lease_token is not null))::int as inflight,
       min(task.queued_at) filter (where task.lease_token is null and task.available_at <= $2) as oldest_at
     from private_locations location
     left join run_tasks task on task.location = 'private:' || location.account_id || ':' || location.slug_name
     where location.account_id = $1 group by location.id, location.name, location.slug_name order by location.name`,
    [accountId, now],
  )
