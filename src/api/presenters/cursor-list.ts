import type { CursorPage } from '#publishing'

/** One page of resources of a list read by cursor. */
export const presentedCursorList = <T, R>({ items, nextId }: CursorPage<T>, present: (item: T) => R) => ({
  length: items.length,
  entries: items.map(present),
  nextId,
})
