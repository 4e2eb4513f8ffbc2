import type { Queryable } from '../database/queryable.ts'
import { isDeployment } from './annotations.ts'

/** The changes that somebody made to checks and groups in a minute. */
export interface OverviewChangeRow {
  readonly id: string
  readonly at: Date
  readonly isDeployment: boolean
  readonly actorName: string | null
  readonly action: 'CREATED' | 'UPDATED' | 'DELETED'
  /** Of the last of them. */
  readonly resourceType: 'CHECK' | 'CHECK_GROUP'
  readonly resourceId: string | null
  readonly resourceName: string | null
  readonly count: number
}

/** A deployment changes hundreds of things at once: more than these are not looked at. */
const mostEntries = 2_000

/** The latest changes of checks and groups from an id of the audit log on, the newest first. */
export const listOverviewChanges = (
  db: Queryable,
  accountId: string,
  fromId: string,
  limit: number,
): Promise<OverviewChangeRow[]> =>
  db.rows<{ [K in keyof OverviewChangeRow]: OverviewChangeRow[K] }>(
    `select max(id::text) as id, max(created_at) as at, is_deployment, actor_name,
       (array_agg(action order by id desc))[1] as action, (array_agg(resource_type order by id desc))[1] as resource_type,
       (array_agg(resource_id order by id desc))[1] as resource_id,
       (array_agg(resource_name order by id desc))[1] as resource_name, count(distinct resource_id)::int as count
     from (select *, ${isDeployment} as is_deployment from audit_log
       where account_id = $1 and id >= $2::uuid and resource_type in ('CHECK', 'CHECK_GROUP')
         and action in ('CREATED', 'UPDATED', 'DELETED') and fault is null
       order by id desc limit $4) as entry
     group by is_deployment, actor_name, case when not is_deployment then action end, date_trunc('minute', created_at)
     order by id desc limit $3`,
    [accountId, fromId, limit, mostEntries],
  )

/** The checks and alerts that mutes and maintenance hold back in an account at this moment. */
export interface SilencedNow {
  /** That run, and about which nobody would be notified. */
  readonly checks: number
  /** Of them, those with an alert that waits for the end of the silence. */
  readonly held: number
  readonly windows: readonly { readonly id: number; readonly name: string; readonly until: string | null }[]
}

export async function countSilenced(db: Queryable, accountId: string, now: Date): Promise<SilencedNow> {
  const rows = await db.rows<SilencedNow>(
    `with acting as (
       select windows.id, windows.name, nullif(maintenances.effective_until, 'infinity') as until,
         silence_all_alerts or pause_all_checks as covers_all, windows.tags || silence_alerts_tags as tags
       from maintenances
       join maintenance_windows windows on windows.account_id = maintenances.account_id and windows.id = window_id
       where maintenances.account_id = $1 and effective_from <= $2 and effective_until > $2)
     select count(*)::int as checks, count(state.held_alerts_due_at)::int as held,
       (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name, 'until', until) order by until), '[]')
        from acting) as windows
     from checks
     join check_states state on state.account_id = checks.account_id and state.check_id = checks.id
     left join check_groups on check_groups.account_id = checks.account_id and check_groups.id = checks.group_id
     where checks.account_id = $1 and checks.activated and check_groups.activated is not false
       and (checks.muted or coalesce(check_groups.muted, false)
         or greatest(state.muted_until, state.snoozed_until, check_groups.muted_until) > $2
         or exists (select from acting
           where covers_all or acting.tags && (checks.tags || coalesce(check_groups.tags, '{}'))))`,
    [accountId, now],
  )
  return rows[0] ?? { checks: 0, held: 0, windows: [] }
}
