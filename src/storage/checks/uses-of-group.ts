import type { ChannelType, CheckType } from '#contract'
import type { Queryable } from '../database/queryable.ts'

/** A group, what refers to it, and what reaches its checks by the tags of the group. */
export interface GroupUseRow {
  readonly kind:
    | 'GROUP'
    | 'CHECK'
    | 'CHANNEL'
    | 'MAINTENANCE_WINDOW'
    | 'DASHBOARD'
    | 'TRIGGER'
    | 'DEPLOYMENT_TRIGGER'
    | 'BADGE'
    | 'DEFAULTS'
  readonly id: string
  readonly name: string
  readonly checkType: CheckType | null
  readonly channelType: ChannelType | null
  /** How many of the kind there are in all. */
  readonly total: number
}

const noTypes = 'null::text, null::text'
const total = '(count(*) over ())::int'

/** The first uses of each kind by name; the names of channels are encrypted and left out. Nothing without the group. */
export const listUsesOfGroup = (
  db: Queryable,
  accountId: string,
  groupId: number,
  limit: number,
): Promise<GroupUseRow[]> =>
  db.rows<{ [K in keyof GroupUseRow]: GroupUseRow[K] }>(
    `with subject as (select id, name, tags, badge_token from check_groups where account_id = $1 and id = $2)
     select 'GROUP' as kind, id::text, name, null::text as check_type, null::text as channel_type, 1 as total from subject
     union all
     (select 'CHECK', id::text, name, check_type, null, ${total} from checks
      where account_id = $1 and group_id = $2 order by folded(name), id limit $3)
     union all
     (select 'CHANNEL', channel.id::text, '', null, channel.type, ${total} from channel_subscriptions subscription
      join alert_channels channel on channel.account_id = subscription.account_id and channel.id = subscription.channel_id
      where subscription.account_id = $1 and subscription.group_id = $2 and subscription.activated
      order by channel.id limit $3)
     union all
     (select 'MAINTENANCE_WINDOW', windows.id::text, windows.name, ${noTypes}, ${total}
      from subject join maintenance_windows windows on windows.account_id = $1
        and (windows.tags && subject.tags or windows.silence_alerts_tags && subject.tags)
      order by folded(windows.name), windows.id limit $3)
     union all
     (select 'DASHBOARD', dashboard_id, coalesce(settings ->> 'header', ''), ${noTypes}, ${total}
      from subject join dashboards on account_id = $1
        and array(select jsonb_array_elements_text(settings -> 'tags')) && subject.tags
      order by folded(settings ->> 'header'), dashboard_id limit $3)
     union all
     (select 'DEPLOYMENT_TRIGGER', id::text, repo_name, ${noTypes}, ${total} from deployment_triggers
      where account_id = $1 and group_id = $2 order by folded(repo_name), id limit $3)
     union all
     select 'TRIGGER', id::text, '', ${noTypes}, 1 from triggers where account_id = $1 and group_id = $2
     union all
     select 'BADGE', id::text, '', ${noTypes}, 1 from subject where badge_token is not null
     union all
     select 'DEFAULTS', id::text, '', ${noTypes}, 1 from accounts
     where id = $1 and (check_defaults ->> 'groupId')::bigint = $2`,
    [accountId, groupId, limit],
  )
