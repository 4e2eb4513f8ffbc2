import type { AlertType, CheckType, NotificationStatus, SilenceReason } from '#contract'
import type { Queryable } from '../database/queryable.ts'
import { findPackedOfSessions } from '../packs/result-packs.ts'
import { isFailing } from './check-states.ts'

export interface ProblemRow {
  readonly id: string
  readonly name: string
  readonly checkType: CheckType
  readonly frequency: number | null
  readonly groupId: number | null
  readonly groupName: string | null
  readonly state: 'FAILING' | 'DEGRADED' | 'UNKNOWN'
  readonly sinceMs: number | null
  readonly lastResultId: string | null
  readonly lastSessionId: string | null
  readonly lastRunAt: Date | null
  readonly muted: boolean
  readonly acknowledgedBy: string | null
  readonly acknowledgedAtMs: number | null
  readonly reason: string | null
  /** The request of the last run without its long parts; that of the check where no run has one. */
  readonly request: unknown
  /** The certificate of the host that the last run saw. */
  readonly certificate: { readonly fingerprint: string; readonly subject: string | null } | null
  readonly locations: readonly { readonly location: string; readonly state: 'FAILING' | 'DEGRADED' | 'PASSING' }[]
  readonly notifications: readonly PlannedRow[]
}

export interface PlannedRow {
  readonly channelId: number | null
  readonly status: NotificationStatus
  readonly silence: SilenceReason | null
  readonly at: string
}

/** The smallest id made at a time in milliseconds. */
const firstIdAt = (ms: string): string =>
  `(overlay(lpad(to_hex((${ms})::bigint), 12, '0') placing '-' from 9 for 0) || '-0000-0000-000000000000')::uuid`

/** The parts of requests that do not say where they go. */
const withoutLong = `- '{body,headers,assertions,queryParameters}'::text[]`

const since = `coalesce(state.alert_state ->> 'problemSince', state.alert_state ->> 'statusSince')::double precision`

export interface ProblemFilter {
  readonly accountId: string
  readonly now: Date
  readonly limit: number
  /** Checks that nobody runs: their last outcomes say nothing of now. */
  readonly unobserved: readonly string[]
}

/** The checks of an account that do not pass, the newest problems first, with their last outcomes and notifications. */
export async function listProblems(db: Queryable, filter: ProblemFilter): Promise<ProblemRow[]> {
  const { accountId } = filter
  const problems = await listProblemRows(db, filter)
  const packed = await findPackedOfSessions(
    db,
    problems.flatMap(({ id, lastSessionId }) =>
      lastSessionId === null ? [] : [{ accountId, checkId: id, sessionId: lastSessionId }],
    ),
  )
  const packedOf = Map.groupBy(packed, ({ checkId }) => checkId)
  return problems.map((problem) => ({
    ...problem,
    locations: withPassing(problem.locations, packedOf.get(problem.id) ?? []),
  }))
}

/** Locations where the last run passed so long ago that its result is packed. */
function withPassing(
  locations: ProblemRow['locations'],
  packed: readonly { readonly location: string }[],
): ProblemRow['locations'] {
  const known = new Set(locations.map(({ location }) => location))
  const passing = packed.filter(({ location }) => !known.has(location))
  const all = [...locations, ...passing.map(({ location }) => ({ location, state: 'PASSING' as const }))]
  return passing.length === 0 ? locations : all.toSorted((one, other) => (one.location < other.location ? -1 : 1))
}

