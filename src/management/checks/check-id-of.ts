import { validate } from 'uuid'
import { Fault } from '#kernel'

/** The id of a check as a client wrote it. What cannot be one is not found: throws CHECK_NOT_FOUND. */
export function checkIdOf(id: string): string {
  if (!validate(id)) throw new Fault('CHECK_NOT_FOUND')
  return id.toLowerCase()
}
