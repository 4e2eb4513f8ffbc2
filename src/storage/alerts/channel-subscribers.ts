import type { Queryable } from '../database/queryable.ts'

/** A check or a group that is subscribed to a channel; exactly one of the two ids is set. */
export interface Subscriber {
  readonly checkId: string | null
  readonly groupId: number | null
  readonly activated: boolean
}

/** Of these checks, the ones the account has. They cannot be deleted until the transaction ends. */
export async function holdChecks(tx: Queryable, accountId: string, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx.rows<{ id: string }>(
    `select id from checks where account_id = $1 and id = any($2::uuid[]) for key share`,
    [accountId, ids],
  )
  return new Set(rows.map((row) => row.id))
}

/** Of these groups, the ones the account has. They cannot be deleted until the transaction ends. */
export async function holdGroups(tx: Queryable, accountId: string, ids: readonly number[]): Promise<Set<number>> {
  const rows = await tx.rows<{ id: number }>(
    `select id from check_groups where account_id = $1 and id = any($2::bigint[]) for key share`,
    [accountId, ids],
  )
  return new Set(rows.map((row) => row.id))
}

/** Makes the subscriptions of a channel exactly these, each check and group at most once; kept ones keep their id. */
export async function replaceSubscribers(
  tx: Queryable,
  accountId: string,
  channelId: number,
  subscribers: readonly Subscriber[],
): Promise<void> {
  const checks = subscribers.filter((item) => item.checkId !== null)
  const groups = subscribers.filter((item) => item.groupId !== null)
  await tx.rows(
    `delete from channel_subscriptions where account_id = $1 and channel_id = $2
       and not (check_id is not null and check_id = any($3::uuid[]))
       and not (group_id is not null and group_id = any($4::bigint[]))`,
    [accountId, channelId, checks.map((item) => item.checkId), groups.map((item) => item.groupId)],
  )
  await tx.rows(
    `insert into channel_subscriptions (account_id, channel_id, check_id, activated)
     select $1::uuid, $2::bigint, id, activated from unnest($3::uuid[], $4::boolean[]) as item (id, activated) order by id
     on conflict (account_id, check_id, channel_id) where check_id is not null
     do update set activated = excluded.activated`,
    [accountId, channelId, checks.map((item) => item.checkId), checks.map((item) => item.activated)],
  )
  await tx.rows(
    `insert into channel_subscriptions (account_id, channel_id, group_id, activated)
     select $1::uuid, $2::bigint, id, activated from unnest($3::bigint[], $4::boolean[]) as item (id, activated) order by id
     on conflict (account_id, group_id, channel_id) where group_id is not null
     do update set activated = excluded.activated`,
    [accountId, channelId, groups.map((item) => item.groupId), groups.map((item) => item.activated)],
  )
}

export interface SubscriberSelection {
  readonly all: boolean
  readonly tags: readonly string[]
  readonly groupIds: readonly number[]
}

/**
 * Subscribes every check and group of a selection to a channel, those that are subscribed but inactive included. Returns
 * how many of each the selection names.
 */
export async function subscribeSelection(
  tx: Queryable,
  accountId: string,
  channelId: number,
  { all, tags, groupIds }: SubscriberSelection,
): Promise<{ checks: number; groups: number }> {
  const rows = await tx.rows<{ checks: number; groups: number }>(
    `with found_checks as (
       select id from checks where account_id = $1 and ($3::boolean or tags && $4::text[]) order by id for key share),
     found_groups as (
       select id from check_groups where account_id = $1 and ($3::boolean or tags && $4::text[] or id = any($5::bigint[]))
       order by id for key share),
     of_checks as (
       insert into channel_subscriptions (account_id, channel_id, check_id, activated)
       select $1::uuid, $2::bigint, id, true from found_checks order by id
       on conflict (account_id, check_id, channel_id) where check_id is not null do update set activated = true
       returning 1),
     of_groups as (
       insert into channel_subscriptions (account_id, channel_id, group_id, activated)
       select $1::uuid, $2::bigint, id, true from found_groups order by id
       on conflict (account_id, group_id, channel_id) where group_id is not null do update set activated = true
       returning 1)
     select (select count(*)::int from of_checks) as checks, (select count(*)::int from of_groups) as groups`,
    [accountId, channelId, all, tags, groupIds],
  )
  return rows[0] ?? { checks: 0, groups: 0 }
}
