import { firstIdAt } from '#kernel'
import type { Caller } from '#kernel'
import { findAdjacentResults, findFirstFailing, findLastPassing } from '#storage/runs'
import type { Store } from '#storage/database'
import type { CheckResultSummary } from '#storage/runs'
import { resultFilterOf } from './result-filter.ts'
import type { ResultQuery } from './result-filter.ts'
import { getResult } from './results.ts'

type NeighbourQuery = Pick<ResultQuery, 'location' | 'hasFailures' | 'resultType'> & {
  readonly checkId: string
  readonly resultId: string
  /** How many before and after it are listed; default: none. */
  readonly around?: number | undefined
}

/** `around`: in their order, the result among them. */
interface Around {
  readonly previous: CheckResultSummary | null
  readonly next: CheckResultSummary | null
  readonly around: readonly CheckResultSummary[]
}

type Break = Readonly<Record<'lastPassing' | 'firstFailing', CheckResultSummary | null>>

/**
 * The results before and after one among those that a list with the same filter has, and when it broke. Throws
 * CHECK_NOT_FOUND and CHECK_RESULT_NOT_FOUND.
 */
export async function findNeighbours(store: Store, caller: Caller, query: NeighbourQuery): Promise<Around & Break> {
  const result = await getResult(store, caller, query)
  const filter = resultFilterOf(caller, query.checkId, query, { fromMs: null, toMs: null })
  const { around = 0 } = query
  const [{ before, after }, found] = await Promise.all([
    findAdjacentResults(store.db, { ...filter, id: result.id }, Math.max(1, around)),
    findBreak(store, result),
  ])
  return {
    previous: before.at(-1) ?? null,
    next: after[0] ?? null,
    around: around === 0 ? [] : [...before, result, ...after],
    ...found,
  }
}

/** In the location of the result; in any where it never passed there. Without any since the first result. */
async function findBreak({ db }: Store, result: CheckResultSummary): Promise<Break> {
  const { accountId, checkId, id } = result
  const key = { accountId, checkId }
  for (const location of [result.location, null]) {
    const lastPassing = await findLastPassing(db, { ...key, id, location })
    if (lastPassing === null) continue
    const span = { ...key, location, id: lastPassing.id, untilId: id }
    return { lastPassing, firstFailing: await findFirstFailing(db, span) }
  }
  const all = { ...key, location: null, id: firstIdAt(0), untilId: id }
  return { lastPassing: null, firstFailing: await findFirstFailing(db, all) }
}
