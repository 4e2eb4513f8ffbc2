import type { EnvironmentVariable } from '#contract'
import { Fault } from '#kernel'
import { findVariable, listVariables as listStoredVariables } from '#storage'
import type { PageWindow, Store } from '#storage'
import type { Caller } from '../caller.ts'

/** One page of the account's variables by key, values in clear, and the number of all. */
export function listVariables(
  store: Store,
  caller: Caller,
  page: PageWindow,
): Promise<{ items: EnvironmentVariable[]; total: number }> {
  return listStoredVariables(store.db, store.seal, { accountId: caller.accountId, ...page })
}

/** The value comes in clear. Throws VARIABLE_NOT_FOUND. */
export async function getVariable(store: Store, caller: Caller, key: string): Promise<EnvironmentVariable> {
  const variable = await findVariable(store.db, store.seal, caller.accountId, key)
  if (variable === null) throw new Fault('VARIABLE_NOT_FOUND')
  return variable
}
