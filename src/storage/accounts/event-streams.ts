import { mostNamedResources } from '#contract'
import type { ResourceEvent, ResourceEvents } from '#contract'
import type { Queryable } from '../database/queryable.ts'

/** Notified with the events of accounts that are followed: the account's id, then the event as JSON. */
export const eventsChannel = 'account_events'

/** An account, and the key or the session with which somebody acts in it. */
export interface Access {
  readonly accountId: string
  /** Of a key or of a session. */
  readonly credentialId: string
}

/** Which of these are over, by their indexes: the key, the session or the membership has ended. */
export async function findEndedAccess(
  db: Queryable,
  all: readonly Access[],
  limits: { readonly now: Date; readonly idleSince: Date },
): Promise<number[]> {
  const rows = await db.rows<{ index: number }>(
    `select (given.place - 1)::int as index
     from unnest($1::uuid[], $2::uuid[]) with ordinality as given (id, account_id, place)
     where not exists (
         select from api_keys k where k.id = given.id and k.revoked_at is null and (k.account_id = given.account_id
           or (k.kind = 'user' and exists (
             select from memberships m where m.user_id = k.user_id and m.account_id = given.account_id))))
       and not exists (
         select from browser_sessions s
         join memberships m on m.user_id = s.user_id and m.account_id = given.account_id
         where s.id = given.id and s.expires_at > $3 and s.last_used_at > $4)`,
    [all.map(({ credentialId }) => credentialId), all.map(({ accountId }) => accountId), limits.now, limits.idleSince],
  )
  return rows.map(({ index }) => index)
}

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

/** A resource of which something has changed; without an id, it is not known which. */
export interface ChangedResource {
  readonly accountId: string
  readonly event: ResourceEvent
  readonly id: string | null
}

/** Announces what has changed to those who follow the events of its account, with no more than its ids. */
export async function announceResources(tx: Queryable, changed: readonly ChangedResource[], now: Date): Promise<void> {
  if (changed.length === 0) return
  const messages = [...Map.groupBy(changed, ({ accountId }) => accountId)].flatMap(([accountId, ofAccount]) =>
    [...Map.groupBy(ofAccount, ({ event }) => event)].map(([event, items]) => ({
      accountId,
      event: JSON.stringify({ [event]: namedIds(items.map(({ id }) => id)) } satisfies Partial<ResourceEvents>),
    })),
  )
  await tx.namedRows(
    'announce-resources',
    `select pg_notify($1, changed.account_id || changed.event)
     from unnest($2::uuid[], $3::text[]) as changed (account_id, event)
     join event_streams on event_streams.account_id = changed.account_id and followed_until > $4`,
    [eventsChannel, messages.map(({ accountId }) => accountId), messages.map(({ event }) => event), now],
  )
}

/** PostgreSQL takes 8000 bytes with the id of the account and the name of the event; keys of variables may be long. */
const mostBytesOfIds = 7_000

/** The ids, each once; null when they are too many or one of them is unknown. */
export function namedIds(ids: readonly (string | null)[]): readonly string[] | null {
  const named = [...new Set(ids.filter((id) => id !== null))]
  const isTooMuch = named.length > mostNamedResources || Buffer.byteLength(JSON.stringify(named)) > mostBytesOfIds
  return ids.includes(null) || isTooMuch ? null : named
}
