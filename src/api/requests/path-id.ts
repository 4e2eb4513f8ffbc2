import type { FaultCode } from '#contract'
import { Fault, isUuid } from '#kernel'

export { isUuid } from '#kernel'

/**
 * The id of a path in lowercase, ready for a query. A malformed id throws a fault with the given code, so that it never
 * reaches the database.
 */
export function uuidFromPath(id: string, notFound: FaultCode): string {
  if (!isUuid(id)) throw new Fault(notFound)
  return id.toLowerCase()
}
