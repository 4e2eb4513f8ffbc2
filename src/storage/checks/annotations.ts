import type { AlertType, AnnotationKind, AuditAction, IncidentSeverity } from '#contract'
import { firstIdAt } from '#kernel'
import type { TimeSpan } from '../analytics/spans.ts'
import type { Queryable } from '../database/queryable.ts'

/** Something that happened to a check besides its runs. */
export interface AnnotationRow {
  readonly kind: AnnotationKind
  readonly id: string
  readonly at: Date
  readonly until: Date | null
  readonly name: string | null
  readonly alertType: AlertType | null
  readonly error: string | null
  readonly checkResultId: string | null
  readonly action: AuditAction | null
  readonly operation: string | null
  readonly ofGroup: boolean | null
  readonly fields: string[]
  readonly severity: IncidentSeverity | null
  readonly pauses: boolean | null
  readonly silences: boolean | null
}

/** Paths of changes without what follows the first field, `updatedAt` left out, which always changes. */
const fieldsOfChanges = `array(
  select distinct field from (
    select substring(change ->> 'path' from '^[^.[]+') as field from jsonb_array_elements(changes) as change) as named
  where field is not null and field not in ('updatedAt', 'version', 'createdAt') order by field limit 20)`

/** Of `audit_log`: made by a command, or by a tool that names itself in its requests: `TF: go-http-client/1.1`. */
export const isDeployment = `(actor_type = 'COMMAND_LINE' or actor_type = 'API_KEY' and user_agent ~ '^[A-Z][A-Z0-9_-]+: ')`

/** The events of a check and its group in a span of time, oldest first; at most `limit` of each kind. */
export const listAnnotations = (
  db: Queryable,
  { accountId, checkId }: { readonly accountId: string; readonly checkId: string },
  { fromMs, toMs }: TimeSpan,
  limit: number,
): Promise<AnnotationRow[]> =>
  db.rows<{ [K in keyof AnnotationRow]: AnnotationRow[K] }>(
    `with subject as (
       select checks.id, checks.group_id, checks.tags || coalesce(check_groups.tags, '{}') as tags from checks
       left join check_groups on check_groups.account_id = checks.account_id and check_groups.id = checks.group_id
       where checks.account_id = $1 and checks.id = $2)
     (select 'ALERT' as kind, id::text, created_at as at, null::timestamptz as until, null as name, alert_type, error,
        check_result_id, null as action, null as operation, null::boolean as of_group, '{}'::text[] as fields,
        null as severity, null::boolean as pauses, null::boolean as silences
      from check_alerts where account_id = $1 and check_id = $2 and id >= $3 and id < $4 and alert_type <> 'NO_ALERT'
      order by check_alerts.id desc limit $5)
     union all
     (select case when ${isDeployment} then 'DEPLOYMENT' else 'CHANGE' end, id::text, created_at, null, actor_name,
        null, null, null, action, operation, resource_type = 'CHECK_GROUP', ${fieldsOfChanges}, null, null, null
      from (
        select * from audit_log where account_id = $1 and resource_type = 'CHECK' and resource_id = $2::text
          and id >= $3 and id < $4 and action in ('CREATED', 'UPDATED')
        union all
        select audit_log.* from audit_log join subject on resource_id = subject.group_id::text
        where account_id = $1 and resource_type = 'CHECK_GROUP' and audit_log.id >= $3 and audit_log.id < $4
          and action = 'UPDATED') as change
      order by change.id desc limit $5)
     union all
     (select 'INCIDENT', id::text, created_at, case when last_update_status = 'RESOLVED' then updated_at end, name,
        null, null, null, null, null, null, '{}', nullif(severity, 'NONE'), null, null
      from incidents where account_id = $1 and created_at < $7 and id in (
        select id from incidents where account_id = $1 and opened_by_check_id = $2
        union select incident_id from incident_failures where account_id = $1 and check_id = $2
        union select incident_id from incident_checks where account_id = $1 and check_id = $2)
        and (last_update_status <> 'RESOLVED' or updated_at >= $6)
      order by incidents.id desc limit $5)
     union all
     (select 'MAINTENANCE', windows.id::text, acting.effective_from, nullif(acting.effective_until, 'infinity'),
        windows.name, null, null, null, null, null, null, '{}', null,
        windows.pause_all_checks or windows.tags && subject.tags,
        windows.silence_all_alerts or windows.silence_alerts_tags && subject.tags
      from subject join maintenances acting on acting.account_id = $1
      join maintenance_windows windows on windows.account_id = acting.account_id and windows.id = acting.window_id
      where acting.effective_from < $7 and acting.effective_until > $6 and (windows.pause_all_checks
        or windows.tags && subject.tags or windows.silence_all_alerts or windows.silence_alerts_tags && subject.tags)
      order by acting.effective_from desc limit $5)
     order by at, id`,
    [accountId, checkId, firstIdAt(fromMs), firstIdAt(toMs), limit, new Date(fromMs), new Date(toMs)],
  )
