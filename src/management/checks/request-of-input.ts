import { isAsking } from '#contract'
import type { AskingCheckType, CheckDefinition, CheckRequests } from '#contract'
import { requestMakers } from '../check-types/index.ts'

/** The request of a check after a body; undefined for types without a request. */
export function requestOf(check: CheckDefinition, given: unknown): CheckRequests[AskingCheckType] | undefined {
  const { checkType, settings } = check
  if (!isAsking(checkType)) return undefined
  return given === undefined ? settings.request : makerOf(checkType)(given, settings.request)
}

type AnyMaker = (given: unknown, current: CheckRequests[AskingCheckType] | undefined) => CheckRequests[AskingCheckType]

/** The cast is safe because the schema of the type validated the body, and its maker made the stored request. */
const makerOf = (type: AskingCheckType): AnyMaker => requestMakers[type] as AnyMaker
