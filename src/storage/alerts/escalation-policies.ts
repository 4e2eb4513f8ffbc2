import type { EscalationRules } from '#contract'
import type { Narrowed } from '../database/narrowed.ts'
import { findsAny } from '../database/queryable.ts'
import type { Queryable } from '../database/queryable.ts'
import { insertOf, updateOf, valuesOf } from '../database/written-columns.ts'
import type { EscalationPoliciesTable } from '../generated/tables.ts'

export type EscalationPolicyRow = Narrowed<EscalationPoliciesTable, EscalationRules>

const key = ['accountId', 'id'] as const
const changed = ['name', 'steps', 'repeat', 'quietHours', 'updatedAt'] as const
const written = [...key, ...changed, 'createdAt'] as const

/** The policies of an account by name. */
export const listEscalationPolicies = (db: Queryable, accountId: string): Promise<EscalationPolicyRow[]> =>
  db.rows<EscalationPolicyRow>(`select * from escalation_policies where account_id = $1 order by folded(name), id`, [
    accountId,
  ])

/** Keeps others from adding policies to an account until the transaction ends. */
export const lockEscalationPolicies = (tx: Queryable, accountId: string): Promise<unknown> =>
  tx.rows(`select from accounts where id = $1 for no key update`, [accountId])

/** Those of several accounts with these ids. */
export const findEscalationPolicies = (
  db: Queryable,
  accountIds: readonly string[],
  ids: readonly string[],
): Promise<EscalationPolicyRow[]> =>
  db.rows<EscalationPolicyRow>(
    `select * from escalation_policies where account_id = any($1::uuid[]) and id = any($2::uuid[])`,
    [accountIds, ids],
  )

/** Locked until the transaction ends, also against being named by alert settings. */
export async function lockEscalationPolicy(
  tx: Queryable,
  accountId: string,
  id: string,
): Promise<EscalationPolicyRow | null> {
  const rows = await tx.rows<EscalationPolicyRow>(
    `select * from escalation_policies where account_id = $1 and id = $2 for update`,
    [accountId, id],
  )
  return rows[0] ?? null
}

/** Whether it exists; keeps it from being deleted until the transaction ends. */
export const holdEscalationPolicy = (tx: Queryable, accountId: string, id: string): Promise<boolean> =>
  findsAny(tx, `select id from escalation_policies where account_id = $1 and id = $2 for key share`, [accountId, id])

export async function insertEscalationPolicy(tx: Queryable, row: EscalationPolicyRow): Promise<void> {
  await tx.rows(insertOf('escalation_policies', written), valuesOf(stored(row), written))
}

export async function saveEscalationPolicy(tx: Queryable, row: EscalationPolicyRow): Promise<void> {
  await tx.rows(updateOf('escalation_policies', key, changed), valuesOf(stored(row), [...key, ...changed]))
}

const stored = (row: EscalationPolicyRow) => ({
  ...row,
  steps: JSON.stringify(row.steps),
  repeat: row.repeat && JSON.stringify(row.repeat),
  quietHours: JSON.stringify(row.quietHours),
})

export const deleteEscalationPolicy = (tx: Queryable, accountId: string, id: string): Promise<unknown> =>
  tx.rows(`delete from escalation_policies where account_id = $1 and id = $2`, [accountId, id])

/** Where alert settings name a policy. */
export interface PolicyUses {
  readonly policyId: string
  readonly account: boolean
  readonly groups: number
  readonly checks: number
}

/** The policies of an account that are named anywhere. */
export const listPolicyUses = (db: Queryable, accountId: string): Promise<PolicyUses[]> =>
  db.rows<PolicyUses>(
    `select lower(used.policy_id) as policy_id, coalesce(bool_or(used.place = 'account'), false) as account,
       count(*) filter (where used.place = 'group')::int as groups,
       count(*) filter (where used.place = 'check')::int as checks
     from (
       select alert_settings ->> 'escalationPolicyId' as policy_id, 'account' as place from accounts where id = $1
       union all select check_defaults -> 'alertSettings' ->> 'escalationPolicyId', 'account' from accounts where id = $1
       union all select settings -> 'alertSettings' ->> 'escalationPolicyId', 'group' from check_groups where account_id = $1
       union all select settings -> 'alertSettings' ->> 'escalationPolicyId', 'check' from checks where account_id = $1
     ) used where used.policy_id is not null group by lower(used.policy_id)`,
    [accountId],
  )
