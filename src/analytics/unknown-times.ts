import { clip, intersect, lengthOf, union } from '#schedule'
import type { Interval } from '#schedule'
import { listUnservedSpans } from '#storage/agents'
import type { UnservedSpan } from '#storage/agents'
import { listPlannedAt } from '#storage/checks'
import type { Queryable } from '#storage/database'
import type { TimeRange } from './time-range.ts'

/** For how many milliseconds of a range nothing was known of a check. */
export type UnknownMsOf = (checkId: string, range: TimeRange) => number

/**
 * The times from `fromMs` on in which the service did not run, or in which all locations of a check were without agent or
 * blind. It is judged by the locations that checks have now. One small query while there were none.
 */
export async function findUnknownTimes(
  db: Queryable,
  accountId: string,
  { fromMs, nowMs }: { readonly fromMs: number; readonly nowMs: number },
): Promise<UnknownMsOf> {
  const spans = await listUnservedSpans(db, accountId, new Date(fromMs))
  if (spans.length === 0) return () => 0
  const intervalsOf = new Map(
    [...Map.groupBy(spans, ({ queue }) => queue)].map(
      ([queue, own]) => [queue, own.map(intervalUntil(nowMs))] as const,
    ),
  )
  const queues = [...intervalsOf.keys()].filter((queue) => queue !== null)
  const planned = queues.length === 0 ? [] : await listPlannedAt(db, { accountId, queues, checkIds: null })
  const queuesOf = new Map(planned.map((check) => [check.checkId, check.queues]))
  const absences = intervalsOf.get(null) ?? []
  return (checkId, range) => {
    const within = { startMs: range.fromMs, endMs: range.toMs }
    const unserved = (queuesOf.get(checkId) ?? []).map((queue) => intervalsOf.get(queue) ?? [])
    const everywhere =
      unserved.length === 0 ? [] : unserved.reduce<Interval[]>((left, own) => intersect(left, own), [within])
    return lengthOf(clip(union([...absences, ...everywhere]), within))
  }
}

const intervalUntil =
  (nowMs: number) =>
  ({ since, until }: UnservedSpan): Interval => ({ startMs: since.getTime(), endMs: until?.getTime() ?? nowMs })
