import type { AlertType, CheckType } from '#contract'
import type { Queryable } from '../database/queryable.ts'
import type { WindowCoverage } from './maintenance-occurrences.ts'

/** A check of which a maintenance held alerts back. */
export interface SilencedCheck {
  readonly id: string
  readonly name: string
  readonly checkType: CheckType
  readonly alerts: number
  readonly firstAt: Date
  readonly lastAt: Date
  readonly lastAlertType: AlertType
  readonly error: string | null
  readonly notificationId: string
  readonly notifiedAt: Date | null
  /** Of all such checks. */
  readonly totalChecks: number
  readonly totalAlerts: number
}

interface SilencedSpan {
  readonly from: Date
  readonly to: Date
  /** The smallest ids of notifications in it, of those after it, and of those too late to have waited for it. */
  readonly fromId: string
  readonly beforeId: string
  readonly lateId: string
  /** How many checks at most. */
  readonly limit: number
}

/**
 * The checks that a window of this scope silenced within a span, those with the latest alerts first. An alert goes to
 * several channels, which count once. What was notified after all says until when it was held back.
 */
export const listSilencedChecks = (
  db: Queryable,
  accountId: string,
  scope: Pick<WindowCoverage, 'silenceAllAlerts' | 'silenceAlertsTags' | 'pauseAllChecks' | 'tags'>,
  span: SilencedSpan,
): Promise<SilencedCheck[]> =>
  db.rows<{ [K in keyof SilencedCheck]: SilencedCheck[K] }>(
    `with silenced as (
       select check_id, count(distinct created_at)::int as alerts, min(created_at) as first_at,
         max(created_at) as last_at, (array_agg(id order by id desc))[1] as notification_id
       from notifications
       where account_id = $1 and id >= $2 and id < $3 and silence = 'SILENCED_BY_MAINTENANCE' group by check_id)
     select checks.id, checks.name, checks.check_type, silenced.alerts, silenced.first_at, silenced.last_at,
       latest.facts ->> 'alertType' as last_alert_type, nullif(latest.facts ->> 'checkErrorMessage', '') as error,
       silenced.notification_id, (
         select min(later.created_at) from notifications later
         where later.account_id = $1 and later.check_id = checks.id and later.id >= $2 and later.id < $4
           and later.silence is null and later.facts #>> '{heldBack,reason}' = 'MAINTENANCE'
           and (later.facts #>> '{heldBack,until}')::timestamptz between $5 and $6) as notified_at,
       (count(*) over ())::int as total_checks, (sum(silenced.alerts) over ())::int as total_alerts
     from silenced join checks on checks.account_id = $1 and checks.id = silenced.check_id
     join notifications latest on latest.account_id = $1 and latest.id = silenced.notification_id
     left join check_groups on check_groups.account_id = checks.account_id and check_groups.id = checks.group_id
     where $7::boolean or $8::text[] && (checks.tags || coalesce(check_groups.tags, '{}'))
     order by silenced.last_at desc, checks.id limit $9`,
    [
      accountId,
      span.fromId,
      span.beforeId,
      span.lateId,
      span.from,
      span.to,
      scope.silenceAllAlerts || scope.pauseAllChecks,
      [...scope.silenceAlertsTags, ...scope.tags],
      span.limit,
    ],
  )
