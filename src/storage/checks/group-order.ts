import type { CheckType } from '#contract'
import type { Queryable } from '../database/queryable.ts'

export interface OrderedCheckRow {
  readonly id: string
  readonly name: string
  readonly checkType: CheckType
  readonly activated: boolean
  readonly groupOrder: number | null
  /** How many checks the group has. */
  readonly total: number
}

/** The first checks of a group in the order in which they run. */
export const listOrderedChecks = (
  db: Queryable,
  { accountId, groupId }: { readonly accountId: string; readonly groupId: number },
  limit: number,
): Promise<OrderedCheckRow[]> =>
  db.rows<{ [K in keyof OrderedCheckRow]: OrderedCheckRow[K] }>(
    `select id, name, check_type, activated, group_order, (count(*) over ())::int as total from checks
     where account_id = $1 and group_id = $2 order by group_order nulls last, created_at, id limit $3`,
    [accountId, groupId, limit],
  )

/** Which of these checks the group does not have. */
export async function findForeignChecks(
  tx: Queryable,
  { accountId, groupId }: { readonly accountId: string; readonly groupId: number },
  ids: readonly string[],
): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(
    `select given.id from unnest($3::uuid[]) as given (id)
     where not exists (select from checks where account_id = $1 and group_id = $2 and checks.id = given.id)`,
    [accountId, groupId, ids],
  )
  return rows.map(({ id }) => id)
}

/** Numbers the checks of a group from 1: first these, then the others in the order they have. */
export const saveGroupOrder = (
  tx: Queryable,
  { accountId, groupId }: { readonly accountId: string; readonly groupId: number },
  ids: readonly string[],
  now: Date,
): Promise<unknown> =>
  tx.rows(
    `with placed as (
       select checks.id, row_number() over (
         order by given.place nulls last, checks.group_order nulls last, checks.created_at, checks.id) as place
       from checks left join unnest($3::uuid[]) with ordinality as given (id, place) on given.id = checks.id
       where checks.account_id = $1 and checks.group_id = $2)
     update checks set group_order = placed.place, version = checks.version + 1, updated_at = $4
     from placed
     where checks.account_id = $1 and checks.id = placed.id and checks.group_order is distinct from placed.place`,
    [accountId, groupId, ids, now],
  )
