import type { CheckType } from '#contract'
import { firstIdAt } from '#kernel'
import type { Queryable } from '../database/queryable.ts'
import type { AnalyticsCheck } from './analytics-checks.ts'
import type { Span } from './spans.ts'

/** A check with what reports put together. */
export interface ReportCheck extends AnalyticsCheck {
  readonly checkType: CheckType
  readonly groupId: number | null
  readonly groupName: string | null
  readonly createdAt: Date
}

const tagsOfCheck = `checks.tags || coalesce(check_groups.tags, '{}')`

/** The checks of an account that have all the tags, by name. A check has the tags of its group as well. */
export const listReportChecks = (db: Queryable, accountId: string, tags: readonly string[]): Promise<ReportCheck[]> =>
  db.rows<{ [K in keyof ReportCheck]: ReportCheck[K] }>(
    `select checks.id, checks.name, check_type, checks.activated, checks.muted, frequency, group_id,
       array(select distinct tag from unnest(${tagsOfCheck}) as tag order by tag) as tags,
       check_groups.name as group_name, checks.created_at
     from checks left join check_groups on check_groups.account_id = checks.account_id and check_groups.id = group_id
     where checks.account_id = $1 and ${tagsOfCheck} @> $2::text[]
     order by checks.name, checks.id`,
    [accountId, tags],
  )

export interface OutagesInSpan {
  readonly checkId: string
  readonly spanIndex: number
  readonly outages: number
}

const failing = `('ALERT_FAILURE', 'ALERT_DEGRADED_FAILURE', 'ALERT_FAILURE_REMAIN')`

/**
 * How often checks began to fail in each span, by their alerts. One of a failure that remains is the first of an outage
 * whose threshold was reached later, or a reminder.
 */
export const countOutagesInSpans = (
  db: Queryable,
  accountId: string,
  spans: readonly Span[],
): Promise<OutagesInSpan[]> =>
  db.rows<{ [K in keyof OutagesInSpan]: OutagesInSpan[K] }>(
    `select alert.check_id, span.index as span_index, count(*)::int as outages
     from unnest($2::int[], $3::uuid[], $4::uuid[]) as span (index, from_id, before_id)
     join check_alerts alert on alert.account_id = $1 and alert.id >= span.from_id and alert.id < span.before_id
     where alert.alert_type in ('ALERT_FAILURE', 'ALERT_DEGRADED_FAILURE') or alert.alert_type = 'ALERT_FAILURE_REMAIN'
       and coalesce((select earlier.alert_type not in ${failing} from check_alerts earlier
         where earlier.account_id = $1 and earlier.check_id = alert.check_id and earlier.id < alert.id
           and earlier.alert_type <> 'ALERT_SSL'
         order by earlier.id desc limit 1), true)
     group by alert.check_id, span.index`,
    [
      accountId,
      spans.map((span) => span.spanIndex),
      spans.map((span) => firstIdAt(span.fromMs)),
      spans.map((span) => firstIdAt(span.toMs)),
    ],
  )
