import type { MailedLocationEvent } from '#contract'
import { leaseTables } from '../database/lease-tables.ts'
import { claimStatement, claimValues, isHeld } from '../database/leases.ts'
import type { LeaseClaim } from '../database/leases.ts'
import type { Queryable } from '../database/queryable.ts'
import type { LocationEventRow } from './location-life.ts'

export interface NewLocationMail {
  readonly accountId: string
  readonly id: string
  readonly eventId: string
  readonly address: string
}

/** Mails that are due at once. */
export const insertLocationMails = (tx: Queryable, mails: readonly NewLocationMail[], now: Date): Promise<unknown> =>
  tx.rows(
    `insert into private_location_mails (account_id, id, event_id, address, claimable_at)
     select given.*, $5 from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[]) as given
     on conflict do nothing`,
    [
      mails.map(({ accountId }) => accountId),
      mails.map(({ id }) => id),
      mails.map(({ eventId }) => eventId),
      mails.map(({ address }) => address),
      now,
    ],
  )

/** The addresses of the members who may change private locations, each once. */
export async function listAdministratorAddresses(db: Queryable, accountId: string): Promise<string[]> {
  const rows = await db.rows<{ email: string }>(
    `select distinct lower(u.email) as email from memberships m join users u on u.id = m.user_id
     where m.account_id = $1 and m.role in ('OWNER', 'ADMIN') and u.email is not null order by email`,
    [accountId],
  )
  return rows.map(({ email }) => email)
}

export interface ClaimedLocationMail extends Pick<LocationEventRow, 'accountId' | 'at' | 'lastSeenAt'> {
  readonly id: string
  readonly event: MailedLocationEvent
  readonly eventId: string
  readonly address: string
  readonly leaseToken: string
  /** This attempt included. */
  readonly tries: number
  readonly locationId: string
  readonly locationName: string
  readonly slugName: string
}

/** Leases mails whose time has come, with what they are about. */
export const claimLocationMails = (
  db: Queryable,
  claim: LeaseClaim,
): Promise<(ClaimedLocationMail & Record<string, unknown>)[]> =>
  db.namedRows(
    'claim-location-mails',
    `with claimed as (${claimStatement(leaseTables.privateLocationMails)})
     select claimed.account_id, claimed.id, claimed.event_id, claimed.address, claimed.lease_token, claimed.tries,
       event.event, event.at, event.last_seen_at, location.id as location_id, location.name as location_name,
       location.slug_name
     from claimed
     join private_location_events event on event.account_id = claimed.account_id and event.id = claimed.event_id
     join private_locations location on location.account_id = event.account_id and location.id = event.location_id`,
    claimValues(claim),
  )

export interface LocationMailTry {
  readonly accountId: string
  readonly id: string
  readonly leaseToken: string
  readonly status: 'SENT' | 'RETRY' | 'REJECTED'
  readonly response: string
  /** When to try again; null when nothing is pending any more. */
  readonly claimableAt: Date | null
}

/** Records one attempt, unless the lease was lost. */
export const recordLocationMail = (db: Queryable, record: LocationMailTry): Promise<unknown> =>
  db.rows(
    `update private_location_mails set status = $4, response = $5, claimable_at = $6, lease_token = null
     where ${isHeld(leaseTables.privateLocationMails)}`,
    [record.accountId, record.id, record.leaseToken, record.status, record.response, record.claimableAt],
  )
