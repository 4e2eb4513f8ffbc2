import { Fault, isUuid } from '#kernel'

/** The id in a cursor, in lowercase; null without a cursor. Throws CURSOR_INVALID. */
export function idOfCursor(cursor: string | undefined): string | null {
  if (cursor === undefined) return null
  if (!isUuid(cursor)) throw new Fault('CURSOR_INVALID')
  return cursor.toLowerCase()
}

/** Of two upper bounds of ids in lowercase the smaller one: such ids sort as strings. */
export const earlierId = (one: string | null, other: string | null): string | null =>
  one === null || other === null ? (one ?? other) : one < other ? one : other

/** The first `limit` of the rows read, which are one more when there is another page; `nextId` is null at the end. */
export function cursorPage<Row extends { readonly id: string }>(
  rows: readonly Row[],
  limit: number,
): { readonly items: Row[]; readonly nextId: string | null } {
  const items = rows.slice(0, limit)
  return { items, nextId: rows.length > limit ? (items.at(-1)?.id ?? null) : null }
}
