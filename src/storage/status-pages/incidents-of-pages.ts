import type { AlertType } from '#contract'
import type { Narrowed } from '../database/narrowed.ts'
import type { Queryable } from '../database/queryable.ts'
import { updateOf, valuesOf } from '../database/written-columns.ts'
import type { CheckAlertsTable, StatusPagesTable } from '../generated/tables.ts'
import { componentIncidentsWithParts } from './component-incidents.ts'
import type { ComponentIncidentRow, ImpactRow } from './component-incidents.ts'
import { incidentsWithParts } from './incidents.ts'
import type { IncidentRow, IncidentUpdateRow } from './incidents.ts'
import type { PartOfPage } from './part-of-page.ts'
import type { StatusPageServiceRow } from './status-page-services.ts'

type Rows<T> = T & Record<string, unknown>

/** An incident of either kind: about services, or with a page and impacts on its components. Updates are newest first. */
export interface AnyIncident {
  readonly incident: IncidentRow
  readonly services: readonly StatusPageServiceRow[]
  readonly impacts: readonly ImpactRow[]
  readonly updates: readonly IncidentUpdateRow[]
}

interface AnyIncidentFilter {
  readonly accountId: string
  readonly isOpen: boolean | null
  readonly statusPageId: string | null
  readonly checkId: string | null
  /** Part of the name, in any case of letters. */
  readonly name: string | null
  /** The last incident of the page before, and whether it was resolved then. */
  readonly from: { readonly id: string; readonly isOver: boolean } | null
  readonly limit: number
}

/** Incidents that a check opened or joined, keeps open by an automation rule, or was named for. */
const ofCheck = (check: string): string => `(opened_by_check_id = ${check}
    or exists (select from incident_failures joined where joined.account_id = $1 and joined.incident_id = incidents.id
      and joined.check_id = ${check})
    or exists (select from incident_checks named where named.account_id = $1 and named.incident_id = incidents.id
      and named.check_id = ${check})
    or last_update_status <> 'RESOLVED' and exists (select from automation_rule_failures failing
      where failing.account_id = $1 and failing.rule_id = automation_rule_id and failing.check_id = ${check}))`

const matching = `account_id = $1 and ($4::uuid is null or status_page_id = $4 or status_page_id is null and exists (
    select from incident_services affected
    join status_page_card_services placed
      on placed.account_id = affected.account_id and placed.service_id = affected.service_id
    join status_page_cards cards on cards.account_id = placed.account_id and cards.id = placed.card_id
    where affected.account_id = $1 and affected.incident_id = incidents.id and cards.status_page_id = $4))
  and ($5::uuid is null or ${ofCheck('$5')}) and ($6::text is null or position(lower($6) in lower(name)) > 0)`

/** Open ones first, within both the newest first. */
export async function listAnyIncidents(db: Queryable, filter: AnyIncidentFilter): Promise<AnyIncident[]> {
  const rows = await db.rows<Rows<IncidentRow>>(
    `select * from (
       (select * from incidents where ${matching} and last_update_status <> 'RESOLVED' and $2 is not false
          and ($3::uuid is null or not $8 and id < $3)
        order by id desc limit $7)
       union all
       (select * from incidents where ${matching} and last_update_status = 'RESOLVED' and $2 is not true
          and ($3::uuid is null or id < $3 or not $8 and id > $3)
        order by id desc limit $7)) found
     order by last_update_status = 'RESOLVED', id desc limit $7`,
    [
      filter.accountId,
      filter.isOpen,
      filter.from?.id ?? null,
      filter.statusPageId,
      filter.checkId,
      filter.name,
      filter.limit,
      filter.from?.isOver ?? false,
    ],
  )
  return withAllParts(db, filter.accountId, rows)
}

export async function findAnyIncident(db: Queryable, accountId: string, id: string): Promise<AnyIncident | null> {
  const rows = await db.rows<Rows<IncidentRow>>(`select * from incidents where account_id = $1 and id = $2`, [
    accountId,
    id,
  ])
  const [found] = await withAllParts(db, accountId, rows)
  return found ?? null
}

