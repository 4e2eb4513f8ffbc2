import { listUnservedSpans } from '#storage/agents'
import { listServiceQueues } from '#storage/status-pages'
import type { UnservedSpan } from '#storage/agents'
import type { Queryable } from '#storage/database'
import { intersect } from '#schedule'
import type { Interval } from '#schedule'

/** When nobody ran any of the checks that open incidents of a service. */
export interface UnobservedTimes {
  readonly times: readonly Interval[]
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
  const services = await listServiceQueues(db, accountId)
  const found = services.map(({ serviceId, queues }) => [serviceId, timesOf(queues, unserved, window)] as const)
  return new Map(found.filter(([, { times, isNow }]) => isNow || times.length > 0))
}

function timesOf(
  queues: readonly string[],
  unserved: ReadonlyMap<string, readonly UnservedSpan[]>,
  window: Interval,
): UnobservedTimes {
  const spansOf = queues.map((queue) => unserved.get(queue) ?? [])
  return {
    times: spansOf.reduce<Interval[]>((times, spans) => intersect(times, spans.map(intervalWithin(window))), [window]),
    isNow: spansOf.every((spans) => spans.some(({ until }) => until === null)),
  }
}

const intervalWithin =
  (window: Interval) =>
  ({ since, until }: UnservedSpan): Interval => ({
    startMs: since.getTime(),
    endMs: until?.getTime() ?? window.endMs,
  })
