import { dayMs, Fault, isUuid, rangeFault } from '#kernel'
import type { Caller } from '#kernel'
import { findPrivateLocations, findQueueSamples } from '#storage/checks'
import type { QueueSample } from '#storage/checks'
import type { Store } from '#storage/database'
import { openRange } from './time-range.ts'

/** How far back samples reach. */
const retentionDays = 15

/**
 * How many runs waited for a private location, minute by minute; minutes without a queue and without dropped runs are absent. Throws
 * PRIVATE_LOCATION_NOT_FOUND, and TIME_RANGE_INVALID also for ranges more than 15 days back.
 */
export async function readQueueSamples(
  store: Store,
  caller: Caller,
  query: { readonly id: string; readonly from: string; readonly to: string },
): Promise<QueueSample[]> {
  const { fromMs, toMs } = openRange(query, ['from', 'to'])
  const id = await findLocationId(store, caller, query.id)
  const earliestMs = caller.nowMs - retentionDays * dayMs
  if (fromMs === null || toMs === null || fromMs < earliestMs)
    throw rangeFault(`from may lie at most ${retentionDays} days back.`)
  const range = { from: new Date(fromMs), to: new Date(toMs) }
  return findQueueSamples(store.db, { accountId: caller.accountId, id }, range)
}

async function findLocationId({ db, encryption }: Store, { accountId }: Caller, id: string): Promise<string> {
  const [location] = isUuid(id) ? await findPrivateLocations(db, encryption, accountId, id) : []
  if (location === undefined) throw new Fault('PRIVATE_LOCATION_NOT_FOUND')
  return location.id
}
