import { Fault } from '#kernel'
import type { Caller } from '#kernel'
import { deleteVariable as removeVariable, touchVariables } from '#storage'
import type { Store } from '#storage'

/** Throws VARIABLE_NOT_FOUND. */
export function deleteVariable(store: Store, caller: Caller, key: string): Promise<void> {
  return store.db.transaction(async (tx) => {
    const existed = await removeVariable(tx, caller.accountId, key)
    if (!existed) throw new Fault('VARIABLE_NOT_FOUND')
    await touchVariables(tx, caller.accountId)
  })
}
