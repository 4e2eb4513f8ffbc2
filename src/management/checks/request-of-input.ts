import { isAsking } from '#contract'
import type { AskingCheckType, CheckDefinition, CheckRequests } from '#contract'
import { requestMakers } from '../check-types/index.ts'

/** The request of a check after a body; undefined for types that ask nothing of anyone. */
export function requestOf(check: CheckDefinition, given: unknown): CheckRequests[AskingCheckType] | undefined {
  const { checkType, settings } = check
  if (!isAsking(checkType)) return undefined
  return given === undefined ? settings.request : makerOf(checkType)(given, settings.request)
}

type AnyMaker = (given: unknown, current: CheckRequests[AskingCheckType] | undefined) => CheckRequests[AskingCheckType]

/** Sound because the schema of the type has validated what is given, and its maker made the request that is stored. */
const makerOf = (type: AskingCheckType): AnyMaker => requestMakers[type] as AnyMaker