/** Keeps others from changing the incident until the transaction ends. */
export async function lockAnyIncident(tx: Queryable, accountId: string, id: string): Promise<IncidentRow | null> {
  const rows = await tx.rows<Rows<IncidentRow>>(
    `select * from incidents where account_id = $1 and id = $2 for no key update`,
    [accountId, id],
  )
  return rows[0] ?? null
}

/** The place of the rule that opened an incident, which may be gone; null of any other incident. */
export async function findRuleOfIncident(db: Queryable, accountId: string, id: string): Promise<PartOfPage | null> {
  const rows = await db.rows<{ statusPageId: string | null; ruleId: string | null }>(
    `select status_page_id, automation_rule_id as rule_id from incidents where account_id = $1 and id = $2`,
    [accountId, id],
  )
  const [row] = rows
  if (row === undefined || row.statusPageId === null || row.ruleId === null) return null
  return { accountId, statusPageId: row.statusPageId, id: row.ruleId }
}

const isOfPage = (row: IncidentRow): row is ComponentIncidentRow => row.statusPageId !== null

async function withAllParts(db: Queryable, accountId: string, rows: readonly IncidentRow[]): Promise<AnyIncident[]> {
  const ofServices = await incidentsWithParts(
    db,
    accountId,
    rows.filter((row) => !isOfPage(row)),
  )
  const ofComponents = await componentIncidentsWithParts(db, accountId, rows.filter(isOfPage))
  const found = new Map<string, AnyIncident>([
    ...ofServices.map((one) => [one.incident.id, { ...one, impacts: [] }] as const),
    ...ofComponents.map((one) => [one.incident.id, { ...one, services: [] }] as const),
  ])
  return rows.flatMap(({ id }) => found.get(id) ?? [])
}

const handledKey = ['accountId', 'id'] as const
const handled = ['takenOverAt', 'unpublishedAt', 'postMortem', 'postMortemPublishedAt', 'updatedAt'] as const

/** Writes what people decide about an incident besides what it says. */
export const saveHandling = (tx: Queryable, row: IncidentRow): Promise<unknown> =>
  tx.rows(updateOf('incidents', handledKey, handled), valuesOf(row, [...handledKey, ...handled]))

/** Nobody has taken the incident over any more. */
export const clearTakeOver = (tx: Queryable, accountId: string, id: string): Promise<unknown> =>
  tx.rows(`update incidents set taken_over_at = null where account_id = $1 and id = $2`, [accountId, id])

/** A page of either version, and the service by which it shows an incident; null where it was asked for by its id. */
export type ShowingPageRow = Pick<StatusPagesTable, 'id' | 'name' | 'url' | 'generation'> & {
  readonly serviceId: string | null
}

/** The pages that show some services, and those with some ids, oldest first. */
export const listShowingPages = (
  db: Queryable,
  { accountId, serviceIds, ids }: { accountId: string; serviceIds: readonly string[]; ids: readonly string[] },
): Promise<ShowingPageRow[]> =>
  db.rows<Rows<ShowingPageRow>>(
    `select distinct page.id, page.name, page.url, page.generation, placed.service_id
     from status_page_card_services placed
     join status_page_cards cards on cards.account_id = placed.account_id and cards.id = placed.card_id
     join status_pages page on page.account_id = cards.account_id and page.id = cards.status_page_id
     where placed.account_id = $1 and placed.service_id = any($2::uuid[])
     union all
     select id, name, url, generation, null from status_pages where account_id = $1 and id = any($3::uuid[])
     order by id`,
    [accountId, serviceIds, ids],
  )

export interface NamedRow {
  readonly id: string
  readonly name: string
}

/** The names of components, by id. */
export const nameComponents = (db: Queryable, accountId: string, ids: readonly string[]): Promise<NamedRow[]> =>
  db.rows<Rows<NamedRow>>(
    `select id, name from status_page_components where account_id = $1 and id = any($2::uuid[])`,
    [accountId, ids],
  )

