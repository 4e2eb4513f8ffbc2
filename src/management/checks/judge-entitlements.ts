import type { Allowances } from '#contract'
import { assertEntitled } from '#kernel'
import type { Caller } from '../caller.ts'

/** What a body of a check or a group may ask for that plans limit. */
export interface PlannedFields {
  readonly frequency?: number
  readonly runParallel?: boolean | null
  readonly retryStrategy?: object | 'FALLBACK' | null
  readonly doubleCheck?: boolean
  readonly locations?: readonly string[] | null
}

/**
 * Refuses what a body names and the plan does not allow; what it leaves out stays as it is. Throws ENTITLEMENT_DISABLED
 * and ENTITLEMENT_EXCEEDED.
 */
export function judgeEntitlements({ allowances }: Caller, body: PlannedFields): void {
  if (body.frequency === 0) assertEntitled(allowances, 'SUB_MINUTE_FREQUENCY')
  if (body.runParallel === true) assertEntitled(allowances, 'PARALLEL_LOCATIONS')
  if (retries(body)) assertEntitled(allowances, 'RETRIES')
  assertEntitled(allowances, 'LOCATIONS_PER_CHECK', body.locations?.length ?? 0)
}

const retries = ({ retryStrategy, doubleCheck }: PlannedFields): boolean =>
  retryStrategy === undefined ? doubleCheck === true : retryStrategy !== null && retryStrategy !== 'FALLBACK'

/** Where retries are no part of the plan a new check has none, unless its body asks for them and is refused. */
export const withoutRetries = <Body extends PlannedFields>(allowances: Allowances | undefined, body: Body): Body =>
  allowances?.['RETRIES'] === false && body.retryStrategy === undefined ? { ...body, retryStrategy: null } : body
