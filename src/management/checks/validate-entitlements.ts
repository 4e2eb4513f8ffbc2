import { byDoubleCheck } from '#contract'
import type { Allowances } from '#contract'
import { assertEntitled } from '#kernel'
import type { Caller } from '#kernel'

/** What a body of a check or a group may ask for that plans limit. */
export interface PlannedFields {
  readonly frequency?: number
  readonly runParallel?: boolean | null
  readonly retryStrategy?: object | 'FALLBACK' | typeof byDoubleCheck | null
  readonly doubleCheck?: boolean
  readonly locations?: readonly string[] | null
}

/**
 * Refuses what a body asks for and the plan does not allow. What it leaves out stays as it is, and so does what was there
 * `before`: clients send all of a check to change its name. Throws ENTITLEMENT_DISABLED and ENTITLEMENT_EXCEEDED.
 */
export function validateEntitlements({ allowances }: Caller, body: PlannedFields, before: PlannedFields = {}): void {
  const isNew = (asks: (fields: PlannedFields) => boolean): boolean => asks(body) && !asks(before)
  if (isNew(({ frequency }) => frequency === 0)) assertEntitled(allowances, 'SUB_MINUTE_FREQUENCY')
  if (isNew(({ runParallel }) => runParallel === true)) assertEntitled(allowances, 'PARALLEL_LOCATIONS')
  if (isNew(retries)) assertEntitled(allowances, 'RETRIES')
  const wanted = countLocations(body)
  if (wanted > countLocations(before)) assertEntitled(allowances, 'LOCATIONS_PER_CHECK', wanted)
}

const countLocations = ({ locations }: PlannedFields): number => locations?.length ?? 0

const retries = ({ retryStrategy, doubleCheck }: PlannedFields): boolean =>
  retryStrategy === undefined || retryStrategy === byDoubleCheck
    ? doubleCheck === true
    : retryStrategy !== null && retryStrategy !== 'FALLBACK'

/** Where retries are no part of the plan a new check has none, unless its body asks for them and is refused. */
export const withoutRetries = <Body extends PlannedFields>(allowances: Allowances | undefined, body: Body): Body =>
  allowances?.['RETRIES'] === false && body.retryStrategy === undefined ? { ...body, retryStrategy: null } : body
