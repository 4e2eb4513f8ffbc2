import type { ComponentImpact } from '#contract'
import { findsAny } from '../database/queryable.ts'
import type { Queryable } from '../database/queryable.ts'
import { recordset } from '../database/records.ts'
import type { Narrowed } from '../database/narrowed.ts'
import { insertOf, updateOf, valuesOf } from '../database/written-columns.ts'
import type { AutomationRuleComponentsTable, AutomationRulesTable } from '../generated/tables.ts'
import type { ComponentIncidentRow } from './component-incidents.ts'
import type { PartOfPage, PartsOfPageWindow } from './part-of-page.ts'

export type AutomationRuleRow = AutomationRulesTable

export type RuleComponentRow = Narrowed<AutomationRuleComponentsTable, { readonly targetImpact: ComponentImpact }>

/** A rule with how its incidents affect components, and its open incident. */
export interface AutomationRule {
  readonly rule: AutomationRuleRow
  readonly components: readonly RuleComponentRow[]
  readonly incidentId: string | null
}

type Rows<T> = T & Record<string, unknown>

/** Oldest first. */
export const listRules = async (db: Queryable, window: PartsOfPageWindow): Promise<AutomationRule[]> =>
  withParts(
    db,
    window.accountId,
    await db.rows<Rows<AutomationRuleRow>>(
      `select * from automation_rules where account_id = $1 and status_page_id = $2 and ($3::uuid is null or id > $3)
       order by id limit $4`,
      [window.accountId, window.statusPageId, window.fromId, window.limit],
    ),
  )

export async function findRule(
  db: Queryable,
  { accountId, statusPageId, id }: PartOfPage,
): Promise<AutomationRule | null> {
  const rows = await db.rows<Rows<AutomationRuleRow>>(
    `select * from automation_rules where account_id = $1 and status_page_id = $2 and id = $3`,
    [accountId, statusPageId, id],
  )
  const [found] = await withParts(db, accountId, rows)
  return found ?? null
}

/** The id of the page that a rule is of. */
export async function findPageOfRule(db: Queryable, accountId: string, id: string): Promise<string | null> {
  const rows = await db.rows<{ statusPageId: string }>(
    `select status_page_id from automation_rules where account_id = $1 and id = $2`,
    [accountId, id],
  )
  return rows[0]?.statusPageId ?? null
}

/** Keeps others from applying or changing the rule until the transaction ends. */
export async function lockRule(
  tx: Queryable,
  { accountId, statusPageId, id }: PartOfPage,
): Promise<AutomationRuleRow | null> {
  const rows = await tx.rows<Rows<AutomationRuleRow>>(
    `select * from automation_rules where account_id = $1 and status_page_id = $2 and id = $3 for no key update`,
    [accountId, statusPageId, id],
  )
  return rows[0] ?? null
}

const key = ['accountId', 'statusPageId', 'id'] as const
const written = [
  'name',
  'enabled',
  'notifySubscribers',
  'coolDownWindowMinutes',
  'firstUpdate',
  'lastUpdate',
  'tags',
  'createdAt',
  'updatedAt',
] as const
const columns = [...key, ...written] as const

export const insertRule = (tx: Queryable, row: AutomationRuleRow): Promise<unknown> =>
  tx.rows(insertOf('automation_rules', columns), valuesOf(row, columns))

export const updateRule = (tx: Queryable, row: AutomationRuleRow): Promise<unknown> =>
  tx.rows(updateOf('automation_rules', key, written), valuesOf(row, columns))

/** Replaces how the incidents of a rule affect components. */
export async function replaceRuleComponents(
  tx: Queryable,
  { accountId, id: ruleId }: PartOfPage,
  rows: readonly RuleComponentRow[],
): Promise<void> {
  await tx.rows(`delete from automation_rule_components where account_id = $1 and rule_id = $2`, [accountId, ruleId])
  await tx.rows(
    `insert into automation_rule_components (account_id, rule_id, id, component_id, target_impact)
     select account_id, rule_id, id, component_id, target_impact
     from jsonb_to_recordset($1::jsonb) as c (account_id uuid, rule_id uuid, id uuid, component_id uuid, target_impact text)`,
    [recordset(rows)],
  )
}

