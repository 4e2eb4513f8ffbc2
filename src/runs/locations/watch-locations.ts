import { agentConnectedMs, isReachableAddress } from '#contract'
import type { LocationEvent, MailedLocationEvent } from '#contract'
import { dayMs, timeOrderedId } from '#kernel'
import { decideLocationChange } from '#schedule'
import type { LocationChange } from '#schedule'
import { announceResources } from '#storage/accounts'
import {
  awaitAgent,
  deleteLocationEvents,
  deleteUnservedSpans,
  insertLocationEvent,
  insertLocationMails,
  listAdministratorAddresses,
  listLocationLives,
  noteServed,
  releaseLocation,
  resumeLocation,
  suspendLocation,
} from '#storage/agents'
import { notify } from '#storage/database'
import type { LocationLifeRow } from '#storage/agents'
import type { Queryable, Store } from '#storage/database'
import { isReturning } from '../queue/keep-time.ts'
import { endLostBlindTimes } from './note-blind.ts'
import { noteLostAgents } from './served-locations.ts'

type Location = Pick<LocationLifeRow, 'accountId' | 'id' | 'lastSeenAt'>
type Change = (tx: Queryable, location: Location, now: Date) => Promise<boolean>

/** How long events are listed with their location. */
const eventRetentionMs = 90 * dayMs
/** Longer than status pages look back. */
const spanRetentionMs = 92 * dayMs

/**
 * Notes locations at which no agent is connected, flags private ones that have had no agent for ten minutes while checks are assigned to them, and ends the flag
 * when an agent is connected or no check is assigned any more. Each change is stored once, with its event and mails, by
 * any number of processes. Returns how many locations changed.
 */
export async function watchLocations(store: Store, nowMs: number): Promise<number> {
  if (await isReturning(store.db, nowMs)) return 0
  await deleteLocationEvents(store.db, new Date(nowMs - eventRetentionMs))
  await deleteUnservedSpans(store.db, new Date(nowMs - spanRetentionMs))
  await noteLostAgents(store, nowMs)
  await endLostBlindTimes(store, nowMs)
  let changed = 0
  for (const location of await listLocationLives(store.db)) {
    const change = decideLocationChange(location, nowMs)
    if (change === null) continue
    const isDone = await store.db.transaction((tx) => changesOf[change](tx, location, new Date(nowMs)))
    if (isDone) changed += 1
  }
  return changed
}

const changesOf: Readonly<Record<LocationChange, Change>> = {
  async await(tx, location, now) {
    await awaitAgent(tx, location, now)
    return false
  },
  async suspend(tx, location, now) {
    const seenBefore = new Date(now.getTime() - agentConnectedMs)
    const isDone = await suspendLocation(tx, location, { now, seenBefore })
    if (isDone) await announce(tx, location, { event: 'UNAVAILABLE', now })
    return isDone
  },
  async resume(tx, location, now) {
    const isDone = await resumeLocation(tx, location, now)
    if (isDone) await announce(tx, location, { event: 'AVAILABLE', now })
    return isDone
  },
  async release(tx, location, now) {
    const isDone = await releaseLocation(tx, location)
    if (isDone) await store(tx, location, { event: 'UNASSIGNED', now })
    return isDone
  },
}

/** An agent of a location is connected again: the location is served, and its flag ends, at once. */
export const noteReturnedAgent = ({ db }: Store, key: { accountId: string; id: string }, nowMs: number) =>
  db.transaction(async (tx) => {
    const now = new Date(nowMs)
    const isServed = await noteServed(tx, key, now)
    const isResumed = await changesOf.resume(tx, { ...key, lastSeenAt: now }, now)
    if (isServed && !isResumed)
      await announceResources(tx, [{ accountId: key.accountId, event: 'private-locations', id: key.id }], now)
  })

interface Announced<E extends LocationEvent = LocationEvent> {
  readonly event: E
  readonly now: Date
}

async function store(tx: Queryable, { accountId, id, lastSeenAt }: Location, { event, now }: Announced) {
  const eventId = timeOrderedId(now.getTime())
  await insertLocationEvent(tx, { accountId, id: eventId, locationId: id, at: now, event, lastSeenAt })
  await announceResources(tx, [{ accountId, event: 'private-locations', id }], now)
  return eventId
}

/** An event of which owners and admins get a mail. */
async function announce(tx: Queryable, location: Location, announced: Announced<MailedLocationEvent>): Promise<void> {
  const { accountId } = location
  const eventId = await store(tx, location, announced)
  const addresses = (await listAdministratorAddresses(tx, accountId)).filter(isReachableAddress)
  const mails = addresses.map((address) => ({
    accountId,
    id: timeOrderedId(announced.now.getTime()),
    eventId,
    address,
  }))
  await insertLocationMails(tx, mails, announced.now)
  await notify(tx, 'location_mails')
}
