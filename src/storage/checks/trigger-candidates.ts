import type { Queryable } from '../database/queryable.ts'

export interface TriggerCandidates {
  readonly accountId: string
  readonly types: readonly string[]
  /** Null means any. */
  readonly ids: readonly string[] | null
  readonly allowDeactivated?: boolean | undefined
}

/** Activated checks of these types, or deactivated ones as well, in the order of their groups. */
export async function listTriggerCandidates(tx: Queryable, filter: TriggerCandidates): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(
    `select id from checks where account_id = $1 and (activated or $4) and check_type = any($2)
       and ($3::uuid[] is null or id = any($3))
     order by group_id nulls last, group_order nulls last, id`,
    [filter.accountId, filter.types, filter.ids, filter.allowDeactivated ?? false],
  )
  return rows.map((row) => row.id)
}

/** All checks of a group, in the order in which they run when the group is triggered: by `groupOrder`. */
export async function listGroupMembers(tx: Queryable, accountId: string, groupId: number): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(
    `select id from checks where account_id = $1 and group_id = $2 order by group_order nulls last, created_at, id`,
    [accountId, groupId],
  )
  return rows.map((row) => row.id)
}
