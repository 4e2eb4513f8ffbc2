import { isReachableAddress } from '#contract'
import { dayMs, minuteMs, timeOrderedId } from '#kernel'
import { announceResources } from '#storage/accounts'
import {
  deleteBlindTimes,
  endBlindTimes,
  endUnheardBlindTimes,
  insertBlindMails,
  insertBlindTime,
  insertLocationEvent,
  isOtherBlind,
  listAccountsPlannedIn,
  listAdministratorAddresses,
  lockBlindTimes,
  noteStillBlind,
} from '#storage/agents'
import type { BlindEvent, BlindTimeRow } from '#storage/agents'
import { notify } from '#storage/database'
import type { Queryable, Store } from '#storage/database'
import { excuseWaiting } from '../queue/keep-time.ts'

/** A runner with the locations that it serves. */
export interface BlindRunner {
  readonly runnerId: string
  readonly queues: readonly string[]
  /** Of a private location; null for public ones. */
  readonly accountId: string | null
  readonly locationId: string | null
  readonly locationName: string
  /** Whether it is the service itself, which receives no pings while it is blind, and no calls of agents. */
  readonly isService: boolean
}

/** A time in which it saw nothing, in epoch milliseconds; `until` is null while it lasts. */
export interface BlindSpell {
  readonly since: number
  readonly until: number | null
  readonly silent: readonly string[]
}

/** Blind runners tell several times a minute that they still are. */
const unheardMs = minuteMs
/** Longer than status pages look back. */
const retentionMs = 92 * dayMs

/**
 * Stores that a runner is blind, still is, or sees again. The first runner of a location that is blind and the last one
 * that sees again are announced, once each, by mails to the owners and admins of the accounts with checks there.
 */
export async function noteBlind(store: Store, runner: BlindRunner, spell: BlindSpell, nowMs: number): Promise<void> {
  const { runnerId } = runner
  const [since, now] = [new Date(spell.since), new Date(nowMs)]
  if (spell.until === null && (await noteStillBlind(store.db, { runnerId, since }, now))) return
  await store.db.transaction(async (tx) => {
    await lockBlindTimes(tx)
    const row = rowOf(runner, spell, now)
    // One whose end was not heard of.
    const before = await endBlindTimes(tx, { runnerId, until: since, sinceBefore: new Date(spell.since - 1) })
    if (spell.until === null) {
      const isNew = await insertBlindTime(tx, row)
      if (isNew && before.length === 0) await announce(tx, row, 'BLIND', now)
      return
    }
    const ended = await endBlindTimes(tx, { runnerId, until: new Date(spell.until), sinceBefore: since })
    if (ended.length === 0) await insertBlindTime(tx, row)
    for (const over of ended) await announce(tx, over, 'SEEING', now)
    const absentMs = nowMs - spell.since
    if (runner.isService && ended.length > 0)
      await excuseWaiting(tx, nowMs, { absentMs, isMeasured: true, isClockChange: false })
  })
}

/** Ends the blind times of runners that are gone, and deletes those that are over for long. */
export async function endLostBlindTimes({ db }: Store, nowMs: number): Promise<void> {
  await deleteBlindTimes(db, new Date(nowMs - retentionMs))
  await db.transaction(async (tx) => {
    for (const row of await endUnheardBlindTimes(tx, new Date(nowMs - unheardMs)))
      await announce(tx, row, 'GONE', new Date(nowMs))
  })
}

const rowOf = (runner: BlindRunner, { since, until, silent }: BlindSpell, now: Date): BlindTimeRow => ({
  id: timeOrderedId(now.getTime()),
  runnerId: runner.runnerId,
  queues: [...runner.queues],
  accountId: runner.accountId,
  locationId: runner.locationId,
  locationName: runner.locationName,
  since: new Date(since),
  until: until === null ? null : new Date(until),
  heardAt: now,
  silent: silent.join(', ').replaceAll('\u0000', ''),
})

async function announce(tx: Queryable, row: BlindTimeRow, event: BlindEvent, now: Date): Promise<void> {
  if (await isOtherBlind(tx, row)) return
  const { accountId, locationId } = row
  const isPrivate = accountId !== null && locationId !== null
  const id = timeOrderedId(now.getTime())
  if (isPrivate)
    await insertLocationEvent(tx, {
      accountId,
      id,
      locationId,
      at: now,
      event: event === 'BLIND' ? 'BLIND' : 'SEEING',
      lastSeenAt: now,
    })
  const accounts = isPrivate ? [accountId] : await listAccountsPlannedIn(tx, row.queues)
  const changed = accounts.map((one) => ({ accountId: one, event: 'private-locations' as const, id: locationId }))
  await announceResources(tx, changed, now)
  await mailAll(tx, { row, accounts, event }, now)
}

async function mailAll(
  tx: Queryable,
  about: { readonly row: BlindTimeRow; readonly accounts: readonly string[]; readonly event: BlindEvent },
  now: Date,
): Promise<void> {
  const { row, accounts, event } = about
  for (const accountId of accounts) {
    const addresses = (await listAdministratorAddresses(tx, accountId)).filter(isReachableAddress)
    const mails = addresses.map((address) => ({
      accountId,
      id: timeOrderedId(now.getTime()),
      blindId: row.id,
      event,
      address,
    }))
    await insertBlindMails(tx, mails, now)
  }
  await notify(tx, 'location_mails')
}
