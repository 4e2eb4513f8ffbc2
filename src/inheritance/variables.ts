import { isSecretVariable, secretsOfRequest } from '#contract'
import type { CheckDefinition, EnvironmentVariable, GroupDefinition } from '#contract'

/** One flat set by key: check over group over account. */
export function mergedVariables(
  account: readonly EnvironmentVariable[],
  group: GroupDefinition | null,
  check: CheckDefinition,
): EnvironmentVariable[] {
  const byKey = new Map<string, EnvironmentVariable>()
  for (const level of [account, group?.settings.environmentVariables ?? [], check.settings.environmentVariables])
    for (const variable of level) byKey.set(variable.key, variable)
  return [...byKey.values()]
}

/** The values that must not leave the service with the runs of a check: of its secret variables, and of its request. */
export function secretsOfCheck(variables: readonly EnvironmentVariable[], request: unknown): string[] {
  const values = variables.filter(isSecretVariable).flatMap(({ value }) => (value === '' ? [] : [value]))
  return [...new Set([...values, ...secretsOfRequest(request)])]
}

interface RunVariables {
  readonly location: string
  readonly resultId: string
  readonly checkRunId: number
}

/** The built-in variables of every run. */
export const builtInVariables = (
  check: Pick<CheckDefinition, 'accountId' | 'id' | 'name' | 'checkType'> & { readonly groupBaseUrl: string },
  run: RunVariables,
): Record<string, string> => ({
  ACCOUNT_ID: check.accountId,
  CHECK_ID: check.id,
  CHECK_NAME: check.name,
  CHECK_TYPE: check.checkType,
  CHECK_RESULT_ID: run.resultId,
  CHECK_RUN_ID: String(run.checkRunId),
  REGION: run.location,
  GROUP_BASE_URL: check.groupBaseUrl,
})
