import { givenBody } from '#contract'
import type { EnvironmentVariable, Given, VariableResource, VariableUpdateBody } from '#contract'
import { Fault } from '#kernel'
import type { Caller } from '#kernel'
import { lockVariable, touchVariables, updateVariable as saveVariable } from '#storage'
import type { Store } from '#storage'

/**
 * Changes a variable and answers the value that was sent; a secret that was not sent stays hidden. Throws VARIABLE_NOT_FOUND, VARIABLE_KEY_FIXED when the body
 * names another key, and VARIABLE_SECRET_FIXED when a secret would become readable (specification 2.6 and 4.7).
 */
export function updateVariable(
  store: Store,
  caller: Caller,
  input: { readonly key: string; readonly body: Given<Partial<VariableUpdateBody>> },
): Promise<VariableResource> {
  const { key } = input
  return store.db.transaction(async (tx) => {
    const before = await lockVariable(tx, store.seal, caller.accountId, key)
    if (before === null) throw new Fault('VARIABLE_NOT_FOUND')
    const body = givenBody(input.body, { ...before })
    const after = changedVariable(key, before, body)
    await saveVariable(tx, store.seal, { accountId: caller.accountId, variable: after, now: new Date(caller.nowMs) })
    await touchVariables(tx, caller.accountId)
    return { ...after, value: after.secret && body.value === undefined ? null : after.value }
  })
}

function changedVariable(
  key: string,
  before: EnvironmentVariable,
  body: Partial<VariableUpdateBody>,
): EnvironmentVariable {
  if (body.key !== undefined && body.key !== key) throw new Fault('VARIABLE_KEY_FIXED', { values: { key } })
  const { value = before.value, locked = before.locked, secret = before.secret } = body
  if (before.secret && !secret) throw new Fault('VARIABLE_SECRET_FIXED', { values: { key } })
  return { key, value, locked, secret }
}
