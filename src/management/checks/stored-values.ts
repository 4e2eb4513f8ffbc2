import type { EnvironmentVariable, EnvironmentVariableInput, KeyValuePair } from '#contract'
import { redactionMark } from '#redaction'
import { rejectField } from '../reject-field.ts'

const isHidden = (value: string | null | undefined): boolean =>
  value === null || value === undefined || value === redactionMark

/**
 * Environment variables as they are stored. A locked or secret one that is sent back masked keeps its stored value; a
 * secret stays secret then. Rejects duplicate keys and a null without a stored value.
 */
export function restoreMaskedVariables(
  given: readonly EnvironmentVariableInput[] | null | undefined,
  stored: readonly EnvironmentVariable[],
): readonly EnvironmentVariable[] {
  if (given === undefined) return stored
  const byKey = new Map(stored.map((variable) => [variable.key, variable]))
  const seen = new Set<string>()
  return (given ?? []).map((variable, index) => {
    const path = `environmentVariables[${index}]`
    if (seen.has(variable.key))
      rejectField(`${path}.key`, 'is given twice: give each key once', { rule: 'uniqueItems', parameters: {} })
    seen.add(variable.key)
    const old = byKey.get(variable.key)
    const flags = { locked: variable.locked ?? false, secret: variable.secret ?? false }
    if (old && (old.locked || old.secret) && isHidden(variable.value))
      return { key: variable.key, value: old.value, locked: flags.locked, secret: flags.secret || old.secret }
    if (variable.value === null)
      rejectField(`${path}.value`, 'must not be null: there is no stored value to keep', {
        rule: 'required',
        parameters: {},
      })
    return { key: variable.key, value: variable.value, ...flags }
  })
}

type KeyValueInput = Partial<KeyValuePair> & { readonly key: string }

/** Headers or query parameters as they are stored. A locked one that is sent back masked keeps its stored value. */
export function restoreMaskedPairs(
  given: readonly KeyValueInput[] | undefined,
  stored: readonly KeyValuePair[],
): readonly KeyValuePair[] {
  const left = stored.filter((pair) => pair.locked)
  return (given ?? []).map((pair) => {
    const at = left.findIndex((old) => old.key === pair.key)
    const [old] = at < 0 ? [] : left.splice(at, 1)
    const value = old && pair.value === redactionMark ? old.value : (pair.value ?? '')
    return { key: pair.key, value, locked: pair.locked ?? false }
  })
}

interface BasicAuth {
  readonly username: string
  readonly password: string
}

/** Credentials as they are stored; a password that is sent back masked keeps the stored one. */
export function restoreMaskedBasicAuth(
  given: BasicAuth | null | undefined,
  stored: BasicAuth | null,
): BasicAuth | null {
  if (!given) return null
  if (given.password !== redactionMark) return given
  return { username: given.username, password: stored?.password ?? given.password }
}
