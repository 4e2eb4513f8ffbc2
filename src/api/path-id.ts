import type { FaultCode } from '#contract'
import { Fault, isUuid } from '#kernel'

export { isUuid } from '#kernel'

/**
 * The id of a path in lower case, ready for a query. What cannot be an id is not found: throws a fault with
 * the given code, so that a mistyped id never reaches the database.
 */
export function uuidFromPath(id: string, notFound: FaultCode): string {
  if (!isUuid(id)) throw new Fault(notFound)
  return id.toLowerCase()
}
