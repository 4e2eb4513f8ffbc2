/** A table of work. Its rows have `claimable_at`, when they may be claimed next, and `lease_token`. */
export interface LeaseTable {
  readonly name: string
  /** The name of the prepared claim, where a table is claimed in several ways; default: that of the table. */
  readonly statementName?: string
  /** The columns of its primary key, with their types. */
  readonly key: readonly { readonly column: string; readonly type: 'uuid' | 'bigint' }[]
  /** A condition on the rows that are due, where not all of them may be claimed. Own values start at $5. */
  readonly condition?: string
  /** Which rows go first, if not the longest waiting. */
  readonly order?: string
  /** Selects the keys of the rows to claim, where condition and order do not say it: $1 is the time, $2 the limit. */
  readonly due?: string
  /** The other columns that a claim sets. */
  readonly assignments?: string
}

const uuid = (column: string) => ({ column, type: 'uuid' }) as const
const ofAccount = [uuid('account_id'), uuid('id')]

/**
 * The runs of each of the queues in $5 that are not known to need any of $7, so that a long queue does not delay the others.
 * Public locations that agents serve are left to them.
 */
const dueOfQueues = `
  select task.id
  from unnest($5::text[]) as requested (queue)
  cross join lateral (
    select id from run_tasks
    where run_tasks.queue = requested.queue and claimable_at <= $1 and (needs is null or not needs && $7::text[])
    order by claimable_at limit $2 for no key update skip locked) task
  where not exists (select from agent_locations where agent_locations.region = requested.queue)
  limit $2`

/**
 * The runs of the queue in $5 that are not known to need any of $7, shared by the accounts that have any: some accounts at random when there are more of them
 * than runs to claim, and as many runs of each. The accounts are found one by one in the index, so that the claim takes as
 * long with a thousand runs of an account as with one.
 */
const dueOfAccounts = `
  with recursive waiting as (
    (select account_id from run_tasks
     where queue = $5::text and claimable_at <= $1 and (needs is null or not needs && $7::text[])
     order by account_id limit 1)
    union all
    select (select account_id from run_tasks
      where queue = $5::text and account_id > waiting.account_id and claimable_at <= $1
        and (needs is null or not needs && $7::text[]) order by account_id limit 1)
    from waiting where waiting.account_id is not null
  ), chosen as (
    select account_id, ceil($2::numeric / count(*) over ())::bigint as share
    from (select account_id from waiting where account_id is not null order by random() limit $2) drawn
  )
  select task.id
  from chosen
  cross join lateral (
    select id from run_tasks
    where queue = $5::text and run_tasks.account_id = chosen.account_id and claimable_at <= $1
      and (needs is null or not needs && $7::text[])
    order by claimable_at limit chosen.share for no key update skip locked) task
  limit $2`

/** Whether a notification is neither delivered nor given up: claimed, waiting, or part of the message of another one. */
export const isPendingNotification = (row: string): string =>
  `${row}.finished_at is null and (${row}.claimable_at is not null or ${row}.message_id is not null)`

/** The pending notifications of the same check on the same channel that were planned before `row`. */
export const earlierNotification = (row: string): string =>
  `earlier.account_id = ${row}.account_id and earlier.check_id = ${row}.check_id
   and earlier.channel_id = ${row}.channel_id and earlier.id < ${row}.id and ${isPendingNotification('earlier')}`

export const leaseTables = {
  runTasks: {
    name: 'run_tasks',
    key: [uuid('id')],
    due: dueOfQueues,
    assignments: 'runner_id = $6, claims = claims + 1',
  },
  /**
   * A receiver keeps what it was told last, so a recovery must not arrive after the next failure: the alerts of a check
   * are delivered one after the other, unless the ones before have taken too long.
   */
  notifications: {
    name: 'notifications',
    key: ofAccount,
    condition: `(channel_id is null or channel_id <> all ($5::bigint[])) and (not is_groupable or message_id is not null)
      and (created_at < $1::timestamptz - interval '2 minutes'
        or not exists (select from notifications earlier where ${earlierNotification('notifications')}))`,
  },
  /** Those that a person waits for go first. */
  rootCauseAnalyses: {
    name: 'root_cause_analyses',
    key: ofAccount,
    order: 'is_automatic, claimable_at',
    assignments: 'claims = claims + 1',
  },
  privateLocationMails: { name: 'private_location_mails', key: ofAccount, assignments: 'tries = tries + 1' },
  blindMails: { name: 'blind_mails', key: ofAccount, assignments: 'tries = tries + 1' },
  memberInvites: { name: 'member_invites', key: ofAccount, assignments: 'tries = tries + 1' },
  addressChanges: { name: 'address_changes', key: [uuid('user_id')], assignments: 'tries = tries + 1' },
  /** Their messages, once their dry runs have ended; what fails inside the service must not be sent again and again. */
  drills: {
    name: 'drills',
    key: ofAccount,
    condition: `tries < 3 and not exists (select from dry_runs where dry_runs.id = drills.id and dry_runs.ended_at is null)`,
    assignments: 'tries = tries + 1',
  },
  /** Counts tries, so that a deployment whose process dies each time is given up. */
  deployments: { name: 'deployments', key: ofAccount, assignments: 'tries = tries + 1' },
  commitStatuses: { name: 'commit_statuses', key: ofAccount },
  scheduledReportMails: { name: 'scheduled_report_mails', key: ofAccount, assignments: 'tries = tries + 1' },
  pageReaderMails: { name: 'page_reader_mails', key: ofAccount, assignments: 'tries = tries + 1' },
  subscriberMails: {
    name: 'subscriber_mails',
    key: [{ column: 'message_id', type: 'bigint' }, uuid('subscriber_id')],
    condition: 'is_mail',
  },
} as const satisfies Readonly<Record<string, LeaseTable>>

/** Messages to subscribers that are not mailed. */
export const subscriberPosts: LeaseTable = {
  ...leaseTables.subscriberMails,
  statementName: 'subscriber_mails that are no mails',
  condition: 'not is_mail',
}

/** The runs of a public location, as its agents claim them. */
export const publicRunTasks: LeaseTable = {
  ...leaseTables.runTasks,
  statementName: 'run_tasks of accounts',
  due: dueOfAccounts,
}
