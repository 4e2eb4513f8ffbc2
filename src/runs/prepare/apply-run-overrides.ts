import { isSecretVariable } from '#contract'
import type { RunOverrides } from '#storage/runs'
import type { PreparedCheck } from './prepared-check.ts'

/**
 * Applies run overrides to a prepared check: variables that override all others, and the host of the environment URL.
 */
export function applyRunOverrides(prepared: PreparedCheck, overrides: RunOverrides | undefined): PreparedCheck {
  if (overrides === undefined) return prepared
  const { variables, environmentUrl, environmentName, updateSnapshots = false } = overrides
  const hidden = variables.filter((variable) => isSecretVariable(variable) && variable.value !== '')
  return {
    ...prepared,
    environmentUrl,
    updateSnapshots,
    variables: {
      ...prepared.variables,
      ...(environmentUrl !== null && { ENVIRONMENT_URL: environmentUrl }),
      ...(environmentName !== null && { ENVIRONMENT_NAME: environmentName }),
      ...Object.fromEntries(variables.map((variable) => [variable.key, variable.value])),
    },
    secretKeys: new Set([...prepared.secretKeys, ...hidden.map((variable) => variable.key)]),
    secrets: [...new Set([...prepared.secrets, ...hidden.map((variable) => variable.value)])],
  }
}
