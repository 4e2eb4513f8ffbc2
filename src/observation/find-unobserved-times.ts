import { listUnservedSpans } from '#storage/agents'
import { listServiceQueues } from '#storage/status-pages'
import type { UnservedSpan } from '#storage/agents'
import type { Queryable } from '#storage/database'
import { clip, intersect, union } from '#schedule'
import type { Interval } from '#schedule'

/** When nobody ran any of the checks that open incidents of a service, or nobody saw what they found. */
export interface UnobservedTimes {
  readonly times: readonly Interval[]
  /** Those of them in which this service did not run: whether an incident lasted is not known then. */
  readonly absences: readonly Interval[]
  /** Whether nobody does now. */
  readonly isNow: boolean
}

/**
 * The unobserved times of services within a window that ends now, by the id of the service; services that somebody watched
 * all the time are left out. It is judged by the locations that the checks have now: each of them was without agent. One
 * small query while no location was.
 */
export async function findUnobservedTimes(
  db: Queryable,
  accountId: string,
  window: Interval,
): Promise<ReadonlyMap<string, UnobservedTimes>> {
  const spans = await listUnservedSpans(db, accountId, new Date(window.startMs))
  if (spans.length === 0) return new Map()
  const unserved = Map.groupBy(spans, ({ queue }) => queue)
  const absences = clip((unserved.get(null) ?? []).map(intervalWithin(window)), window)
  const services = await listServiceQueues(db, accountId)
  const found = services.map(
    ({ serviceId, queues }) => [serviceId, timesOf(queues, unserved, { window, absences })] as const,
  )
  return new Map(found.filter(([, { times, isNow }]) => isNow || times.length > 0))
}

function timesOf(
  queues: readonly string[],
  unserved: ReadonlyMap<string | null, readonly UnservedSpan[]>,
  { window, absences }: { readonly window: Interval; readonly absences: readonly Interval[] },
): UnobservedTimes {
  const spansOf = queues.map((queue) => unserved.get(queue) ?? [])
  const times = spansOf.reduce<Interval[]>(
    (left, spans) => intersect(left, spans.map(intervalWithin(window))),
    [window],
  )
  return {
    times: union([...times, ...absences]),
    absences,
    isNow: spansOf.every((spans) => spans.some(({ until }) => until === null)),
  }
}

const intervalWithin =
  (window: Interval) =>
  ({ since, until }: UnservedSpan): Interval => ({
    startMs: since.getTime(),
    endMs: until?.getTime() ?? window.endMs,
  })
