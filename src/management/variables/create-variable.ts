import { VariableCreateBodySchema, withDefaults } from '#contract'
import type { EnvironmentVariable, VariableCreateBody } from '#contract'
import { Fault } from '#kernel'
import type { Caller } from '#kernel'
import { assertAllowance, insertVariable, touchVariables } from '#storage'
import type { Store } from '#storage'

/** Creates a variable and answers the value that was sent, once. Throws VARIABLE_EXISTS (semantics 6.1). */
export function createVariable(store: Store, caller: Caller, body: VariableCreateBody): Promise<EnvironmentVariable> {
  const { key, value, locked = false, secret = false } = withDefaults(VariableCreateBodySchema, body)
  const variable = { key, value, locked, secret }
  return store.db.transaction(async (tx) => {
    const isNew = await insertVariable(tx, store.seal, {
      accountId: caller.accountId,
      variable,
      now: new Date(caller.nowMs),
    })
    if (!isNew) throw new Fault('VARIABLE_EXISTS', { values: { key } })
    await assertAllowance(tx, caller, 'ENVIRONMENT_VARIABLES')
    await touchVariables(tx, caller.accountId)
    return variable
  })
}
