import { resetRetryStrategy } from '#contract'
import type { Allowances, neverSet } from '#contract'
import { assertEntitled } from '#kernel'
import type { Caller } from '#kernel'

/** The fields of a check or a group body that plans limit. */
export interface PlannedFields {
  readonly frequency?: number
  readonly runParallel?: boolean | null
  readonly retryStrategy?: object | 'FALLBACK' | typeof resetRetryStrategy | typeof neverSet | null
  readonly doubleCheck?: boolean
  readonly locations?: readonly string[] | null
}

/**
 * Rejects fields of a body that the plan does not allow. Omitted fields and values that were set `before` are accepted:
 * clients send the complete check to change its name. Throws ENTITLEMENT_DISABLED and ENTITLEMENT_EXCEEDED.
 */
export function validateEntitlements({ allowances }: Caller, body: PlannedFields, before: PlannedFields = {}): void {
  const isNew = (asks: (fields: PlannedFields) => boolean): boolean => asks(body) && !asks(before)
  if (isNew(({ frequency }) => frequency === 0)) assertEntitled(allowances, 'SUB_MINUTE_FREQUENCY')
  if (isNew(({ runParallel }) => runParallel === true)) assertEntitled(allowances, 'PARALLEL_LOCATIONS')
  if (isNew(retries)) assertEntitled(allowances, 'RETRIES')
  const requested = countLocations(body)
  if (requested > countLocations(before)) assertEntitled(allowances, 'LOCATIONS_PER_CHECK', requested)
}

const countLocations = ({ locations }: PlannedFields): number => locations?.length ?? 0

const retries = ({ retryStrategy, doubleCheck }: PlannedFields): boolean =>
  retryStrategy === undefined || retryStrategy === resetRetryStrategy
    ? doubleCheck === true
    : typeof retryStrategy === 'object' && retryStrategy !== null

/** Where the plan does not include retries a new check has none, unless its body sets them and is rejected. */
export const withoutRetries = <Body extends PlannedFields>(allowances: Allowances | undefined, body: Body): Body =>
  allowances?.['RETRIES'] === false && body.retryStrategy === undefined ? { ...body, retryStrategy: null } : body
