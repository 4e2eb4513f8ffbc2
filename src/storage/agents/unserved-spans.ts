import type { Queryable } from '../database/queryable.ts'

/** A time in which no agent of a location was connected, or its runner was blind. */
export interface UnservedSpan {
  /** Null: every location, because the service itself did not run. */
  readonly queue: string | null
  readonly since: Date
  /** Null while it lasts. */
  readonly until: Date | null
}

const queue = `'private:' || location.account_id || ':' || location.slug_name`

/** A location of an account, or a public one, at which no agent is connected now, or whose runner is blind. */
export interface UnservedQueue {
  readonly queue: string
  readonly name: string
  readonly since: Date
  readonly reason: 'NO_AGENT' | 'BLIND'
}

/** The locations whose runs of an account nobody takes now, or where nobody sees what they find, by name. */
export const listUnservedQueues = (db: Queryable, accountId: string): Promise<UnservedQueue[]> =>
  db.namedRows<{ [K in keyof UnservedQueue]: UnservedQueue[K] }>(
    'list-unserved-queues',
    `select ${queue} as queue, name, unserved_since as since, 'NO_AGENT' as reason from private_locations location
     where account_id = $1 and unserved_since is not null
     union all
     select region, name, unserved_since, 'NO_AGENT' from agent_locations where unserved_since is not null
     union all
     select queue, min(location_name), min(since), 'BLIND' from blind_times cross join unnest(queues) as queue
     where until is null and (account_id = $1 or account_id is null) group by queue
     order by name, queue`,
    [accountId],
  )

/** The times without agents, or with blind ones, of the locations of an account and of public ones that ended after `after`. */
export const listUnservedSpans = (db: Queryable, accountId: string, after: Date): Promise<UnservedSpan[]> =>
  db.namedRows<{ [K in keyof UnservedSpan]: UnservedSpan[K] }>(
    'list-unserved-spans',
    `select ${queue} as queue, span.since, span.until from unserved_spans span
     join private_locations location on location.account_id = span.account_id and location.id = span.location_id
     where span.account_id = $1 and span.until > $2
     union all
     select region, since, until from unserved_spans where account_id is null and until > $2
     union all
     select ${queue}, unserved_since, null from private_locations location
     where account_id = $1 and unserved_since is not null
     union all
     select region, unserved_since, null from agent_locations where unserved_since is not null
     union all
     select queue, since, until from blind_times cross join unnest(queues) as queue
     where (until is null or until > $2) and (account_id = $1 or account_id is null)
     union all
     select null, since, until from service_absences where until > $2`,
    [accountId, after],
  )

export const deleteUnservedSpans = (db: Queryable, before: Date): Promise<unknown> =>
  db.rows('delete from unserved_spans where until < $1', [before])
