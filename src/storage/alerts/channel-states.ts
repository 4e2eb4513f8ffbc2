import type { ChannelType } from '#contract'
import { findsAny } from '../database/queryable.ts'
import type { Queryable } from '../database/queryable.ts'
import type { Narrowed } from '../database/narrowed.ts'
import type { ChannelStatesTable } from '../generated/tables.ts'

type AttemptOutcome = 'sent' | 'retry' | 'rejected'

/** How the deliveries over one channel go. */
export type ChannelStateRow = Narrowed<
  ChannelStatesTable,
  {
    readonly state: 'OK' | 'FAILING' | 'UNKNOWN'
    readonly lastOutcome: AttemptOutcome
    readonly recentOutcomes: AttemptOutcome[]
  }
>

/** Attempts in a row that make a channel failing, when none of them is the last one of its notification. */
const failuresUntilFailing = 3
/** How many latest outcomes are kept. */
const keptOutcomes = 30

/**
 * A statement that moves the state of a channel by one attempt. It reads `source` (account_id, id) and takes five
 * values from `$first` on: the moment, the outcome, the response of the receiver, and whether the attempt was the last one.
 */
export const moveChannelState = (source: string, first: number): string => {
  const [at, outcome, response, isOver] = [first, first + 1, first + 2, first + 3].map((index) => `$${index}`)
  const sent = `${outcome}::text = 'sent'`
  return `insert into channel_states as s (account_id, channel_id, state, last_at, last_outcome, last_error, failing_since,
      consecutive_failures, recent_outcomes)
    select account_id, id, case when ${sent} then 'OK' when ${isOver}::boolean then 'FAILING' else 'UNKNOWN' end,
      ${at}::timestamptz, ${outcome}::text, case when ${sent} then null else ${response}::text end,
      case when ${sent} then null else ${at}::timestamptz end, case when ${sent} then 0 else 1 end,
      array[${outcome}::text]
    from ${source}
    on conflict (channel_id) do update set
      state = case when ${sent} then 'OK'
        when ${isOver}::boolean or s.consecutive_failures + 1 >= ${failuresUntilFailing} then 'FAILING' else s.state end,
      last_at = excluded.last_at, last_outcome = excluded.last_outcome, last_error = excluded.last_error,
      failing_since = case when ${sent} then null else coalesce(s.failing_since, excluded.failing_since) end,
      consecutive_failures = case when ${sent} then 0 else s.consecutive_failures + 1 end,
      recent_outcomes = s.recent_outcomes[greatest(1, cardinality(s.recent_outcomes) - ${keptOutcomes - 2}):]
        || excluded.recent_outcomes
    returning failing_since`
}

export interface ChannelAttempt {
  readonly accountId: string
  readonly channelId: number
  readonly at: Date
  readonly outcome: ChannelStateRow['lastOutcome']
  readonly response: string
  /** Whether nothing is tried after it. */
  readonly isOver: boolean
}

/** Records an attempt that belongs to no notification. Does nothing when the channel was deleted. */
export const recordChannelAttempt = (db: Queryable, attempt: ChannelAttempt): Promise<unknown> =>
  db.rows(
    `with kept as (select account_id, id from alert_channels where account_id = $1 and id = $2 for key share)
     ${moveChannelState('kept', 3)}`,
    attemptValues(attempt),
  )

/** The same for what was delivered before and is told again: a success is written down only after a failure. */
export const recordRepeatedAttempt = (db: Queryable, attempt: ChannelAttempt): Promise<unknown> =>
  db.rows(
    `with kept as (
       select account_id, id from alert_channels where account_id = $1 and id = $2
         and ($4::text <> 'sent' or exists (select from channel_states known
           where known.account_id = $1 and known.channel_id = $2 and known.consecutive_failures > 0)) for key share)
     ${moveChannelState('kept', 3)}`,
    attemptValues(attempt),
  )

const attemptValues = (attempt: ChannelAttempt): unknown[] => [
  attempt.accountId,
  attempt.channelId,
  attempt.at,
  attempt.outcome,
  attempt.response.replaceAll('\u0000', '\ufffd').toWellFormed(),
  attempt.isOver,
]

export const listChannelStates = (
  db: Queryable,
  accountId: string,
  channelIds: readonly number[],
): Promise<ChannelStateRow[]> =>
  db.rows(`select * from channel_states where account_id = $1 and channel_id = any($2::bigint[])`, [
    accountId,
    channelIds,
  ])

/** For a channel that was changed: what is known is of the one it was. */
export const deleteChannelState = (tx: Queryable, accountId: string, channelId: number): Promise<unknown> =>
  tx.rows(`delete from channel_states where account_id = $1 and channel_id = $2`, [accountId, channelId])

export interface FailingChannelRow extends ChannelStateRow {
  readonly type: ChannelType
}

/** Channels of all accounts that keep failing, those that have for longest first. */
export const listFailingChannels = (db: Queryable, limit: number): Promise<FailingChannelRow[]> =>
  db.rows(
    `select s.*, c.type from channel_states s
     join alert_channels c on c.account_id = s.account_id and c.id = s.channel_id
     where s.state = 'FAILING' order by s.failing_since, s.channel_id limit $1`,
    [limit],
  )

/** The same of one account. */
export const listFailingChannelsOf = (db: Queryable, accountId: string, limit: number): Promise<FailingChannelRow[]> =>
  db.rows(
    `select s.*, c.type from channel_states s
     join alert_channels c on c.account_id = s.account_id and c.id = s.channel_id
     where s.account_id = $1 and s.state = 'FAILING' order by s.failing_since, s.channel_id limit $2`,
    [accountId, limit],
  )

/** Whether any channel does not fail, or any owner can be mailed; `canMail`: whether the service sends mail. */
export const canNotifyAnyone = (db: Queryable, canMail: boolean): Promise<boolean> =>
  findsAny(
    db,
    `select from alert_channels c left join channel_states s on s.channel_id = c.id
     where s.state is distinct from 'FAILING'
     union all
     select from memberships m join users u on u.id = m.user_id
     where $1 and m.role = 'OWNER' and u.email !~* '[@.](localhost|invalid)$'
     limit 1`,
    [canMail],
  )

/** How many channels there are in each state. */
export const countChannelStates = (db: Queryable): Promise<{ state: ChannelStateRow['state']; channels: number }[]> =>
  db.rows(
    `select coalesce(s.state, 'UNKNOWN') as state, count(*)::int as channels
     from alert_channels c left join channel_states s on s.channel_id = c.id group by 1`,
  )
