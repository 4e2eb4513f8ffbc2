import { secretVariablePrefix } from '#contract'
import type { TaskVariable } from '#contract'

/**
 * The secret values among the variables that scripts left: those of names that announce a secret, and new values of
 * variables that were secret before. Each once, none is empty.
 */
export function findNewSecrets(
  before: readonly TaskVariable[],
  after: Readonly<Record<string, string>>,
): readonly string[] {
  const known = new Map(before.map((variable) => [variable.key, variable]))
  const isSecret = (key: string): boolean => key.startsWith(secretVariablePrefix) || known.get(key)?.secret === true
  const changed = Object.entries(after).filter(([key, value]) => isSecret(key) && known.get(key)?.value !== value)
  return [...new Set(changed.map(([, value]) => value))].filter((value) => value !== '')
}
