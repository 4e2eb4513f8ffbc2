import type { CheckType } from '#contract'
import { firstIdAt } from '#kernel'
import type { HeartbeatState } from '../checks/heartbeats.ts'
import type { Span } from './pieces-of-spans.ts'
import type { Queryable } from '../database/queryable.ts'

/** What figures of a check are shown with. */
export interface AnalyticsCheckRow {
  readonly id: string
  readonly name: string
  readonly checkType: CheckType
  readonly activated: boolean
  readonly muted: boolean
  readonly frequency: number | null
  readonly tags: string[]
}

const columns = 'id, name, check_type, activated, muted, frequency, tags'

/** Checks of an account with these ids, in no particular order; ids of others are left out. */
export const findAnalyticsChecks = (
  db: Queryable,
  accountId: string,
  ids: readonly string[],
): Promise<AnalyticsCheckRow[]> =>
  db.rows(`select ${columns} from checks where account_id = $1 and id = any($2::uuid[])`, [accountId, ids])

/** All checks of an account that have all the tags, by name. */
export const listAnalyticsChecks = (
  db: Queryable,
  accountId: string,
  filter: { readonly tags: readonly string[]; readonly activated: boolean | null },
): Promise<AnalyticsCheckRow[]> =>
  db.rows(
    `select ${columns} from checks where account_id = $1 and tags @> $2::text[] and ($3::boolean is null or activated = $3)
     order by name, id`,
    [accountId, filter.tags, filter.activated],
  )

/** How many checks an account has. */
export async function countChecks(db: Queryable, accountId: string): Promise<number> {
  const [row] = await db.rows<{ size: number }>(`select count(*)::int as size from checks where account_id = $1`, [
    accountId,
  ])
  return row?.size ?? 0
}

export interface HeartbeatFigureRow {
  readonly checkId: string
  readonly place: number
  readonly size: number
  readonly failures: number
}

/** How many events heartbeats have in each span, failed ones apart; events are counted by the time they were stored. */
export const heartbeatFigures = (
  db: Queryable,
  filter: {
    readonly accountId: string
    readonly checkIds: readonly string[]
    readonly states: readonly HeartbeatState[] | null
  },
  spans: readonly Span[],
): Promise<HeartbeatFigureRow[]> =>
  db.rows(
    `select event.check_id, span.place, count(*)::int as size,
       (count(*) filter (where event.state = 'FAILING'))::int as failures
     from unnest($4::int[], $5::uuid[], $6::uuid[]) as span (place, from_id, before_id)
     join heartbeat_events event on event.account_id = $1 and event.check_id = any($2::uuid[])
       and event.id >= span.from_id and event.id < span.before_id
     where $3::text[] is null or event.state = any($3)
     group by event.check_id, span.place`,
    [
      filter.accountId,
      filter.checkIds,
      filter.states,
      spans.map((span) => span.place),
      spans.map((span) => firstIdAt(span.fromMs)),
      spans.map((span) => firstIdAt(span.toMs)),
    ],
  )
