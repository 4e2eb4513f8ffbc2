import { testRunSources } from '#contract'
import type { CheckType, ReasonKind } from '#contract'
import { firstIdAt } from '#kernel'
import type { DashboardIncidentRow, DashboardIncidentUpdateRow } from './dashboard-incidents.ts'
import type { DashboardRow } from './dashboards.ts'
import type { HeartbeatState } from '../checks/heartbeats.ts'
import type { PageWindow } from '../database/counted-page.ts'
import type { Queryable } from '../database/queryable.ts'
import { findLatestPacked, mergedById } from '../packs/result-packs.ts'
import type { CheckResultSummary } from '../runs/check-results.ts'

/** The dashboard people open under a name: its dashboardId, or the custom URL that no dashboardId hides. */
export async function findDashboardOfPath(db: Queryable, name: string): Promise<DashboardRow | null> {
  const rows = await db.namedRows<DashboardRow & Record<string, unknown>>(
    'find-dashboard-of-path',
    `select * from dashboards where dashboard_id = $1 or custom_url = $1 order by dashboard_id = $1 desc limit 1`,
    [name],
  )
  return rows[0] ?? null
}

/** Names of the installation's dashboards, in lowercase, with the dashboardId. */
export const listDashboardDomains = (db: Queryable): Promise<{ customDomain: string; dashboardId: string }[]> =>
  db.namedRows(
    'list-dashboard-domains',
    `select custom_domain, dashboard_id from dashboards where custom_domain is not null`,
  )

/** Worst first: the order in which checks that need attention are shown. */
export const dashboardStatuses = ['failing', 'degraded', 'unknown', 'passing', 'inactive'] as const
export type DashboardStatus = (typeof dashboardStatuses)[number]

export interface DashboardCheckFilter {
  readonly accountId: string
  /** Of the check or its group; none for every check. */
  readonly tags: readonly string[]
  readonly needsAllTags: boolean
  /** Checks that nobody runs. */
  readonly unobserved: readonly string[]
}

export interface DashboardCheckRow {
  readonly id: string
  readonly name: string
  readonly checkType: CheckType
  readonly groupName: string | null
  readonly tags: readonly string[]
  readonly status: DashboardStatus
}

/** A check of one page of a dashboard. What ails it is null while it passes, or where no result says it. */
export interface ListedDashboardCheckRow extends DashboardCheckRow {
  /** Epoch milliseconds. */
  readonly sinceMs: number | null
  readonly reasonKind: ReasonKind | null
  readonly reason: string | null
}

const dashboardChecks = `
  select checks.id, coalesce(nullif(checks.settings ->> 'displayName', ''), checks.name) as name, checks.check_type, check_groups.name as group_name,
    checks.tags || coalesce(check_groups.tags, '{}') as tags,
    state.last_result_id, state.last_session_id,
    coalesce(state.alert_state ->> 'problemSince', state.alert_state ->> 'statusSince')::double precision as since_ms,
    case when checks.activated and coalesce(check_groups.activated, true) then
      case when checks.id = any($4::uuid[]) then 'unknown' else coalesce(state.status, 'unknown') end
      else 'inactive' end as status
  from checks
  left join check_groups on check_groups.account_id = checks.account_id and check_groups.id = checks.group_id
  left join check_states state on state.check_id = checks.id
  where checks.account_id = $1 and (cardinality($2::text[]) = 0
    or case when $3 then checks.tags || coalesce(check_groups.tags, '{}') @> $2::text[]
      else checks.tags || coalesce(check_groups.tags, '{}') && $2::text[] end)`

const valuesOf = (filter: DashboardCheckFilter): unknown[] => [
  filter.accountId,
  filter.tags,
  filter.needsAllTags,
  filter.unobserved,
]

/** How many checks stand how, and how many of them nobody runs. */
export const countDashboardChecks = (
  db: Queryable,
  filter: DashboardCheckFilter,
): Promise<{ status: DashboardStatus; count: number; unobserved: number }[]> =>
  db.rows(
    `select status, count(*)::int as count,
       count(*) filter (where status = 'unknown' and id = any($4::uuid[]))::int as unobserved
     from (${dashboardChecks}) as shown group by status`,
    valuesOf(filter),
  )

/** The worst result of the last run of each, which may have run in several locations. */
const ailing = `
  select result.detail #>> '{reasons,0,kind}' as reason_kind,
    coalesce(result.detail #>> '{reasons,0,message}', result.error) as reason
  from check_results result
  where result.account_id = $1 and result.check_id = shown.id and result.result_type = 'FINAL'
    and shown.status in ('failing', 'degraded') and result.outcome in ('degraded', 'failed')
    and result.id >= overlay(least(shown.last_session_id, shown.last_result_id)::text
      placing '0000-0000-000000000000' from 15)::uuid
    and (result.id = shown.last_result_id or result.session_id = shown.last_session_id)
  order by result.outcome = 'failed' desc, result.id desc limit 1`

