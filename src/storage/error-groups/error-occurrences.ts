import type { Queryable } from '../database/queryable.ts'

/** How often an error occurred in a location. */
export interface SeenOccurrences {
  readonly accountId: string
  readonly errorGroupId: string
  /** The queue of the location. */
  readonly location: string
  readonly occurrences: number
}

const upsert = `
insert into error_occurrences (account_id, error_group_id, hour, location, occurrences)
select account_id, error_group_id, date_trunc('hour', $5::timestamptz, 'UTC'), location, occurrences
from unnest($1::uuid[], $2::uuid[], $3::text[], $4::int[]) as seen (account_id, error_group_id, location, occurrences)
on conflict (account_id, error_group_id, hour, location) do update set
  occurrences = error_occurrences.occurrences + excluded.occurrences`

/** Counts errors in the hour of a moment. Belongs in the transaction that has locked their groups. */
export async function countOccurrences(tx: Queryable, seen: readonly SeenOccurrences[], at: Date): Promise<void> {
  const merged = [...Map.groupBy(seen, keyOf)]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, [first, ...more]]) =>
      first === undefined ? [] : [{ ...first, occurrences: more.reduce(addOccurrences, first.occurrences) }],
    )
  if (merged.length === 0) return
  await tx.namedRows('count-occurrences', upsert, [
    merged.map(({ accountId }) => accountId),
    merged.map(({ errorGroupId }) => errorGroupId),
    merged.map(({ location }) => location),
    merged.map(({ occurrences }) => occurrences),
    at,
  ])
}

const keyOf = ({ errorGroupId, location }: SeenOccurrences): string => `${errorGroupId}/${location}`
const addOccurrences = (sum: number, { occurrences }: SeenOccurrences): number => sum + occurrences

interface OccurrencesInBucket {
  readonly errorGroupId: string
  readonly bucket: number
  readonly occurrences: number
}

/** How often errors occurred from a moment on, in stretches of so many hours, counted from 0; without those of none. */
export const findOccurrences = (
  db: Queryable,
  accountId: string,
  groupIds: readonly string[],
  since: { readonly from: Date; readonly hours: number },
): Promise<OccurrencesInBucket[]> =>
  db.rows<{ [K in keyof OccurrencesInBucket]: OccurrencesInBucket[K] }>(
    `select error_group_id, bucket, sum(occurrences)::int as occurrences
     from (select error_group_id, occurrences,
         floor(extract(epoch from hour - $3::timestamptz) / ($4::int * 3600))::int as bucket
       from error_occurrences where account_id = $1 and error_group_id = any($2::uuid[]) and hour >= $3) as counted
     group by error_group_id, bucket`,
    [accountId, groupIds, since.from, since.hours],
  )

interface OccurrencesInLocation {
  readonly errorGroupId: string
  readonly location: string
  readonly occurrences: number
}

/** How often errors occurred in each location, as far as it is kept: the most frequent first. */
export const findLocationsOfErrors = (
  db: Queryable,
  accountId: string,
  groupIds: readonly string[],
): Promise<OccurrencesInLocation[]> =>
  db.rows<{ [K in keyof OccurrencesInLocation]: OccurrencesInLocation[K] }>(
    `select error_group_id, location, sum(occurrences)::int as occurrences
     from error_occurrences where account_id = $1 and error_group_id = any($2::uuid[])
     group by error_group_id, location order by occurrences desc, location`,
    [accountId, groupIds],
  )

export async function deleteOccurrencesBefore(db: Queryable, before: Date): Promise<void> {
  await db.query(`delete from error_occurrences where hour < $1`, [before])
}
