import type { CheckCounts, CheckFacetsResource, CheckRowOrder } from '#contract'
import { Fault, isUuid } from '#kernel'
import type { Caller } from '#kernel'
import { isPosition, listCheckCells, listCheckLocations, listCheckRows, listCheckTags, listPlacedCells } from '#storage'
import type { CheckCell, CheckRowFilter, CheckRowOrdering, ListedCheck, PlacedCell, Store } from '#storage'

export interface CheckRowQuery extends Omit<CheckRowFilter, 'accountId' | 'now'> {
  readonly sortBy: CheckRowOrder
  readonly isDescending: boolean
  readonly limit: number
  readonly nextId: string | undefined
}

export interface CheckRowPage {
  readonly items: readonly ListedCheck[]
  readonly nextId: string | null
  readonly counts: CheckCounts
}

const nobody: CheckCounts = { FAILING: 0, DEGRADED: 0, PENDING: 0, PASSING: 0, PAUSED: 0 }

/** A page of the checks of an account with their states, and how many checks have each. Throws CURSOR_INVALID. */
export async function getCheckRows(
  { db }: Store,
  { accountId, nowMs }: Caller,
  { sortBy, isDescending, limit, nextId, ...given }: CheckRowQuery,
): Promise<CheckRowPage> {
  const filter = { ...given, accountId, now: new Date(nowMs) }
  const after = nextId === undefined ? null : placeOfCursor(nextId, sortBy)
  const { rows, counts } = await listCheckRows(db, filter, { by: sortBy, isDescending, after, limit: limit + 1 })
  const items = rows.slice(0, limit)
  const last = rows.length > limit ? items.at(-1) : undefined
  return { items, nextId: last ? cursorOf(last) : null, counts: { ...nobody, ...counts } }
}

/** Every check with its state, for pictures of all. */
export const getCheckCells = ({ db }: Store, { accountId, nowMs }: Caller): Promise<readonly CheckCell[]> =>
  listCheckCells(db, accountId, new Date(nowMs))

/** The same, with what else they can be arranged by. */
export const getPlacedCells = ({ db }: Store, { accountId, nowMs }: Caller): Promise<readonly PlacedCell[]> =>
  listPlacedCells(db, accountId, new Date(nowMs))

/** What the checks of an account can be filtered by. */
export async function getCheckFacets({ db }: Store, { accountId }: Caller): Promise<CheckFacetsResource> {
  const [tags, locations] = await Promise.all([listCheckTags(db, accountId), listCheckLocations(db, accountId)])
  return { tags, locations }
}

const cursorOf = ({ id, place }: ListedCheck): string => `${id}${Buffer.from(place).toString('base64url')}`
const idLength = 36

function placeOfCursor(cursor: string, sortBy: CheckRowOrder): CheckRowOrdering['after'] {
  const id = cursor.slice(0, idLength)
  const place = Buffer.from(cursor.slice(idLength), 'base64url').toString('utf8')
  if (!isUuid(id) || !isPosition(sortBy, place)) throw new Fault('CURSOR_INVALID')
  return { id: id.toLowerCase(), place }
}
