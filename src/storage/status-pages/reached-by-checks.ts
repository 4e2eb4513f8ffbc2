import type { AgentPlanReach } from '#contract'
import type { Queryable } from '../database/queryable.ts'

/** Some checks: by their ids, those of a group, and one that would have tags; besides, a page and services of pages. */
export interface ReachingChecks {
  readonly accountId: string
  readonly checkIds: readonly string[]
  readonly groupId: number | null
  readonly tags: readonly string[]
  readonly statusPageId: string | null
  readonly serviceIds: readonly string[]
}

export interface ReachedRow {
  readonly type: AgentPlanReach['type']
  readonly id: string
  /** Empty for channels, whose names are encrypted. */
  readonly name: string
}

/** The channels that are notified of some checks, the pages on which they open incidents, and the dashboards that show them. */
export const listReachedByChecks = (
  db: Queryable,
  { accountId, checkIds, groupId, tags, statusPageId, serviceIds }: ReachingChecks,
  limit: number,
): Promise<ReachedRow[]> =>
  db.rows<{ [K in keyof ReachedRow]: ReachedRow[K] }>(
    `with named as (
       select checks.id, checks.group_id, checks.tags || coalesce(check_groups.tags, '{}') as tags,
         lower(checks.settings -> 'triggerIncident' ->> 'serviceId') as service_id
       from checks left join check_groups on check_groups.account_id = checks.account_id and check_groups.id = checks.group_id
       where checks.account_id = $1 and (checks.id = any($2::uuid[]) or checks.group_id = $3::bigint)
       union all select null, id, tags, null from check_groups where account_id = $1 and id = $3
       union all select null, null, $4::text[], null)
     select 'ALERT_CHANNEL' as type, id::text, '' as name from alert_channels
     where account_id = $1 and id in (
       select channel_id from channel_subscriptions where account_id = $1 and activated
         and (check_id in (select id from named) or group_id in (select group_id from named)))
     union all
     select 'STATUS_PAGE', id::text, name from status_pages
     where account_id = $1 and (id = $6 or id in (
         select status_page_id from automation_rules
         where account_id = $1 and enabled and exists (select from named where named.tags && automation_rules.tags))
       or id in (
         select status_page_id from status_page_cards cards
         join status_page_card_services services on services.account_id = cards.account_id and services.card_id = cards.id
         where cards.account_id = $1 and (services.service_id = any($7::uuid[])
           or services.service_id::text in (select service_id from named))))
     union all
     select 'DASHBOARD', dashboard_id, coalesce(settings ->> 'header', '') from dashboards
     where account_id = $1 and (cardinality($2::uuid[]) + cardinality($4::text[]) > 0 or $3::bigint is not null) and (
       jsonb_array_length(coalesce(settings -> 'tags', '[]')) = 0 or exists (
       select from named where array(select jsonb_array_elements_text(settings -> 'tags')) && named.tags))
     order by type, name, id limit $5`,
    [accountId, checkIds, groupId, tags, limit, statusPageId, serviceIds],
  )
