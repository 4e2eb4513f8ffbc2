import { Fault, isUuid } from '#kernel'

/** A malformed id throws PRIVATE_LOCATION_NOT_FOUND. */
export function locationIdOf(id: string): string {
  if (!isUuid(id)) throw new Fault('PRIVATE_LOCATION_NOT_FOUND')
  return id
}