/** A window of the checks, by name or the worst first. */
export const listDashboardChecks = (
  db: Queryable,
  filter: DashboardCheckFilter & PageWindow & { readonly isWorstFirst: boolean },
): Promise<ListedDashboardCheckRow[]> =>
  db.rows(
    `select shown.id, shown.name, shown.check_type, shown.group_name, shown.tags, shown.status,
       case when shown.status in ('failing', 'degraded') then shown.since_ms end as since_ms,
       ailing.reason_kind, ailing.reason
     from (select *, row_number() over (
         order by case when $5 then array_position($6::text[], status) end, folded(name), id) as place
       from (${dashboardChecks}) as listed order by place limit $7 offset $8) as shown
     left join lateral (${ailing}) as ailing on true
     order by shown.place`,
    [...valuesOf(filter), filter.isWorstFirst, dashboardStatuses, filter.limit, filter.offset],
  )

export interface RecentResultRow {
  readonly checkId: string
  readonly id: string
  readonly outcome: 'passed' | 'degraded' | 'failed'
  readonly responseTimeMs: number | null
  readonly at: Date
}

export interface RecentFilter {
  readonly accountId: string
  readonly checkIds: readonly string[]
  readonly sinceMs: number
  /** Of each check. */
  readonly limit: number
}

/** The latest final results of each check, newest first. */
export async function listRecentResults(db: Queryable, filter: RecentFilter): Promise<RecentResultRow[]> {
  const fromId = firstIdAt(filter.sinceMs)
  const rows = await db.rows<{ [K in keyof RecentResultRow]: RecentResultRow[K] }>(
    `select requested.check_id, result.id, result.outcome, result.response_time_ms, result.started_at as at
     from unnest($2::uuid[]) as requested (check_id)
     cross join lateral (
       select id, outcome, response_time_ms, started_at from check_results
       where account_id = $1 and check_results.check_id = requested.check_id and id >= $3 and result_type = 'FINAL'
         and run_source <> all ($5::text[]) and not is_cancelled and outcome <> 'unknown'
       order by id desc limit $4) as result
     order by result.id desc`,
    [filter.accountId, filter.checkIds, fromId, filter.limit, testRunSources],
  )
  const rowsOf = Map.groupBy(rows, ({ checkId }) => checkId)
  const packed = await findLatestPacked(
    db,
    filter.accountId,
    filter.checkIds.map((checkId) => ({
      checkId,
      size: filter.limit,
      fromId: rowsOf.get(checkId)?.[filter.limit - 1]?.id ?? fromId,
    })),
  )
  if (packed.length === 0) return rows
  const packedOf = Map.groupBy(packed.map(recentOf), ({ checkId }) => checkId)
  const latest = filter.checkIds.flatMap((checkId) =>
    mergedById(rowsOf.get(checkId) ?? [], packedOf.get(checkId) ?? [], 'descending').slice(0, filter.limit),
  )
  return mergedById(latest, [], 'descending')
}

/** Packed are those that passed. */
const recentOf = ({ checkId, id, responseTimeMs, startedAt }: CheckResultSummary): RecentResultRow => ({
  checkId,
  id,
  outcome: 'passed',
  responseTimeMs,
  at: startedAt,
})

export interface RecentEventRow {
  readonly checkId: string
  readonly id: string
  readonly state: HeartbeatState
  readonly at: Date
}

/** The latest events of each heartbeat, newest first. */
export const listRecentEvents = (db: Queryable, filter: RecentFilter): Promise<RecentEventRow[]> =>
  db.rows(
    `select requested.check_id, event.id, event.state, event.at
     from unnest($2::uuid[]) as requested (check_id)
     cross join lateral (
       select id, state, at from heartbeat_events
       where account_id = $1 and heartbeat_events.check_id = requested.check_id and id >= $3
       order by id desc limit $4) as event
     order by event.id desc`,
    [filter.accountId, filter.checkIds, firstIdAt(filter.sinceMs), filter.limit],
  )

type Rows<T> = T & Record<string, unknown>
export type VisibleIncidentRow = DashboardIncidentRow & { readonly isOver: boolean }

/** The incidents of a dashboard that are not over, or were not at `since`, the latest first. */
export const listVisibleIncidents = (
  db: Queryable,
  filter: {
    readonly accountId: string
    readonly dashboardId: number
    readonly now: Date
    readonly since: Date
    readonly limit: number
  },
): Promise<VisibleIncidentRow[]> =>
  db.rows<Rows<VisibleIncidentRow>>(
    `select incident.*, coalesce(ending.at <= $3, false) as is_over
     from dashboard_incidents incident
     left join lateral (
       select status, created_at from dashboard_incident_updates latest
       where latest.account_id = incident.account_id and latest.incident_id = incident.id
       order by created_at desc, id desc limit 1) as latest on true
     cross join lateral (
       select coalesce(incident.stopped_at, case when latest.status = 'RESOLVED' then latest.created_at end) as at) as ending
     where incident.account_id = $1 and incident.dashboard_id = $2 and (ending.at is null or ending.at > $4)
     order by coalesce(incident.started_at, incident.created_at) desc, incident.id desc limit $5`,
    [filter.accountId, filter.dashboardId, filter.now, filter.since, filter.limit],
  )

/** The updates of incidents, newest first. */
export const listUpdatesOfIncidents = (
  db: Queryable,
  filter: { readonly accountId: string; readonly incidentIds: readonly string[]; readonly limit: number },
): Promise<DashboardIncidentUpdateRow[]> =>
  db.rows<Rows<DashboardIncidentUpdateRow>>(
    `select * from dashboard_incident_updates where account_id = $1 and incident_id = any($2::uuid[])
     order by created_at desc, id desc limit $3`,
    [filter.accountId, filter.incidentIds, filter.limit],
  )
