import { mostOrdered } from '#contract'
import type { GroupOrderResource } from '#contract'
import { Fault } from '#kernel'
import type { Caller } from '#kernel'
import { findForeignChecks, listOrderedChecks, lockGroupDefinition, saveGroupOrder } from '#storage/checks'
import type { Queryable, Store } from '#storage/database'
import { rejectField } from '../reject-field.ts'
import { getGroup } from './groups.ts'

/** The checks of a group in the order in which they run. Throws CHECK_GROUP_NOT_FOUND. */
export async function getGroupOrder(
  store: Store,
  caller: Caller,
  { id }: { readonly id: number },
): Promise<GroupOrderResource> {
  await getGroup(store, caller, { id })
  return orderOf(store.db, caller.accountId, id)
}

/**
 * Puts checks of a group first, in the order given; the others follow. Throws CHECK_GROUP_NOT_FOUND, and BODY_INVALID
 * for a check that the group does not have.
 */
export function setGroupOrder(
  store: Store,
  { accountId, nowMs }: Caller,
  { id, checkIds }: { readonly id: number; readonly checkIds: readonly string[] },
): Promise<GroupOrderResource> {
  return store.db.transaction(async (tx) => {
    if (!(await lockGroupDefinition(tx, store.encryption, accountId, id))) throw new Fault('CHECK_GROUP_NOT_FOUND')
    const group = { accountId, groupId: id }
    const [foreign] = await findForeignChecks(tx, group, checkIds)
    if (foreign !== undefined)
      rejectField('checkIds', `must name checks of the group; ${foreign} is none of them`, {
        rule: 'reference',
        parameters: { value: foreign },
      })
    await saveGroupOrder(tx, group, checkIds, new Date(nowMs))
    return orderOf(tx, accountId, id)
  })
}

async function orderOf(db: Queryable, accountId: string, groupId: number): Promise<GroupOrderResource> {
  const rows = await listOrderedChecks(db, { accountId, groupId }, mostOrdered)
  return { entries: rows.map(({ total: _total, ...entry }) => entry), total: rows[0]?.total ?? 0 }
}
