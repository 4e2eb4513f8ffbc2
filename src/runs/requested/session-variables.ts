import type { EnvironmentVariable, TestVariable } from '#contract'
import { Fault } from '#kernel'
import { findVariablesOfAccounts } from '#storage/checks'
import type { Queryable, Store } from '#storage/database'

/**
 * The variables that a test session overrides others with. A secret is given by its key only: its value is that of the
 * account's secret with the same key. Throws SECRET_UNKNOWN, and BODY_INVALID for a secret with a value.
 */
export async function sessionVariables(
  tx: Queryable,
  { encryption }: Store,
  accountId: string,
  given: readonly TestVariable[],
): Promise<EnvironmentVariable[]> {
  const isReference = given.some((variable) => variable.secret === true)
  const stored = isReference ? ((await findVariablesOfAccounts(tx, encryption, [accountId])).get(accountId) ?? []) : []
  const secrets = new Map(stored.flatMap((variable) => (variable.secret ? [[variable.key, variable]] : [])))
  return given.map(({ key, value, locked = false, secret = false }) => {
    if (!secret) return { key, value: value ?? '', locked, secret }
    if (value !== null) throw secretInClear(key)
    const found = secrets.get(key)
    if (found === undefined)
      throw new Fault('SECRET_UNKNOWN', {
        values: { key },
        problems: [{ path: 'environmentVariables', rule: 'reference', parameters: { value: key } }],
      })
    return { ...found, locked: found.locked || locked }
  })
}

function secretInClear(key: string): Fault {
  const problem = `${key} is a secret: send null, and its value is that of the account's secret with this key`
  return new Fault('BODY_INVALID', {
    values: { problems: `environmentVariables: ${problem}` },
    attributes: { environmentVariables: problem },
  })
}
