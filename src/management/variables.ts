import { givenBody, maxVariablesAtOnce, VariableCreateBodySchema, withDefaults } from '#contract'
import type { EnvironmentVariable, Given, VariableCreateBody, VariableResource, VariableUpdateBody } from '#contract'
import { Fault } from '#kernel'
import type { Caller } from '#kernel'
import { assertAllowance, touchVariables } from '#storage/accounts'
import {
  countFirstVariables,
  deleteVariable as removeVariable,
  findVariable,
  insertVariable,
  listVariables as listStoredVariables,
  lockVariable,
  updateVariable as saveVariable,
} from '#storage/checks'
import type { CountedPage, PageWindow, Store } from '#storage/database'

/** Creates a variable and returns the value that was sent, only once. Throws VARIABLE_EXISTS. */
export function createVariable(store: Store, caller: Caller, body: VariableCreateBody): Promise<EnvironmentVariable> {
  const { key, value, locked = false, secret = false } = withDefaults(VariableCreateBodySchema, body)
  const variable = { key, value, locked, secret }
  return store.db.transaction(async (tx) => {
    const isNew = await insertVariable(tx, store.encryption, {
      accountId: caller.accountId,
      variable,
      now: new Date(caller.nowMs),
    })
    if (!isNew)
      throw new Fault('VARIABLE_EXISTS', {
        values: { key },
        problems: [{ path: 'key', rule: 'unused', parameters: {} }],
      })
    await assertAllowance(tx, caller, 'ENVIRONMENT_VARIABLES')
    await touchVariables(tx, caller.accountId)
    return variable
  })
}

/** The size limit of a response without pages: more than a few megabytes would delay other requests. */
const sealedBytesAtOnce = 4_000_000

/** One page of the account's variables by key, values in plaintext, and the number of all. */
export const listVariables = (
  { db, encryption }: Store,
  { accountId }: Caller,
  page: PageWindow,
): Promise<CountedPage<EnvironmentVariable>> => listStoredVariables(db, encryption, { accountId, ...page })

/** The same without pages: the first 1000, or as many as have about three megabytes. */
export async function listFirstVariables(store: Store, caller: Caller): Promise<CountedPage<EnvironmentVariable>> {
  const most = { limit: maxVariablesAtOnce, encryptedBytes: sealedBytesAtOnce }
  const limit = await countFirstVariables(store.db, caller.accountId, most)
  return listVariables(store, caller, { limit, offset: 0 })
}

/** The value is in plaintext. Throws VARIABLE_NOT_FOUND. */
export async function getVariable(store: Store, caller: Caller, key: string): Promise<EnvironmentVariable> {
  const variable = await findVariable(store.db, store.encryption, caller.accountId, key)
  if (variable === null) throw new Fault('VARIABLE_NOT_FOUND')
  return variable
}

/**
 * Changes a variable and returns the value that was sent; a secret that was not sent stays hidden. Throws
 * VARIABLE_NOT_FOUND, VARIABLE_KEY_FIXED when the body names another key, and VARIABLE_SECRET_FIXED when a secret would
 * become readable.
 */
export function updateVariable(
  store: Store,
  caller: Caller,
  input: { readonly key: string; readonly body: Given<Partial<VariableUpdateBody>> },
): Promise<VariableResource> {
  const { key } = input
  return store.db.transaction(async (tx) => {
    const before = await lockVariable(tx, store.encryption, caller.accountId, key)
    if (before === null) throw new Fault('VARIABLE_NOT_FOUND')
    const body = givenBody(input.body, { ...before })
    const after = changedVariable(key, before, body)
    await saveVariable(tx, store.encryption, {
      accountId: caller.accountId,
      variable: after,
      now: new Date(caller.nowMs),
    })
    await touchVariables(tx, caller.accountId)
    return { ...after, value: after.secret && body.value === undefined ? null : after.value }
  })
}

function changedVariable(
  key: string,
  before: EnvironmentVariable,
  body: Partial<VariableUpdateBody>,
): EnvironmentVariable {
  if (body.key !== undefined && body.key !== key)
    throw new Fault('VARIABLE_KEY_FIXED', {
      values: { key },
      problems: [{ path: 'key', rule: 'unused', parameters: {} }],
    })
  const { value = before.value, locked = before.locked, secret = before.secret } = body
  if (before.secret && !secret)
    throw new Fault('VARIABLE_SECRET_FIXED', {
      values: { key },
      problems: [{ path: 'key', rule: 'unused', parameters: {} }],
    })
  return { key, value, locked, secret }
}

/** Throws VARIABLE_NOT_FOUND. */
export function deleteVariable(store: Store, caller: Caller, key: string): Promise<void> {
  return store.db.transaction(async (tx) => {
    const existed = await removeVariable(tx, caller.accountId, key)
    if (!existed) throw new Fault('VARIABLE_NOT_FOUND')
    await touchVariables(tx, caller.accountId)
  })
}
