import type { CheckType } from '#contract'
import { Fault } from '#kernel'
import type { Caller } from '#kernel'
import { listCheckStates } from '#storage'
import type { CheckStateRow, Store } from '#storage'

export type NamedCheckState = CheckStateRow & {
  readonly name: string
  readonly checkType: CheckType
  readonly groupMutedUntil: Date | null
}

/** The status of every check of the account. */
export const listStatuses = (store: Store, caller: Caller): Promise<NamedCheckState[]> =>
  listCheckStates(store.db, caller.accountId, null)

/** The status of one check. Throws CHECK_NOT_FOUND. */
export async function getStatus(store: Store, caller: Caller, checkId: string): Promise<NamedCheckState> {
  const [state] = await listCheckStates(store.db, caller.accountId, checkId)
  if (state === undefined) throw new Fault('CHECK_NOT_FOUND')
  return state
}
