import type { Answer, Input } from '../api/operations.ts'

export type Row = Answer<'listCheckRows'>['entries'][number]
export type RowQuery = NonNullable<Input<'listCheckRows'>['query']>

const rank: Readonly<Record<Row['state'], number>> = {
  FAILING: 1,
  DEGRADED: 2,
  UNKNOWN: 3,
  PENDING: 4,
  PASSING: 5,
  PAUSED: 6,
}

/** Numbers in names count as numbers. */
const naturally = (name: string): string =>
  name.toLowerCase().replaceAll(/\d+/g, (digits) => digits.padStart(numberDigits, '0').slice(-numberDigits))
const numberDigits = 20

/** The sort key of each order, as in the service. */
const places: Readonly<Record<NonNullable<RowQuery['sortBy']>, (row: Row) => string | number>> = {
  name: ({ name }) => naturally(name),
  state: ({ state, name }) => `${rank[state]}${naturally(name)}`,
  group: ({ groupName }) => (groupName === null ? '2' : `1${groupName.toLowerCase()}`),
  frequency: ({ frequency }) => frequency ?? -1,
  since: ({ since }) => (since === null ? -1 : Date.parse(since)),
  lastRunAt: ({ lastRunAt }) => (lastRunAt === null ? -1 : Date.parse(lastRunAt)),
  responseTime: ({ lastResponseTime }) => lastResponseTime ?? -1,
}

/**
 * The rows of a list with some checks as they are now: `found` are those of the ids that the list lets through. A row
 * that stays keeps its place unless another order would be wrong; one behind the last of a list that goes on is left out.
 */
export function mergedRows(
  rows: readonly Row[],
  ids: ReadonlySet<string>,
  found: readonly Row[],
  { query, hasMore }: { readonly query: RowQuery; readonly hasMore: boolean },
): readonly Row[] {
  const placeOf = places[query.sortBy ?? 'state']
  const sign = query.sortOrder === 'desc' ? -1 : 1
  const compare = (one: Row, other: Row): number => {
    const [a, b] = [placeOf(one), placeOf(other)]
    return sign * (a < b ? -1 : a > b ? 1 : one.id < other.id ? -1 : 1)
  }
  const kept = rows.filter(({ id }) => !ids.has(id))
  const last = kept.at(-1)
  const merged = [...kept]
  for (const row of found) {
    if (hasMore && last !== undefined && compare(row, last) > 0) continue
    const at = merged.findIndex((other) => compare(row, other) < 0)
    merged.splice(at < 0 ? merged.length : at, 0, row)
  }
  return merged
}
