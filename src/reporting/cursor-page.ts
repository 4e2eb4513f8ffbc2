import { Fault, isUuid } from '#kernel'

/** The id in a cursor, in lower case; null without a cursor. Throws CURSOR_INVALID. */
export function idOfCursor(cursor: string | undefined): string | null {
  if (cursor === undefined) return null
  if (!isUuid(cursor)) throw new Fault('CURSOR_INVALID')
  return cursor.toLowerCase()
}

/** Of two ids in lower case that rows must lie before, the one that counts: such ids sort by their text. */
export const earlierId = (one: string | null, other: string | null): string | null =>
  one === null || other === null ? (one ?? other) : one < other ? one : other

/** The first `limit` of the rows read, one more of which says that there are others; `nextId` is null at the end. */
export function cursorPage<Row extends { readonly id: string }>(
  rows: readonly Row[],
  limit: number,
): { readonly items: Row[]; readonly nextId: string | null } {
  const items = rows.slice(0, limit)
  return { items, nextId: rows.length > limit ? (items.at(-1)?.id ?? null) : null }
}
