import { leaseTables } from '../database/lease-tables.ts'
import { claimStatement, claimValues, isHeld } from '../database/leases.ts'
import type { LeaseClaim } from '../database/leases.ts'
import type { Queryable } from '../database/queryable.ts'
import type { BlindTimesTable } from '../generated/tables.ts'
import type { LocationMailTry } from './location-mails.ts'

export type BlindTimeRow = BlindTimesTable

type RunnerTime = Pick<BlindTimeRow, 'runnerId' | 'since'>

/** Notes that a blind time lasts. False when it is not known, or over. */
export const noteStillBlind = async (db: Queryable, { runnerId, since }: RunnerTime, now: Date): Promise<boolean> => {
  const { rowCount } = await db.query(
    `update blind_times set heard_at = greatest(heard_at, $3) where runner_id = $1 and since = $2 and until is null`,
    [runnerId, since, now],
  )
  return rowCount > 0
}

/** Lets nobody else begin or end blind times until the transaction ends; there are few. */
export const lockBlindTimes = (tx: Queryable): Promise<unknown> =>
  tx.rows('lock table blind_times in share row exclusive mode')

/** Stores a blind time. False when it is known. */
export async function insertBlindTime(tx: Queryable, row: BlindTimeRow): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into blind_times (id, runner_id, queues, account_id, location_id, location_name, since, until, heard_at, silent)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict (runner_id, since) do nothing`,
    [
      row.id,
      row.runnerId,
      row.queues,
      row.accountId,
      row.locationId,
      row.locationName,
      row.since,
      row.until,
      row.heardAt,
      row.silent,
    ],
  )
  return rowCount > 0
}

/** Ends the blind times of a runner that began before that time and last. Returns those. */
export const endBlindTimes = (
  tx: Queryable,
  { runnerId, until, sinceBefore }: { readonly runnerId: string; readonly until: Date; readonly sinceBefore: Date },
): Promise<BlindTimeRow[]> =>
  tx.rows<{ [K in keyof BlindTimeRow]: BlindTimeRow[K] }>(
    `update blind_times set until = greatest(since, $2) where runner_id = $1 and since <= $3 and until is null returning *`,
    [runnerId, until, sinceBefore],
  )

/** Ends the blind times of which nothing was heard since that time, when they were heard of last. Returns those. */
export const endUnheardBlindTimes = (tx: Queryable, heardBefore: Date): Promise<BlindTimeRow[]> =>
  tx.rows<{ [K in keyof BlindTimeRow]: BlindTimeRow[K] }>(
    `update blind_times set until = heard_at where until is null and heard_at < $1 returning *`,
    [heardBefore],
  )

/** Whether another runner of one of these locations is blind. */
export async function isOtherBlind(
  tx: Queryable,
  { runnerId, queues }: Pick<BlindTimeRow, 'runnerId' | 'queues'>,
): Promise<boolean> {
  const rows = await tx.rows(
    `select from blind_times where until is null and runner_id <> $1 and queues && $2::text[] limit 1`,
    [runnerId, queues],
  )
  return rows.length > 0
}

export const deleteBlindTimes = (db: Queryable, before: Date): Promise<unknown> =>
  db.rows('delete from blind_times where until < $1', [before])

/** Those of these checks whose last run since then was unknown. */
export async function listUnseenChecks(
  db: Queryable,
  accountId: string,
  { checkIds, fromId }: { readonly checkIds: readonly string[]; readonly fromId: string },
): Promise<string[]> {
  const rows = await db.rows<{ checkId: string }>(
    `select requested.check_id from unnest($2::uuid[]) as requested (check_id)
     cross join lateral (
       select outcome from check_results
       where account_id = $1 and check_results.check_id = requested.check_id and id >= $3 and result_type = 'FINAL'
         and not is_cancelled
       order by id desc limit 1) as latest
     where latest.outcome = 'unknown'`,
    [accountId, checkIds, fromId],
  )
  return rows.map(({ checkId }) => checkId)
}

export type BlindEvent = 'BLIND' | 'SEEING' | 'GONE'

export interface NewBlindMail {
  readonly accountId: string
  readonly id: string
  readonly blindId: string
  readonly event: BlindEvent
  readonly address: string
}

/** Mails that are due at once. */
export const insertBlindMails = (tx: Queryable, mails: readonly NewBlindMail[], now: Date): Promise<unknown> =>
  tx.rows(
    `insert into blind_mails (account_id, id, blind_id, event, address, at, claimable_at)
     select given.*, $6, $6 from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[]) as given`,
    [
      mails.map(({ accountId }) => accountId),
      mails.map(({ id }) => id),
      mails.map(({ blindId }) => blindId),
      mails.map(({ event }) => event),
      mails.map(({ address }) => address),
      now,
    ],
  )

export interface ClaimedBlindMail extends Pick<BlindTimeRow, 'since' | 'locationName' | 'silent'> {
  readonly accountId: string
  readonly id: string
  readonly blindId: string
  readonly event: BlindEvent
  readonly at: Date
  readonly address: string
  readonly leaseToken: string
  /** This attempt included. */
  readonly tries: number
}

/** Leases mails whose time has come, with what they are about. */
export const claimBlindMails = (
  db: Queryable,
  claim: LeaseClaim,
): Promise<(ClaimedBlindMail & Record<string, unknown>)[]> =>
  db.namedRows(
    'claim-blind-mails',
    `with claimed as (${claimStatement(leaseTables.blindMails)})
     select claimed.account_id, claimed.id, claimed.blind_id, claimed.event, claimed.at, claimed.address,
       claimed.lease_token, claimed.tries, blind.since, blind.location_name, blind.silent
     from claimed join blind_times blind on blind.id = claimed.blind_id`,
    claimValues(claim),
  )

/** Records one attempt, unless the lease was lost. */
export const recordBlindMail = (db: Queryable, record: LocationMailTry): Promise<unknown> =>
  db.rows(
    `update blind_mails set status = $4, response = $5, claimable_at = $6, lease_token = null
     where ${isHeld(leaseTables.blindMails)}`,
    [record.accountId, record.id, record.leaseToken, record.status, record.response, record.claimableAt],
  )
