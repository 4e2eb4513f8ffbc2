import type { Queryable } from '../database/queryable.ts'
import { hourOfId, mergedById, packedSummaries, findPackedResults } from '../packs/result-packs.ts'
import { detailColumns, openDetails } from '../details/open-details.ts'
import type { DetailRow } from '../details/open-details.ts'
import { isPackRead } from '../packs/packing-progress.ts'
import { firstIdAt } from '#kernel'
import { summaryColumns } from './check-results.ts'
import type { CheckResultSummary } from './check-results.ts'

export interface CheckResultFilter {
  readonly accountId: string
  readonly checkId: string
  /** The smallest id listed. */
  readonly fromId: string | null
  /** The smallest id not listed any more. */
  readonly beforeId: string | null
  /** Names of queues; null for all. */
  readonly queues: readonly string[] | null
  readonly checkType: string | null
  readonly hasFailures: boolean | null
  readonly resultType: 'FINAL' | 'ATTEMPT' | null
}

export type ListedCheckResult = CheckResultSummary & { readonly detail?: Record<string, unknown> }

const isListed = `account_id = $1 and check_id = $2
  and ($3::uuid is null or id >= $3) and ($4::uuid is null or id < $4)
  and ($5::text[] is null or location = any($5)) and ($6::text is null or check_type = $6)
  and ($7::boolean is null or (outcome = 'failed') = $7) and ($8::text is null or result_type = $8)
  and exists (select from checks where checks.account_id = $1 and checks.id = $2)`

const valuesOfFilter = (filter: CheckResultFilter): unknown[] => [
  filter.accountId,
  filter.checkId,
  filter.fromId,
  filter.beforeId,
  filter.queues,
  filter.checkType,
  filter.hasFailures,
  filter.resultType,
]

/**
 * Results of a check that still exists, newest first; `detail` is read only when requested. Rows are read before packs,
 * because results only ever go from there into packs.
 */
export async function listCheckResults(
  db: Queryable,
  filter: CheckResultFilter,
  page: { readonly limit: number; readonly offset: number; readonly withDetail: boolean },
): Promise<ListedCheckResult[]> {
  const wanted = page.offset + page.limit
  const rows = await db.rows<CheckResultSummary>(
    `select ${summaryColumns} from check_results where ${isListed} order by id desc limit $9`,
    [...valuesOfFilter(filter), wanted],
  )
  const packed = await listPacked(db, { ...filter, fromId: laterId(filter.fromId, rows[wanted - 1]?.id) }, wanted)
  const listed = mergedById(rows, packed, 'descending').slice(page.offset, wanted)
  return page.withDetail ? withDetails(db, filter, listed) : listed
}

const laterId = (one: string | null, other: string | undefined): string | null =>
  other === undefined || (one !== null && one > other) ? one : other

/** Whether packs can hold anything that is asked for: they hold no failures and no attempts that a retry followed. */
export const mayBePacked = ({
  hasFailures,
  resultType,
}: Pick<CheckResultFilter, 'hasFailures' | 'resultType'>): boolean => hasFailures !== true && resultType !== 'ATTEMPT'

const isInside =
  ({ fromId, beforeId, queues, checkType }: CheckResultFilter) =>
  ({ id, location, checkType: type }: CheckResultSummary): boolean =>
    (fromId === null || id >= fromId) &&
    (beforeId === null || id < beforeId) &&
    (queues === null || queues.includes(location)) &&
    (checkType === null || type === checkType)

/** The newest packed results that are listed, so many or more. */
async function listPacked(db: Queryable, filter: CheckResultFilter, wanted: number): Promise<CheckResultSummary[]> {
  const found: CheckResultSummary[] = []
  let beforeId = filter.beforeId
  while (mayBePacked(filter) && found.length < wanted) {
    const packs = await listPacks(db, { ...filter, beforeId }, wanted - found.length)
    found.push(...packs.flatMap(packedSummaries).filter(isInside(filter)))
    beforeId = packs.at(-1)?.firstId ?? null
    if (beforeId === null) break
  }
  return found
}

interface ListedPack {
  readonly accountId: string
  readonly checkId: string
  readonly firstId: string
  readonly heads: Buffer
}

