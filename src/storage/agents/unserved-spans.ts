import type { Queryable } from '../database/queryable.ts'

/** A time in which no agent of a location was connected. */
export interface UnservedSpan {
  readonly queue: string
  readonly since: Date
  /** Null while it lasts. */
  readonly until: Date | null
}

const queue = `'private:' || location.account_id || ':' || location.slug_name`

/** A location of an account, or a public one that agents serve, at which no agent is connected now. */
export interface UnservedQueue {
  readonly queue: string
  readonly name: string
  readonly since: Date
}

/** The locations whose runs of an account nobody takes now, by name. */
export const listUnservedQueues = (db: Queryable, accountId: string): Promise<UnservedQueue[]> =>
  db.namedRows<{ [K in keyof UnservedQueue]: UnservedQueue[K] }>(
    'list-unserved-queues',
    `select ${queue} as queue, name, unserved_since as since from private_locations location
     where account_id = $1 and unserved_since is not null
     union all
     select region, name, unserved_since from agent_locations where unserved_since is not null
     order by name, queue`,
    [accountId],
  )

/** The times without agents of the locations of an account and of public ones, of those that ended after `after`. */
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
     select region, unserved_since, null from agent_locations where unserved_since is not null`,
    [accountId, after],
  )

export const deleteUnservedSpans = (db: Queryable, before: Date): Promise<unknown> =>
  db.rows('delete from unserved_spans where until < $1', [before])
