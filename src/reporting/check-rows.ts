import type { CheckCounts, CheckFacetsResource, CheckRowOrder } from '#contract'
import { Fault, isUuid } from '#kernel'
import type { Caller } from '#kernel'
import { findUnobserved } from '#observation'
import type { Unobserved } from '#observation'
import { findLocationNames } from '#storage/alerts'
import {
  isPosition,
  listCheckCells,
  listCheckLocations,
  listCheckPlaces,
  listCheckRows,
  listCheckTags,
  listPlacedCells,
} from '#storage/checks'
import type { CheckCell, CheckRowFilter, CheckRowOrdering, ListedCheck, PlacedCell } from '#storage/checks'
import type { Queryable, Store } from '#storage/database'

export interface CheckRowQuery extends Omit<CheckRowFilter, 'accountId' | 'now' | 'unobserved'> {
  readonly sortBy: CheckRowOrder
  readonly isDescending: boolean
  readonly limit: number
  readonly nextId: string | undefined
}

/** A check that is UNKNOWN has why nobody runs it. */
export type ListedCheckRow = ListedCheck & { readonly unobserved: Unobserved | undefined }

export interface CheckRowPage {
  readonly items: readonly ListedCheckRow[]
  readonly nextId: string | null
  readonly counts: CheckCounts
}

const nobody: CheckCounts = { FAILING: 0, DEGRADED: 0, UNKNOWN: 0, PENDING: 0, PASSING: 0, PAUSED: 0 }

/** A page of the checks of an account with their states, and how many checks have each. Throws CURSOR_INVALID. */
export async function getCheckRows(
  { db }: Store,
  { accountId, nowMs }: Caller,
  { sortBy, isDescending, limit, nextId, ...given }: CheckRowQuery,
): Promise<CheckRowPage> {
  const unobserved = await findUnobserved(db, accountId, given.checkIds ?? null)
  const filter = { ...given, accountId, now: new Date(nowMs), unobserved: [...unobserved.keys()] }
  const after = nextId === undefined ? null : placeOfCursor(nextId, sortBy)
  const { rows, counts } = await listCheckRows(db, filter, { by: sortBy, isDescending, after, limit: limit + 1 })
  const items = rows.slice(0, limit).map((row) => ({ ...row, unobserved: whileUnknown(row, unobserved) }))
  const last = rows.length > limit ? items.at(-1) : undefined
  return { items, nextId: last ? cursorOf(last) : null, counts: { ...nobody, ...counts } }
}

const whileUnknown = ({ id, state }: ListedCheck, unobserved: ReadonlyMap<string, Unobserved>) =>
  state === 'UNKNOWN' ? unobserved.get(id) : undefined

/** Every check with its state, for pictures of all. */
export const getCheckCells = async ({ db }: Store, caller: Caller): Promise<readonly CheckCell[]> =>
  listCheckCells(db, await allOf(db, caller))

/** The same, with what else they can be arranged by: `places` are what people call their locations. */
export async function getPlacedCells(
  { db }: Store,
  caller: Caller,
): Promise<readonly (PlacedCell & { readonly places: readonly string[] })[]> {
  const [cells, names] = await Promise.all([listPlacedCells(db, await allOf(db, caller)), findLocationNames(db)])
  return cells.map((cell) => ({
    ...cell,
    places: [...cell.locations.map((code) => names.get(code) ?? code), ...cell.privateLocations],
  }))
}

const allOf = async (db: Queryable, { accountId, nowMs }: Caller) => ({
  accountId,
  now: new Date(nowMs),
  unobserved: [...(await findUnobserved(db, accountId)).keys()],
})

/** The filter values of the checks of an account. */
export async function getCheckFacets({ db }: Store, { accountId }: Caller): Promise<CheckFacetsResource> {
  const [tags, locations, places] = await Promise.all([
    listCheckTags(db, accountId),
    listCheckLocations(db, accountId),
    listCheckPlaces(db, accountId),
  ])
  return { tags, locations, places }
}

const cursorOf = ({ id, place }: ListedCheck): string => `${id}${Buffer.from(place).toString('base64url')}`
const idLength = 36

function placeOfCursor(cursor: string, sortBy: CheckRowOrder): CheckRowOrdering['after'] {
  const id = cursor.slice(0, idLength)
  const place = Buffer.from(cursor.slice(idLength), 'base64url').toString('utf8')
  if (!isUuid(id) || !isPosition(sortBy, place)) throw new Fault('CURSOR_INVALID')
  return { id: id.toLowerCase(), place }
}
