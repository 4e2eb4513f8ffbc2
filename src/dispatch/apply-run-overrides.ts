import { isHttpCall } from '#contract'
import type { CheckRequests, WireCheckType } from '#contract'
import type { RunOverrides } from '#storage'
import type { PreparedCheck } from './prepared-check.ts'

/**
 * Applies run overrides to a prepared check: variables that override all others, and the host of the environment URL.
 */
export function applyRunOverrides(prepared: PreparedCheck, overrides: RunOverrides | undefined): PreparedCheck {
  if (overrides === undefined) return prepared
  const { variables, environmentUrl, environmentName } = overrides
  const hidden = variables.filter((variable) => (variable.secret || variable.locked) && variable.value !== '')
  return {
    ...prepared,
    environmentUrl,
    variables: {
      ...prepared.variables,
      ...(environmentUrl !== null && { ENVIRONMENT_URL: environmentUrl }),
      ...(environmentName !== null && { ENVIRONMENT_NAME: environmentName }),
      ...Object.fromEntries(variables.map((variable) => [variable.key, variable.value])),
    },
    secrets: [...new Set([...prepared.secrets, ...hidden.map((variable) => variable.value)])],
  }
}

/**
 * An HTTP request at the environment's scheme, host and port, its path and query kept. Other
 * requests stay as they are, as do addresses that are none.
 */
export function atEnvironment(
  checkType: WireCheckType,
  request: CheckRequests[WireCheckType],
  environmentUrl: string | null | undefined,
): CheckRequests[WireCheckType] {
  if (environmentUrl === null || environmentUrl === undefined || !isHttpCall(checkType, request)) return request
  if (!URL.canParse(request.url) || !URL.canParse(environmentUrl)) return request
  const { protocol, hostname, port } = new URL(environmentUrl)
  const url = Object.assign(new URL(request.url), { protocol, hostname, port })
  return { ...request, url: url.href }
}
