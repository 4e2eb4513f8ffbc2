import type { Queryable } from '../database/queryable.ts'

/** Notified with the events of accounts that are followed: the account's id, then the event as JSON. */
export const eventsChannel = 'account_events'

/** Says that the events of these accounts are followed for a while. */
export const followEvents = (db: Queryable, accountIds: readonly string[], until: Date): Promise<unknown> =>
  db.rows(
    `insert into event_streams (account_id, followed_until) select id, $2 from unnest($1::uuid[]) as id order by id
     on conflict (account_id) do update set followed_until = greatest(event_streams.followed_until, excluded.followed_until)`,
    [accountIds, until],
  )

/** The accounts of these whose events somebody follows. */
export async function findFollowedAccounts(
  db: Queryable,
  accountIds: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const rows = await db.namedRows<{ accountId: string }>(
    'find-followed-accounts',
    `select account_id from event_streams where account_id = any($1::uuid[]) and followed_until > $2`,
    [accountIds, now],
  )
  return new Set(rows.map(({ accountId }) => accountId))
}

/** Announces events to every process once the transaction is committed; each below 8,000 bytes with its account. */
export const announceEvents = (
  tx: Queryable,
  events: readonly { readonly accountId: string; readonly event: string }[],
): Promise<unknown> =>
  tx.rows(`select pg_notify($1, message) from unnest($2::text[]) as message`, [
    eventsChannel,
    events.map(({ accountId, event }) => accountId + event),
  ])
