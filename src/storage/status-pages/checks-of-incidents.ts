import type { Queryable } from '../database/queryable.ts'
import type { NamedRow } from './incidents-of-pages.ts'

type Rows<T> = T & Record<string, unknown>

/** Replaces the checks that people named as the cause of an incident. Returns those that the account has. */
export async function replaceChecksOfIncident(
  tx: Queryable,
  accountId: string,
  { incidentId, checkIds }: { readonly incidentId: string; readonly checkIds: readonly string[] },
): Promise<ReadonlySet<string>> {
  await tx.rows(`delete from incident_checks where account_id = $1 and incident_id = $2`, [accountId, incidentId])
  const rows = await tx.rows<{ checkId: string }>(
    `insert into incident_checks (account_id, incident_id, check_id)
     select account_id, $2, id from checks where account_id = $1 and id = any($3::uuid[]) returning check_id`,
    [accountId, incidentId, checkIds],
  )
  return new Set(rows.map(({ checkId }) => checkId))
}

export interface AffectedPartRow extends NamedRow {
  /** Null: a service. */
  readonly statusPageId: string | null
  /** On a component; null of a service. */
  readonly impact: string | null
}

/** The services on which some checks open incidents, and the components of the rules whose tags they or their groups have. */
export const listAffectedByChecks = (
  db: Queryable,
  accountId: string,
  checkIds: readonly string[],
): Promise<AffectedPartRow[]> =>
  db.rows<Rows<AffectedPartRow>>(
    `with named as (
       select checks.tags || coalesce(check_groups.tags, '{}') as tags,
         lower(checks.settings -> 'triggerIncident' ->> 'serviceId') as service_id
       from checks left join check_groups on check_groups.account_id = checks.account_id and check_groups.id = checks.group_id
       where checks.account_id = $1 and checks.id = any($2::uuid[]))
     select null::uuid as status_page_id, id, name, null as impact from status_page_services
     where account_id = $1 and id::text in (select service_id from named)
     union
     select rules.status_page_id, parts.component_id, components.name, parts.target_impact
     from automation_rules rules
     join automation_rule_components parts on parts.account_id = rules.account_id and parts.rule_id = rules.id
     join status_page_components components
       on components.account_id = parts.account_id and components.id = parts.component_id
     where rules.account_id = $1 and rules.enabled and exists (select from named where named.tags && rules.tags)
     order by status_page_id, name, id, impact`,
    [accountId, checkIds],
  )

/** An open incident of a check. */
export interface OpenIncidentOfCheckRow extends NamedRow {
  readonly checkId: string
}

/** The newest open incident of each of some checks: which it opened or joined, keeps open by a rule, or was named for. */
export const listOpenIncidentsOfChecks = (
  db: Queryable,
  accountId: string,
  checkIds: readonly string[],
): Promise<OpenIncidentOfCheckRow[]> =>
  db.rows<Rows<OpenIncidentOfCheckRow>>(
    `with open as (
       select id, name, opened_by_check_id, automation_rule_id from incidents
       where account_id = $1 and last_update_status <> 'RESOLVED'),
     linked as (
       select opened_by_check_id as check_id, id, name from open
       union all
       select named.check_id, open.id, open.name from open
       join incident_checks named on named.account_id = $1 and named.incident_id = open.id
       union all
       select failure.check_id, open.id, open.name from open
       join incident_failures failure on failure.account_id = $1 and failure.incident_id = open.id
       union all
       select failing.check_id, open.id, open.name from open
       join automation_rule_failures failing on failing.account_id = $1 and failing.rule_id = open.automation_rule_id)
     select distinct on (check_id) check_id, id, name from linked where check_id = any($2::uuid[])
     order by check_id, id desc`,
    [accountId, checkIds],
  )
