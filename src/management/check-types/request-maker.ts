import type { Static } from 'typebox'
import type { AskingCheckType, CheckRequests, checkTypes } from '#contract'

export type RequestInput<T extends AskingCheckType> = Static<(typeof checkTypes)[T]['request']>

/**
 * The request of a check from what a body gives of it. It replaces the current one whole, of which only secrets are kept
 * that come back hidden; an absent field gets the default of its schema.
 */
export type RequestMaker<T extends AskingCheckType> = (
  given: RequestInput<T>,
  current: CheckRequests[T] | undefined,
) => CheckRequests[T]