const mostPacks = 100
const isPackListed = `account_id = $1 and check_id = $2 and first_id >= $3 and last_id >= $4 and ${isPackRead}
  and ($5::uuid is null or first_id < $5) and ($6::text[] is null or locations && $6)
  and exists (select from checks where checks.account_id = $1 and checks.id = $2)`
/** How many results of a pack are in the locations asked for. */
const listedSize = `case when $6::text[] is null then size else (
  select coalesce(sum(one.size), 0) from unnest(locations, location_sizes) as one (location, size)
  where one.location = any($6)) end`

const valuesOfPacks = ({ accountId, checkId, fromId, beforeId, queues }: CheckResultFilter): unknown[] => {
  const smallest = fromId ?? firstIdAt(0)
  return [accountId, checkId, hourOfId(smallest).fromId, smallest, beforeId, queues]
}

/** The newest packs that have so many results, newest first; not all of them when they are many. */
const listPacks = (db: Queryable, filter: CheckResultFilter, wanted: number): Promise<ListedPack[]> =>
  db.rows<{ [K in keyof ListedPack]: ListedPack[K] }>(
    `select account_id, check_id, first_id, heads
     from (select newest.*, sum(listed) over (order by first_id desc) - listed as newer
       from (select account_id, check_id, first_id, heads, ${listedSize} as listed
         from result_packs where ${isPackListed} order by first_id desc limit ${mostPacks}) as newest) as pack
     where newer < $7 order by first_id desc`,
    [...valuesOfPacks(filter), wanted],
  )

/** A result that was dropped for its age since it was listed has no detail any more, and is left out. */
async function withDetails(
  db: Queryable,
  { accountId, checkId }: CheckResultFilter,
  listed: readonly CheckResultSummary[],
): Promise<ListedCheckResult[]> {
  const ids = listed.map(({ id }) => id)
  const rows = await db.rows<{ [K in keyof DetailRow]: DetailRow[K] }>(
    `select account_id, check_id, id, ${detailColumns} from check_results
     where account_id = $1 and check_id = $2 and id = any($3::uuid[])`,
    [accountId, checkId, ids],
  )
  const details = await openDetails(db, rows)
  const left = ids.filter((id) => !details.has(id))
  for (const { id, detail } of await findPackedResults(db, { accountId, checkId }, left)) details.set(id, detail)
  return listed.flatMap((result) => {
    const detail = details.get(result.id)
    return detail === undefined ? [] : [{ ...result, detail }]
  })
}

/** Both forms are counted by one statement, so that a result that is packed meanwhile counts once. */
export async function countCheckResults(db: Queryable, filter: CheckResultFilter): Promise<number> {
  const counted = await db.rows<{ total: number; accountId: string; checkId: string; heads: Buffer | null }>(
    countStatement,
    [...valuesOfFilter(filter), hourOfId(filter.fromId ?? firstIdAt(0)).fromId, mayBePacked(filter)],
  )
  const opened = counted.flatMap(({ heads, ...pack }) => (heads === null ? [] : packedSummaries({ ...pack, heads })))
  return (counted[0]?.total ?? 0) + opened.filter(isInside(filter)).length
}

/** Packs are opened when the span ends inside of them, or a type of check is asked for, which they do not say outside. */
const countStatement = `
with pack as (
  select heads, size, locations, location_sizes,
    $6::text is not null or first_id < $3 is true or last_id >= $4 is true as is_opened
  from result_packs where $10 and account_id = $1 and check_id = $2 and first_id >= $9 and ${isPackRead}
    and ($3::uuid is null or last_id >= $3) and ($4::uuid is null or first_id < $4)
    and ($5::text[] is null or locations && $5)
    and exists (select from checks where checks.account_id = $1 and checks.id = $2)),
counted as (
  select (select count(*) from check_results where ${isListed}) + coalesce((
    select sum(${listedSize.replaceAll('$6', '$5')}) from pack where not is_opened), 0) as total)
select total::int, $1::uuid as account_id, $2::uuid as check_id, opened.heads
from counted left join (select heads from pack where is_opened) as opened on true`
