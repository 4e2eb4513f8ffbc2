import { firstIdAt } from '#kernel'
import type { HeartbeatState } from '../checks/heartbeats.ts'
import type { Span } from './spans.ts'
import type { Queryable } from '../database/queryable.ts'

export interface HeartbeatsInSpan {
  readonly checkId: string
  readonly spanIndex: number
  /** Events. */
  readonly size: number
  readonly failures: number
}

/** How many events heartbeats have in each span, failed ones apart; events are counted by the time they were stored. */
export const countHeartbeatsInSpans = (
  db: Queryable,
  filter: {
    readonly accountId: string
    readonly checkIds: readonly string[]
    readonly states: readonly HeartbeatState[] | null
  },
  spans: readonly Span[],
): Promise<HeartbeatsInSpan[]> =>
  db.rows<HeartbeatsInSpan & Record<string, unknown>>(
    `select event.check_id, span.index as span_index, count(*)::int as size,
       (count(*) filter (where event.state = 'FAILING'))::int as failures
     from unnest($4::int[], $5::uuid[], $6::uuid[]) as span (index, from_id, before_id)
     join heartbeat_events event on event.account_id = $1 and event.check_id = any($2::uuid[])
       and event.id >= span.from_id and event.id < span.before_id
     where $3::text[] is null or event.state = any($3)
     group by event.check_id, span.index`,
    [
      filter.accountId,
      filter.checkIds,
      filter.states,
      spans.map((span) => span.spanIndex),
      spans.map((span) => firstIdAt(span.fromMs)),
      spans.map((span) => firstIdAt(span.toMs)),
    ],
  )
