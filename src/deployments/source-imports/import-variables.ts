import type { EnvironmentVariable, ImportedVariableBody, ImportPreviewResource } from '#contract'
import type { Caller } from '#kernel'
import { createVariable, listVariables, updateVariable } from '#management'
import { joinTransaction } from '#storage/database'
import type { Store } from '#storage/database'

export type PlannedVariable = ImportPreviewResource['variables'][number]

const pageSize = 1000

/** The change of each variable of an import, in the order in which it has them. */
export async function planVariables(
  store: Store,
  caller: Caller,
  wanted: readonly ImportedVariableBody[],
): Promise<PlannedVariable[]> {
  if (wanted.length === 0) return []
  const known = new Map<string, EnvironmentVariable>()
  for (;;) {
    const { items, total } = await listVariables(store, caller, { limit: pageSize, offset: known.size })
    for (const variable of items) known.set(variable.key, variable)
    if (items.length === 0 || known.size >= total) break
  }
  return wanted.map(({ key, value }) => ({ key, action: actionOf(known.get(key), value) }))
}

function actionOf(before: EnvironmentVariable | undefined, value: string | null): PlannedVariable['action'] {
  if (value === null) return before ? 'UNCHANGED' : 'MISSING'
  if (!before) return 'CREATE'
  return before.value === value && before.secret ? 'UNCHANGED' : 'UPDATE'
}

/** Makes the variables secrets with the values of the source, all or none. Throws VARIABLE_EXISTS and ENTITLEMENT_EXCEEDED. */
export async function saveVariables(
  store: Store,
  caller: Caller,
  {
    wanted,
    planned,
  }: { readonly wanted: readonly ImportedVariableBody[]; readonly planned: readonly PlannedVariable[] },
): Promise<void> {
  const actions = new Map(planned.map(({ key, action }) => [key, action]))
  await store.db.transaction(async (tx) => {
    const joined = joinTransaction(store, tx)
    for (const { key, value } of wanted) {
      if (value === null) continue
      if (actions.get(key) === 'CREATE') await createVariable(joined, caller, { key, value, secret: true })
      if (actions.get(key) === 'UPDATE') await updateVariable(joined, caller, { key, body: { value, secret: true } })
    }
  })
}
