import type { CheckType } from '#contract'
import type { Queryable } from '../database/queryable.ts'

/** A check or a group that notifies by a channel. */
export interface ChannelUseRow {
  readonly kind: 'CHECK' | 'GROUP'
  readonly id: string
  readonly name: string
  readonly checkType: CheckType | null
  /** How many of the kind there are in all. */
  readonly total: number
}

const subscribed = 'subscription.account_id = $1 and subscription.channel_id = $2 and subscription.activated'
const total = '(count(*) over ())::int as total'

/** The first subscribers of each kind by name. */
export const listUsesOfChannel = (
  db: Queryable,
  accountId: string,
  channelId: number,
  limit: number,
): Promise<ChannelUseRow[]> =>
  db.rows<{ [K in keyof ChannelUseRow]: ChannelUseRow[K] }>(
    `(select 'CHECK' as kind, checks.id::text, checks.name, checks.check_type, ${total}
      from channel_subscriptions subscription
      join checks on checks.account_id = subscription.account_id and checks.id = subscription.check_id
      where ${subscribed} order by folded(checks.name), checks.id limit $3)
     union all
     (select 'GROUP', groups.id::text, groups.name, null, ${total} from channel_subscriptions subscription
      join check_groups groups on groups.account_id = subscription.account_id and groups.id = subscription.group_id
      where ${subscribed} order by folded(groups.name), groups.id limit $3)`,
    [accountId, channelId, limit],
  )

export interface ChannelReach {
  /** Checks that notify by the channel, through their group too. */
  readonly reached: number
  /** Of these, the ones that notify by no other channel. */
  readonly alone: number
  /** Whether new checks begin with it. */
  readonly isDefault: boolean
}

/** A subscription of a check decides about its channel before that of its group. */
export async function findReachOfChannel(db: Queryable, accountId: string, channelId: number): Promise<ChannelReach> {
  const [row] = await db.rows<{ [K in keyof ChannelReach]: ChannelReach[K] }>(
    `with notifying as (
       select checks.id, subscription.channel_id
       from checks join channel_subscriptions subscription on subscription.account_id = checks.account_id
         and subscription.check_id = checks.id
       where checks.account_id = $1 and subscription.activated
       union
       select checks.id, subscription.channel_id
       from checks join channel_subscriptions subscription on subscription.account_id = checks.account_id
         and subscription.group_id = checks.group_id
       where checks.account_id = $1 and subscription.activated and not exists (
         select from channel_subscriptions own where own.account_id = checks.account_id and own.check_id = checks.id
           and own.channel_id = subscription.channel_id)),
     by_check as (select bool_or(channel_id = $2) as is_reached, count(*) as channels from notifying group by id)
     select (count(*) filter (where is_reached))::int as reached,
       (count(*) filter (where is_reached and channels = 1))::int as alone,
       exists (select from accounts, jsonb_path_query(check_defaults, '$.alertChannelSubscriptions[*]') as one
         where accounts.id = $1 and (one ->> 'alertChannelId')::bigint = $2 and (one ->> 'activated')::boolean) as is_default
     from by_check`,
    [accountId, channelId],
  )
  return row ?? { reached: 0, alone: 0, isDefault: false }
}