const listProblemRows = (db: Queryable, { accountId, now, limit, unobserved }: ProblemFilter): Promise<ProblemRow[]> =>
  db.rows(
    `select problem.*, outcomes.locations, coalesce(outcomes.reason, planned.reason) as reason, planned.notifications,
       coalesce(outcomes.request, problem.own_request) ${withoutLong} as request,
       case when outcomes.certificate ? 'fingerprintSha256' then jsonb_build_object(
         'fingerprint', outcomes.certificate -> 'fingerprintSha256', 'subject', outcomes.certificate -> 'subjectCN')
         end as certificate
     from (
       select checks.account_id, checks.id, checks.name, checks.check_type, checks.frequency, checks.group_id,
         check_groups.name as group_name, case when ${isFailing} then 'FAILING' else 'DEGRADED' end as state,
         ${since} as since_ms, state.last_result_id, state.last_session_id, state.updated_at as last_run_at,
         checks.muted or coalesce(check_groups.muted, false)
           or greatest(state.muted_until, state.snoozed_until, check_groups.muted_until) > $2 is true as muted,
         state.alert_state #>> '{acknowledgement,by}' as acknowledged_by,
         (state.alert_state #>> '{acknowledgement,atMs}')::double precision as acknowledged_at_ms,
         checks.settings -> 'request' as own_request
       from check_states state
       join checks on checks.account_id = state.account_id and checks.id = state.check_id
       left join check_groups on check_groups.account_id = checks.account_id and check_groups.id = checks.group_id
       where state.account_id = $1 and (${isFailing} or state.status = 'degraded')
         and checks.activated and check_groups.activated is not false and checks.id <> all($4::uuid[])
       order by ${isFailing} desc, ${since} desc nulls last, checks.id limit $3) as problem
     cross join lateral (
       select coalesce(jsonb_agg(jsonb_build_object('location', one.location, 'state', one.state) order by one.location),
         '[]') as locations, (array_agg(one.reason order by one.rank desc))[1] as reason,
         (array_agg(one.request order by one.rank desc))[1] as request,
         (array_agg(one.certificate order by one.rank desc))[1] as certificate
       from (select distinct on (result.location) result.location,
           case result.outcome when 'failed' then 2 when 'degraded' then 1 when 'passed' then 0 else -1 end as rank,
           case result.outcome when 'failed' then 'FAILING' when 'degraded' then 'DEGRADED' when 'passed' then 'PASSING'
             else 'UNKNOWN' end as state,
           coalesce(result.error, result.detail #>> '{reasons,0,message}') as reason,
           jsonb_path_query_first(result.detail, '$.*.request') as request,
           jsonb_path_query_first(result.detail, '$.*.response.certificate') as certificate
         from check_results result
         where result.account_id = $1 and result.check_id = problem.id and result.result_type = 'FINAL'
           and result.id >= overlay(least(problem.last_session_id, problem.last_result_id)::text
             placing '0000-0000-000000000000' from 15)::uuid
           and (result.id = problem.last_result_id or result.session_id = problem.last_session_id)
         order by result.location, result.id desc) as one) as outcomes
     cross join lateral (
       select coalesce(jsonb_agg(jsonb_build_object('channelId', one.channel_id, 'status', one.status,
           'silence', one.silence, 'at', one.created_at) order by one.id desc), '[]') as notifications,
         (array_agg(coalesce(one.facts #>> '{reasons,0}', nullif(one.facts ->> 'checkErrorMessage', ''))
           order by one.id desc))[1] as reason
       from (select id, channel_id, status, silence, facts, created_at from notifications
         where account_id = $1 and check_id = problem.id and id >= ${firstIdAt('coalesce(problem.since_ms, 0)')}
         order by id desc limit 40) as one) as planned
     order by problem.state = 'FAILING' desc, problem.since_ms desc nulls last, problem.id`,
    [accountId, now, limit, unobserved],
  )

/** These checks of an account that nobody runs, by name; those that are paused are left out. */
export async function listUnobservedProblems(db: Queryable, filter: ProblemFilter): Promise<ProblemRow[]> {
  const { accountId, now, limit, unobserved } = filter
  if (unobserved.length === 0) return []
  return db.rows<{ [K in keyof ProblemRow]: ProblemRow[K] }>(
    `select checks.id, checks.name, checks.check_type, checks.frequency, checks.group_id, check_groups.name as group_name,
       'UNKNOWN' as state, null::double precision as since_ms, state.last_result_id, state.last_session_id,
       state.updated_at as last_run_at, null as reason, null::jsonb as request, null::jsonb as certificate,
       '[]'::jsonb as locations, '[]'::jsonb as notifications,
       checks.muted or coalesce(check_groups.muted, false)
         or greatest(state.muted_until, state.snoozed_until, check_groups.muted_until) > $2 is true as muted,
       state.alert_state #>> '{acknowledgement,by}' as acknowledged_by,
       (state.alert_state #>> '{acknowledgement,atMs}')::double precision as acknowledged_at_ms
     from checks
     join check_states state on state.check_id = checks.id
     left join check_groups on check_groups.account_id = checks.account_id and check_groups.id = checks.group_id
     where checks.account_id = $1 and checks.id = any($4::uuid[])
       and checks.activated and check_groups.activated is not false
     order by folded(checks.name), checks.id limit $3`,
    [accountId, now, limit, unobserved],
  )
}

export interface OverviewEventRow {
  readonly id: string
  readonly createdAt: Date
  readonly alertType: AlertType
  readonly checkId: string
  readonly checkName: string
  readonly checkResultId: string | null
  readonly error: string | null
  readonly channelIds: readonly number[]
}

/** The latest alerts of an account from an id on, with the channels that were notified of each. */
export const listOverviewEvents = (
  db: Queryable,
  accountId: string,
  fromId: string,
  limit: number,
): Promise<OverviewEventRow[]> =>
  db.rows(
    `select alert.id, alert.created_at, alert.alert_type, alert.check_id, alert.check_name, alert.check_result_id,
       alert.error, array(
         select distinct channel_id::int from notifications n
         where n.account_id = $1 and n.check_id = alert.check_id and n.check_alert_id = alert.id
           and n.id >= ${firstIdAt('extract(epoch from alert.created_at) * 1000 - 60000')}
           and n.channel_id is not null and n.status in ('SUCCESS', 'IN_PROGRESS')) as channel_ids
     from (select * from check_alerts where account_id = $1 and id >= $2 and alert_type <> 'NO_ALERT'
       order by id desc limit $3) as alert
     order by alert.id desc`,
    [accountId, fromId, limit],
  )
