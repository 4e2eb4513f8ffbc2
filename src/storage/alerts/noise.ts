import type { Queryable } from '../database/queryable.ts'

/** Alerts of an account by their ids: from the first on, before the second. */
interface NoiseSpan {
  readonly accountId: string
  readonly fromId: string
  readonly beforeId: string
  /** A recovery within this time after an alert was soon, in minutes. */
  readonly withinMinutes: number
}

export interface NoiseOfCheck {
  readonly checkId: string
  readonly checkName: string
  readonly alerts: number
  readonly recoveredSoon: number
  readonly notifications: number
}

/** The alerts of an account with what followed each; `$4` is how many minutes are soon. */
const followedAlerts = `
  select account_id, id, check_id, alert_type, alert_type not in ('ALERT_RECOVERY', 'ALERT_DEGRADED_RECOVERY') as is_problem,
    coalesce(lead(alert_type) over next in ('ALERT_RECOVERY', 'ALERT_DEGRADED_RECOVERY')
      and lead(created_at) over next - created_at <= make_interval(mins => $4), false) as is_over_soon
  from check_alerts
  where account_id = $1 and id >= $2 and id < $3 and alert_type not in ('ALERT_SSL', 'NO_ALERT')
  window next as (partition by check_id order by id)`

/** The checks with most alerts, which still exist. */
export const listNoisyChecks = (
  db: Queryable,
  { accountId, fromId, beforeId, withinMinutes }: NoiseSpan,
  limit: number,
): Promise<NoiseOfCheck[]> =>
  db.rows<{ [K in keyof NoiseOfCheck]: NoiseOfCheck[K] }>(
    `with followed as (${followedAlerts}),
     noisy as (
       select check_id, count(*) filter (where is_problem)::int as alerts,
         count(*) filter (where is_problem and is_over_soon)::int as recovered_soon
       from followed group by check_id)
     select noisy.check_id, checks.name as check_name, noisy.alerts, noisy.recovered_soon, (
         select count(*)::int from notifications sent
         where sent.account_id = $1 and sent.check_id = noisy.check_id and sent.id >= $2 and sent.id < $3
           and sent.silence is null and sent.channel_id is not null) as notifications
     from noisy join checks on checks.account_id = $1 and checks.id = noisy.check_id
     where noisy.alerts > 0 order by noisy.alerts desc, folded(checks.name), checks.id limit $5`,
    [accountId, fromId, beforeId, withinMinutes, limit],
  )

export interface NoiseOfChannel {
  readonly channelId: number
  readonly notifications: number
  readonly recoveredSoon: number
}

/** The channels that got messages, those with most first. */
export const listNoisyChannels = (
  db: Queryable,
  { accountId, fromId, beforeId, withinMinutes }: NoiseSpan,
): Promise<NoiseOfChannel[]> =>
  db.rows<{ [K in keyof NoiseOfChannel]: NoiseOfChannel[K] }>(
    `with followed as (${followedAlerts})
     select channels.id as channel_id, count(*)::int as notifications,
       count(*) filter (where followed.is_problem and followed.is_over_soon)::int as recovered_soon
     from notifications sent
     join alert_channels channels on channels.account_id = $1 and channels.id = sent.channel_id
     left join followed on followed.id = sent.check_alert_id
     where sent.account_id = $1 and sent.id >= $2 and sent.id < $3 and sent.silence is null
     group by channels.id order by notifications desc, channels.id`,
    [accountId, fromId, beforeId, withinMinutes],
  )
