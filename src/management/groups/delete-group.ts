import { Fault } from '#kernel'
import type { Caller } from '#kernel'
import { countChecksOfGroup, deleteGroup as deleteGroupRow, lockGroupDefinition } from '#storage'
import type { Store } from '#storage'

/** Deletes a group with its subscriptions. Throws CHECK_GROUP_NOT_FOUND, and CHECK_GROUP_IN_USE while it holds checks. */
export async function deleteGroup(store: Store, caller: Caller, { id }: { readonly id: number }): Promise<void> {
  await store.db.transaction(async (tx) => {
    // Whoever adds a member holds the group, so no check can join it between the count and the end.
    if (!(await lockGroupDefinition(tx, store.seal, caller.accountId, id))) throw new Fault('CHECK_GROUP_NOT_FOUND')
    const count = await countChecksOfGroup(tx, caller.accountId, id)
    if (count > 0) throw new Fault('CHECK_GROUP_IN_USE', { values: { count }, attributes: { count } })
    await deleteGroupRow(tx, caller.accountId, id)
  })
}
