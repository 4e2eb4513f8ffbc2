import type { AgentPlanChange, AgentPlanReach, ProposableOperation } from '#contract'
import type { Narrowed } from '../database/narrowed.ts'
import type { Queryable } from '../database/queryable.ts'
import { insertOf, valuesOf } from '../database/written-columns.ts'
import type { AgentPlansTable } from '../generated/tables.ts'

export type AgentPlanRow = Narrowed<
  AgentPlansTable,
  {
    readonly operation: ProposableOperation
    readonly changes: readonly AgentPlanChange[]
    readonly reaches: readonly AgentPlanReach[]
    readonly state: 'PROPOSED' | 'CONFIRMED' | 'APPLIED' | 'FAILED' | 'REJECTED' | 'UNDONE'
  }
>

/** One plan of an account. */
export interface PlanPlace {
  readonly accountId: string
  readonly id: string
}

const columns = [
  'accountId',
  'id',
  'operation',
  'input',
  'reason',
  'target',
  'changes',
  'reaches',
  'version',
  'state',
  'problem',
  'undo',
  'proposedBy',
  'program',
  'createdAt',
  'expiresAt',
  'decidedBy',
  'decidedAt',
] as const

/** Stores a plan, and forgets those from before a time. */
export async function insertAgentPlan(tx: Queryable, row: AgentPlanRow, forgottenBefore: Date): Promise<void> {
  await tx.rows(`delete from agent_plans where account_id = $1 and created_at < $2`, [row.accountId, forgottenBefore])
  await tx.rows(
    insertOf('agent_plans', columns),
    valuesOf({ ...row, changes: JSON.stringify(row.changes), reaches: JSON.stringify(row.reaches) }, columns),
  )
}

export async function countOpenPlans(db: Queryable, accountId: string, now: Date): Promise<number> {
  const [row] = await db.rows<{ count: number }>(
    `select count(*)::int as count from agent_plans where account_id = $1 and state = 'PROPOSED' and expires_at > $2`,
    [accountId, now],
  )
  return row?.count ?? 0
}

/** The latest first. */
export const listAgentPlans = (db: Queryable, accountId: string, limit: number): Promise<AgentPlanRow[]> =>
  db.rows(`select * from agent_plans where account_id = $1 order by id desc limit $2`, [accountId, limit])

export async function findAgentPlan(db: Queryable, { accountId, id }: PlanPlace): Promise<AgentPlanRow | null> {
  const rows = await db.rows<AgentPlanRow & Record<string, unknown>>(
    `select * from agent_plans where account_id = $1 and id = $2`,
    [accountId, id],
  )
  return rows[0] ?? null
}

export interface PlanDecision extends PlanPlace {
  readonly state: 'CONFIRMED' | 'REJECTED'
  readonly by: string | null
  readonly now: Date
}

/** Decides about a plan that is open, once; null when it is not. */
export async function decideAgentPlan(
  db: Queryable,
  { accountId, id, state, by, now }: PlanDecision,
): Promise<AgentPlanRow | null> {
  const rows = await db.rows<AgentPlanRow & Record<string, unknown>>(
    `update agent_plans set state = $3, decided_by = $4, decided_at = $5
     where account_id = $1 and id = $2 and state = 'PROPOSED' and expires_at > $5 returning *`,
    [accountId, id, state, by, now],
  )
  return rows[0] ?? null
}

export interface PlanOutcome extends PlanPlace {
  readonly state: 'APPLIED' | 'FAILED' | 'UNDONE'
  readonly problem: string | null
  readonly undo: string | null
}

export const recordPlanOutcome = (
  db: Queryable,
  { accountId, id, state, problem, undo }: PlanOutcome,
): Promise<unknown> =>
  db.rows(`update agent_plans set state = $3, problem = $4, undo = $5 where account_id = $1 and id = $2`, [
    accountId,
    id,
    state,
    problem,
    undo,
  ])

/** Takes the call that undoes a plan, so that it is made once; null when there is none. */
export async function takeUndo(db: Queryable, { accountId, id }: PlanPlace): Promise<string | null> {
  const rows = await db.rows<{ undo: string | null }>(
    `update agent_plans plan set undo = null from (select undo from agent_plans
       where account_id = $1 and id = $2 and state = 'APPLIED' and undo is not null for update) before
     where plan.account_id = $1 and plan.id = $2 returning before.undo`,
    [accountId, id],
  )
  return rows[0]?.undo ?? null
}
