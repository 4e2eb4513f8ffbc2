import { firstIdAt } from '#kernel'
import type { Queryable } from '../database/queryable.ts'
import { findLastPacked } from '../packs/last-good-packed.ts'
import { isPackRead } from '../packs/packing-progress.ts'
import { hourOfId, mergedById, packedSummaries } from '../packs/result-packs.ts'
import type { PackHeads } from '../packs/result-packs.ts'
import { summaryColumns } from './check-results.ts'
import type { CheckResultSummary } from './check-results.ts'
import { mayBePacked } from './list-check-results.ts'
import type { CheckResultFilter } from './list-check-results.ts'

type ResultKey = Pick<CheckResultFilter, 'accountId' | 'checkId'> & { readonly id: string }

/** Each in the order of their ids. */
interface AdjacentResults {
  readonly before: readonly CheckResultSummary[]
  readonly after: readonly CheckResultSummary[]
}

/**
 * So many results of the same check right before and after one, of those that a list with this filter has. Rows are read
 * before packs, because results only ever go from there into packs.
 */
export async function findAdjacentResults(
  db: Queryable,
  filter: ResultKey & Pick<CheckResultFilter, 'queues' | 'hasFailures' | 'resultType'>,
  count: number,
): Promise<AdjacentResults> {
  const { id, queues } = filter
  const rows = await db.namedRows<CheckResultSummary>('find-adjacent-rows', adjacentRows, [
    filter.accountId,
    filter.checkId,
    id,
    queues,
    filter.hasFailures,
    filter.resultType,
    count,
  ])
  const packs = mayBePacked(filter) ? await listPacksAround(db, filter, count) : []
  const packed = packs.flatMap(packedSummaries).filter(({ location }) => queues?.includes(location) ?? true)
  const found = mergedById(rows, packed, 'ascending')
  return {
    before: found.filter((result) => result.id < id).slice(-count),
    after: found.filter((result) => result.id > id).slice(0, count),
  }
}

const isOfCheck = 'account_id = $1 and check_id = $2'
const isListed = `${isOfCheck} and ($4::text[] is null or location = any($4))
  and ($5::boolean is null or (outcome = 'failed') = $5) and ($6::text is null or result_type = $6)`

const adjacentRows = `
(select ${summaryColumns} from check_results where ${isListed} and id < $3 order by id desc limit $7)
union all
(select ${summaryColumns} from check_results where ${isListed} and id > $3 order by id limit $7)`

/** At most one more than results on each side: the one that the id is in may have nothing of the locations there. */
const listPacksAround = (
  db: Queryable,
  { accountId, checkId, id, queues }: ResultKey & Pick<CheckResultFilter, 'queues'>,
  count: number,
): Promise<PackHeads[]> =>
  db.namedRows<{ [K in keyof PackHeads]: PackHeads[K] }>('list-packs-around', packsAround, [
    accountId,
    checkId,
    id,
    queues,
    hourOfId(id).fromId,
    count,
  ])

const isPackListed = `${isOfCheck} and ${isPackRead} and ($4::text[] is null or locations && $4)`
const ofLocations = `case when $4::text[] is null then size else (
  select sum(listed.size) from unnest(locations, location_sizes) as listed (location, size) where listed.location = any($4)
) end`

/** The nearest packs on one side: the first, and more while those between have too few results of the locations. */
const nearestPacks = (condition: string, order: 'asc' | 'desc'): string => `
select account_id, check_id, heads from (
  select account_id, check_id, heads, first_value(size) over nearest as first_size,
    sum(size) over (nearest rows between unbounded preceding and 1 preceding) as nearer
  from (
    select account_id, check_id, heads, first_id, ${ofLocations} as size from result_packs
    where ${isPackListed} and ${condition} order by first_id ${order} limit $6 + 1
  ) as packs
  window nearest as (order by first_id ${order})
) as packs
where coalesce(nearer - first_size, 0) < $6`

const packsAround = `(${nearestPacks('first_id < $3', 'desc')})
union all (${nearestPacks('first_id >= $5 and last_id > $3', 'asc')})`

/** The last run before a result that passed, in a location if one is named. */
export async function findLastPassing(
  db: Queryable,
  { accountId, checkId, id, location }: ResultKey & { readonly location: string | null },
): Promise<CheckResultSummary | null> {
  const [row] = await db.namedRows<CheckResultSummary>(
    'find-last-passing-row',
    `select ${summaryColumns} from check_results
     where ${isOfCheck} and id < $3 and ($4::text is null or location = $4) and outcome = 'passed'
       and result_type = 'FINAL' and not has_errors and not is_cancelled
     order by id desc limit 1`,
    [accountId, checkId, id, location],
  )
  const fromId = row?.id ?? firstIdAt(0)
  const [packed] = await findLastPacked(db, [{ accountId, checkId, location, fromId, beforeId: id }])
  return packed ?? row ?? null
}

/** The first run after a result that failed, up to another one, in a location if one is named. Failures are never packed. */
export async function findFirstFailing(
  db: Queryable,
  span: ResultKey & { readonly location: string | null; readonly untilId: string },
): Promise<CheckResultSummary | null> {
  const [row] = await db.namedRows<CheckResultSummary>(
    'find-first-failing-row',
    `select ${summaryColumns} from check_results
     where ${isOfCheck} and id > $3 and id <= $4 and ($5::text is null or location = $5) and outcome = 'failed'
       and result_type = 'FINAL'
     order by id limit 1`,
    [span.accountId, span.checkId, span.id, span.untilId, span.location],
  )
  return row ?? null
}
