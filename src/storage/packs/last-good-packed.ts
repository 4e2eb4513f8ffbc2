import type { Queryable } from '../database/queryable.ts'
import type { CheckResultRow, CheckResultSummary } from '../runs/check-results.ts'
import { isPackRead } from './packing-progress.ts'
import { findPackedResults, hourOfId, packedSummaries } from './result-packs.ts'
import type { PackHeads } from './result-packs.ts'

export interface LastGoodWanted {
  readonly accountId: string
  readonly checkId: string
  /** Null for any. */
  readonly location: string | null
  /** The smallest id that is of interest. */
  readonly fromId: string
  readonly beforeId: string
}

/** For each question the last packed result in a span of ids, in a location if one is named; null where there is none. */
export async function findLastGoodPacked(
  db: Queryable,
  wanted: readonly LastGoodWanted[],
): Promise<(CheckResultRow | null)[]> {
  const found: (CheckResultRow | null)[] = []
  for (const last of await findLastPacked(db, wanted)) {
    const [result] = last === null ? [] : await findPackedResults(db, last, [last.id])
    found.push(result ?? null)
  }
  return found
}

/** The same without the details. */
export async function findLastPacked(
  db: Queryable,
  wanted: readonly LastGoodWanted[],
): Promise<(CheckResultSummary | null)[]> {
  const packs = Map.groupBy(await listPacksBefore(db, wanted), ({ position }) => position)
  return wanted.map((question, index) =>
    (packs.get(index + 1) ?? []).flatMap(packedSummaries).filter(answers(question)).reduce(later, null),
  )
}

const answers =
  ({ location, fromId, beforeId }: LastGoodWanted) =>
  (result: CheckResultSummary): boolean =>
    result.id >= fromId && result.id < beforeId && (location === null || result.location === location)

const later = (one: CheckResultSummary | null, other: CheckResultSummary): CheckResultSummary =>
  one !== null && one.id > other.id ? one : other

type FoundPack = PackHeads & { readonly position: number }

/** The newest two that may answer: the span may end before the results of the location in one, but not in two. */
const listPacksBefore = async (db: Queryable, wanted: readonly LastGoodWanted[]): Promise<FoundPack[]> =>
  wanted.length === 0
    ? []
    : db.namedRows<{ [K in keyof FoundPack]: FoundPack[K] }>(
        'list-packs-before',
        `select wanted.position::int, pack.account_id, pack.check_id, pack.heads
         from unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::uuid[], $6::uuid[]) with ordinality
           as wanted (account_id, check_id, location, hour_id, from_id, before_id, position)
         cross join lateral (
           select account_id, check_id, heads from result_packs one
           where one.account_id = wanted.account_id and one.check_id = wanted.check_id and first_id >= hour_id
             and last_id >= from_id and first_id < before_id and ${isPackRead}
             and (wanted.location is null or wanted.location = any(one.locations))
           order by first_id desc limit 2) as pack`,
        [
          wanted.map(({ accountId }) => accountId),
          wanted.map(({ checkId }) => checkId),
          wanted.map(({ location }) => location),
          wanted.map(({ fromId }) => hourOfId(fromId).fromId),
          wanted.map(({ fromId }) => fromId),
          wanted.map(({ beforeId }) => beforeId),
        ],
      )
