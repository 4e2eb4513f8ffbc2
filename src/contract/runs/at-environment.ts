import { isHttpCall } from '../check-types/index.ts'
import type { CheckRequests, WireCheckType } from '../check-types/index.ts'

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