/** The names of automation rules, by id. */
export const nameRules = (db: Queryable, accountId: string, ids: readonly string[]): Promise<NamedRow[]> =>
  db.rows<Rows<NamedRow>>(`select id, name from automation_rules where account_id = $1 and id = any($2::uuid[])`, [
    accountId,
    ids,
  ])

/** A check behind an incident. */
export interface CauseRow extends NamedRow {
  readonly isFailing: boolean
  /** It has not recovered: a degraded check may still be in the outage. */
  readonly isRecovered: boolean
  /** A person named it as the cause of the incident that was asked for. */
  readonly isNamed: boolean
}

interface CausesFilter {
  readonly accountId: string
  readonly checkIds: readonly string[]
  readonly ruleId: string | null
  /** With the checks that people named for it. */
  readonly incidentId: string | null
}

/** Some checks, those whose failures keep the incident of a rule open and those that people named, by name; 100 at most. */
export const listCauses = (
  db: Queryable,
  { accountId, checkIds, ruleId, incidentId }: CausesFilter,
): Promise<CauseRow[]> =>
  db.rows<Rows<CauseRow>>(
    `select checks.id, checks.name, coalesce(states.status = 'failing', false) as is_failing,
       coalesce(states.status = 'passing', true) as is_recovered, named.check_id is not null as is_named
     from checks left join check_states states on states.account_id = checks.account_id and states.check_id = checks.id
     left join incident_checks named
       on named.account_id = checks.account_id and named.check_id = checks.id and named.incident_id = $4
     where checks.account_id = $1 and (checks.id = any($2::uuid[]) or named.check_id is not null or checks.id in (
       select check_id from automation_rule_failures where account_id = $1 and rule_id = $3))
     order by checks.name, checks.id limit 100`,
    [accountId, checkIds, ruleId, incidentId],
  )

/** Whether failures of checks keep the incident of a rule open. */
export async function hasRuleFailures(db: Queryable, accountId: string, ruleId: string): Promise<boolean> {
  const rows = await db.rows(`select from automation_rule_failures where account_id = $1 and rule_id = $2 limit 1`, [
    accountId,
    ruleId,
  ])
  return rows.length > 0
}

export type IncidentAlertRow = Narrowed<
  Pick<CheckAlertsTable, 'id' | 'checkId' | 'checkName' | 'alertType' | 'error' | 'checkResultId' | 'createdAt'>,
  { readonly alertType: AlertType }
>

/** The latest alerts of checks in a span of time, newest first. */
export const listAlertsOfIncident = (
  db: Queryable,
  span: {
    readonly accountId: string
    readonly checkIds: readonly string[]
    readonly from: Date
    readonly to: Date
    readonly limit: number
  },
): Promise<IncidentAlertRow[]> =>
  db.rows<Rows<IncidentAlertRow>>(
    `select id, check_id, check_name, alert_type, error, check_result_id, created_at from check_alerts
     where account_id = $1 and check_id = any($2::uuid[]) and created_at >= $3 and created_at <= $4
       and alert_type <> 'NO_ALERT'
     order by id desc limit $5`,
    [span.accountId, span.checkIds, span.from, span.to, span.limit],
  )

/** How many verified subscribers each page has, of those who follow one of some components or all; null: all. */
export const countRecipients = (
  db: Queryable,
  {
    accountId,
    pageIds,
    componentIds,
  }: { accountId: string; pageIds: readonly string[]; componentIds: readonly string[] | null },
): Promise<{ pageId: string; count: number }[]> =>
  db.rows<{ pageId: string; count: number }>(
    `select status_page_id as page_id, count(*)::integer as count from status_page_subscribers
     where account_id = $1 and status_page_id = any($2::uuid[]) and verified_at is not null and disabled_at is null
       and ($3::uuid[] is null or subscribed_components is null or subscribed_components && $3::uuid[])
     group by status_page_id`,
    [accountId, pageIds, componentIds],
  )
