import type { Queryable } from './queryable.ts'

/** Activated checks of these types, in the order of their groups; `ids` null means any. */
export async function listTriggerCandidates(
  tx: Queryable,
  filter: { readonly accountId: string; readonly types: readonly string[]; readonly ids: readonly string[] | null },
): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(
    `select id from checks where account_id = $1 and activated and check_type = any($2)
       and ($3::uuid[] is null or id = any($3))
     order by group_id nulls last, group_order nulls last, id`,
    [filter.accountId, filter.types, filter.ids],
  )
  return rows.map((row) => row.id)
}
