import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** User ids that neither packages nor directory services assign, and those of a container with few ids. */
const wide = { first: 1_600_000_000, last: 1_999_999_999 }
const narrow = { first: 40_000, last: 59_999 }

/** A user id for one run, most likely unused by any other process. */
export function chooseUid(): number {
  const range = mapsWideIds() ? wide : narrow
  return randomInt(range.first, range.last)
}

/** Whether this user namespace knows ids up to the wide range. */
const mapsWideIds = (): boolean =>
  readFileSync('/proc/self/uid_map', 'latin1')
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .some(([inside = 0, , count = 0]) => inside <= wide.first && inside + count > wide.last)
