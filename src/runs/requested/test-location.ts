import { privateLocationQueue, regions } from '#contract'
import { Fault } from '#kernel'
import { findPrivateLocationId } from '#storage/checks'
import type { Queryable } from '#storage/database'

/** Where the runs of a test session are queued. */
export interface TestLocation {
  readonly queue: string
  /** Null for a public location. */
  readonly privateLocationId: string | null
}

/** A location by its region code, or by the slug name of a private one of the account. Throws RUN_LOCATION_UNKNOWN. */
export async function findTestLocation(tx: Queryable, accountId: string, runLocation: string): Promise<TestLocation> {
  if (regions.some((region) => region === runLocation)) return { queue: runLocation, privateLocationId: null }
  const privateLocationId = await findPrivateLocationId(tx, accountId, runLocation)
  if (privateLocationId === null)
    throw new Fault('RUN_LOCATION_UNKNOWN', {
      values: { runLocation },
      problems: [{ path: 'runLocation', rule: 'reference', parameters: { value: runLocation } }],
    })
  return { queue: privateLocationQueue(accountId, runLocation), privateLocationId }
}
