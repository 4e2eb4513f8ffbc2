import { findsAny } from '../database/queryable.ts'
import type { Queryable } from '../database/queryable.ts'
import { recordset } from '../database/records.ts'
import type { ImportPlansTable } from '../generated/tables.ts'
import type { ResourceKey } from './project-resources.ts'

export type ImportPlanRow = ImportPlansTable

export interface ImportPlanFilter {
  readonly accountId: string
  /** Null: of all projects. */
  readonly projectId: string | null
  readonly onlyUnapplied: boolean
  readonly onlyUncommitted: boolean
}

/** Import plans, oldest first, at most 100. */
export const listImportPlans = (
  db: Queryable,
  { accountId, projectId, onlyUnapplied, onlyUncommitted }: ImportPlanFilter,
): Promise<ImportPlanRow[]> =>
  db.rows(
    `select * from import_plans
     where account_id = $1 and ($2::uuid is null or project_id = $2) and ($3 = false or applied_at is null)
       and ($4 = false or committed_at is null) order by id limit 100`,
    [accountId, projectId, onlyUnapplied, onlyUncommitted],
  )

export async function findImportPlan(db: Queryable, accountId: string, id: string): Promise<ImportPlanRow | null> {
  const [row] = await db.rows<ImportPlanRow>(`select * from import_plans where account_id = $1 and id = $2`, [
    accountId,
    id,
  ])
  return row ?? null
}

/** An import plan with its project, both held until the transaction ends: nothing is deployed to it meanwhile. */
export async function lockImportPlan(tx: Queryable, accountId: string, id: string): Promise<ImportPlanRow | null> {
  await tx.rows(
    `select 1 from projects where account_id = $1 and id = (
       select project_id from import_plans where account_id = $1 and id = $2) for update`,
    [accountId, id],
  )
  const [row] = await tx.rows<ImportPlanRow>(
    `select * from import_plans where account_id = $1 and id = $2 for update`,
    [accountId, id],
  )
  return row ?? null
}

export type NewImportPlan = Pick<ImportPlanRow, 'accountId' | 'projectId' | 'id' | 'createdAt'> & {
  readonly encryptedChanges: string
}

export const insertImportPlan = (tx: Queryable, plan: NewImportPlan): Promise<unknown> =>
  tx.rows(
    `insert into import_plans (account_id, project_id, id, encrypted_changes, created_at) values ($1, $2, $3, $4, $5)`,
    [plan.accountId, plan.projectId, plan.id, plan.encryptedChanges, plan.createdAt],
  )

export const noteAppliedPlan = (tx: Queryable, { accountId, id }: ImportPlanRow, now: Date): Promise<unknown> =>
  tx.rows(`update import_plans set applied_at = $3 where account_id = $1 and id = $2`, [accountId, id, now])

/** Its resources are not needed any more. */
export const noteCommittedPlan = (tx: Queryable, { accountId, id }: ImportPlanRow, now: Date): Promise<unknown> =>
  tx.rows(`update import_plans set committed_at = $3, encrypted_changes = null where account_id = $1 and id = $2`, [
    accountId,
    id,
    now,
  ])

export const deleteImportPlan = (tx: Queryable, { accountId, id }: ImportPlanRow): Promise<boolean> =>
  findsAny(tx, `delete from import_plans where account_id = $1 and id = $2`, [accountId, id])

interface OfProject {
  readonly accountId: string
  readonly projectId: string
}

/**
 * Makes resources belong to a project until their import is cancelled or committed. Returns those that are linked now:
 * one that belongs to a project already, or whose logical id the project has, is left out.
 */
export const linkImported = (
  tx: Queryable,
  { accountId, projectId }: OfProject,
  resources: readonly (ResourceKey & { readonly physicalId: string })[],
): Promise<ResourceKey[]> =>
  tx.rows(
    `insert into project_resources (account_id, project_id, type, logical_id, physical_id, member, pending)
     select $1, $2, type, logical_id, physical_id, true, true
     from jsonb_to_recordset($3::jsonb) as given (type text, logical_id text, physical_id text)
     on conflict do nothing returning type, logical_id`,
    [accountId, projectId, recordset(resources)],
  )

const pendingOnes = `resource.account_id = $1 and resource.project_id = $2 and resource.pending
   and resource.type = given.type and resource.logical_id = given.logical_id`

/** Ends that these belong to the project. */
export const unlinkImported = (
  tx: Queryable,
  { accountId, projectId }: OfProject,
  keys: readonly ResourceKey[],
): Promise<unknown> =>
  tx.rows(
    `delete from project_resources resource using unnest($3::text[], $4::text[]) as given (type, logical_id)
     where ${pendingOnes}`,
    [accountId, projectId, keys.map(({ type }) => type), keys.map(({ logicalId }) => logicalId)],
  )

/** Makes these belong to the project like all others. */
export const commitImported = (
  tx: Queryable,
  { accountId, projectId }: OfProject,
  keys: readonly ResourceKey[],
): Promise<unknown> =>
  tx.rows(
    `update project_resources resource set pending = false
     from unnest($3::text[], $4::text[]) as given (type, logical_id) where ${pendingOnes}`,
    [accountId, projectId, keys.map(({ type }) => type), keys.map(({ logicalId }) => logicalId)],
  )
