import { hasRequest } from '#contract'
import type { RequestCheckType, CheckDefinition, CheckRequests } from '#contract'
import { requestMakers } from '../check-types/index.ts'

/** The request of a check after a body; undefined for types without a request. */
export function requestOf(check: CheckDefinition, given: unknown): CheckRequests[RequestCheckType] | undefined {
  const { checkType, settings } = check
  if (!hasRequest(checkType)) return undefined
  return given === undefined ? settings.request : makerOf(checkType)(given, settings.request)
}

type AnyMaker = (
  given: unknown,
  current: CheckRequests[RequestCheckType] | undefined,
) => CheckRequests[RequestCheckType]

/** The cast is safe because the schema of the type validated the body, and its maker made the stored request. */
const makerOf = (type: RequestCheckType): AnyMaker => requestMakers[type] as AnyMaker
