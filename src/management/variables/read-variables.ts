import { mostVariablesAtOnce } from '#contract'
import type { EnvironmentVariable } from '#contract'
import { Fault } from '#kernel'
import type { Caller } from '#kernel'
import { countFirstVariables, findVariable, listVariables as listStoredVariables } from '#storage'
import type { CountedPage, PageWindow, Store } from '#storage'

/** What is read for one answer without pages: few megabytes, or it would hold up the requests of others. */
const sealedBytesAtOnce = 4_000_000

/** One page of the account's variables by key, values in clear, and the number of all. */
export const listVariables = (
  { db, seal }: Store,
  { accountId }: Caller,
  page: PageWindow,
): Promise<CountedPage<EnvironmentVariable>> => listStoredVariables(db, seal, { accountId, ...page })

/** The same without pages: the first 1000, or as many as have about three megabytes. */
export async function listFirstVariables(store: Store, caller: Caller): Promise<CountedPage<EnvironmentVariable>> {
  const most = { limit: mostVariablesAtOnce, sealedBytes: sealedBytesAtOnce }
  const limit = await countFirstVariables(store.db, caller.accountId, most)
  return listVariables(store, caller, { limit, offset: 0 })
}

/** The value comes in clear. Throws VARIABLE_NOT_FOUND. */
export async function getVariable(store: Store, caller: Caller, key: string): Promise<EnvironmentVariable> {
  const variable = await findVariable(store.db, store.seal, caller.accountId, key)
  if (variable === null) throw new Fault('VARIABLE_NOT_FOUND')
  return variable
}
