import { Fault, isUuid } from '#kernel'

/** What cannot be an id is not found. */
export function locationIdOf(id: string): string {
  if (!isUuid(id)) throw new Fault('PRIVATE_LOCATION_NOT_FOUND')
  return id
}
