import type { Static } from 'typebox'
import type { RequestCheckType, CheckRequests, checkTypes } from '#contract'

export type RequestInput<T extends RequestCheckType> = Static<(typeof checkTypes)[T]['request']>

/**
 * The request of a check from the fields of a body. It replaces the stored request completely, except for secrets that
 * were sent back masked; an absent field gets the default of its schema.
 */
export type RequestMaker<T extends RequestCheckType> = (
  given: RequestInput<T>,
  current: CheckRequests[T] | undefined,
) => CheckRequests[T]
