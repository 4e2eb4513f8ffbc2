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

/** Access that is in force, by its index, and when it ends if nobody ends it before; null: never. */
export interface AccessInForce {
  readonly index: number
  readonly endsAt: Date | null
}

/** Which of these are in force; of the others, the key, the session or the membership has ended. */
export const findAccessInForce = (
  db: Queryable,
  all: readonly Access[],
  { now, idleMs }: { readonly now: Date; readonly idleMs: number },
): Promise<(AccessInForce & Record<string, unknown>)[]> =>
  db.rows(
    `with given as (select id, account_id, (place - 1)::int as index
       from unnest($1::uuid[], $2::uuid[]) with ordinality as one (id, account_id, place))
     select given.index, null::timestamptz as ends_at from given join api_keys k on k.id = given.id
     where k.revoked_at is null
       and (k.agent_mode is null or not exists (select from accounts a where a.id = k.account_id and a.are_agents_off))
       and (k.account_id = given.account_id or (k.kind = 'user' and exists (
       select from memberships m where m.user_id = k.user_id and m.account_id = given.account_id)))
     union all
     select given.index, s.ends_at from given
     join (select id, user_id, least(expires_at, last_used_at + make_interval(secs => $4)) as ends_at
       from browser_sessions) s on s.id = given.id
     join memberships m on m.user_id = s.user_id and m.account_id = given.account_id
     where s.ends_at > $3`,
    [all.map(({ credentialId }) => credentialId), all.map(({ accountId }) => accountId), now, idleMs / 1000],
  )

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