export const deleteRule = (tx: Queryable, { accountId, statusPageId, id }: PartOfPage): Promise<boolean> =>
  findsAny(tx, `delete from automation_rules where account_id = $1 and status_page_id = $2 and id = $3`, [
    accountId,
    statusPageId,
    id,
  ])

/** The enabled rules that one of some tags matches, held until the transaction ends. */
export const lockMatchingRules = async (
  tx: Queryable,
  accountId: string,
  tags: readonly string[],
): Promise<AutomationRule[]> =>
  withParts(
    tx,
    accountId,
    await tx.rows<Rows<AutomationRuleRow>>(
      `select * from automation_rules where account_id = $1 and enabled and tags && $2::text[]
       order by id for no key update`,
      [accountId, tags],
    ),
  )

/** The rules whose incidents a failing check keeps open, held until the transaction ends. */
export const lockRulesOfFailure = async (
  tx: Queryable,
  accountId: string,
  checkId: string,
): Promise<AutomationRule[]> =>
  withParts(
    tx,
    accountId,
    await tx.rows<Rows<AutomationRuleRow>>(
      `select * from automation_rules rule where account_id = $1 and exists (
         select from automation_rule_failures where account_id = $1 and rule_id = rule.id and check_id = $2)
       order by id for no key update`,
      [accountId, checkId],
    ),
  )

export const insertRuleFailure = (
  tx: Queryable,
  { accountId, ruleId, checkId }: { accountId: string; ruleId: string; checkId: string },
): Promise<unknown> =>
  tx.rows(
    `insert into automation_rule_failures (account_id, rule_id, check_id) values ($1, $2, $3) on conflict do nothing`,
    [accountId, ruleId, checkId],
  )

/** Forgets a failing check; answers whether another one is left. */
export async function deleteRuleFailure(
  tx: Queryable,
  { accountId, ruleId, checkId }: { accountId: string; ruleId: string; checkId: string },
): Promise<boolean> {
  await tx.rows(`delete from automation_rule_failures where account_id = $1 and rule_id = $2 and check_id = $3`, [
    accountId,
    ruleId,
    checkId,
  ])
  return findsAny(tx, `select from automation_rule_failures where account_id = $1 and rule_id = $2 limit 1`, [
    accountId,
    ruleId,
  ])
}

/** The incident that a rule opened last, on its page; held until the transaction ends. */
export async function lockLatestIncidentOfRule(
  tx: Queryable,
  { accountId, statusPageId, id }: PartOfPage,
): Promise<ComponentIncidentRow | null> {
  const rows = await tx.rows<Rows<ComponentIncidentRow>>(
    `select * from incidents where account_id = $1 and status_page_id = $2 and automation_rule_id = $3
     order by id desc limit 1 for no key update`,
    [accountId, statusPageId, id],
  )
  return rows[0] ?? null
}

async function withParts(
  db: Queryable,
  accountId: string,
  rules: readonly AutomationRuleRow[],
): Promise<AutomationRule[]> {
  if (rules.length === 0) return []
  const ids = rules.map(({ id }) => id)
  const components = await db.rows<Rows<RuleComponentRow>>(
    `select * from automation_rule_components where account_id = $1 and rule_id = any($2::uuid[]) order by id`,
    [accountId, ids],
  )
  const open = await db.rows<{ ruleId: string; incidentId: string }>(
    `select distinct on (automation_rule_id) automation_rule_id as rule_id, id as incident_id from incidents
     where account_id = $1 and automation_rule_id = any($2::uuid[]) and last_update_status <> 'RESOLVED'
     order by automation_rule_id, id desc`,
    [accountId, ids],
  )
  const componentsOf = Map.groupBy(components, ({ ruleId }) => ruleId)
  const openOf = new Map(open.map(({ ruleId, incidentId }) => [ruleId, incidentId]))
  return rules.map((rule) => ({
    rule,
    components: componentsOf.get(rule.id) ?? [],
    incidentId: openOf.get(rule.id) ?? null,
  }))
}
