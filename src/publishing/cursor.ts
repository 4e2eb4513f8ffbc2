import { Fault, isUuid } from '#kernel'

export interface CursorQuery {
  readonly limit: number
  readonly nextId?: string | undefined
}

export interface CursorPage<T> {
  readonly items: readonly T[]
  /** Null at the end. */
  readonly nextId: string | null
}

/** One page of a list whose cursor is the id of its last item. Throws CURSOR_INVALID. */
export async function readPage<T>(
  { limit, nextId }: CursorQuery,
  idOf: (item: T) => string,
  read: (window: { readonly fromId: string | null; readonly limit: number }) => Promise<readonly T[]>,
): Promise<CursorPage<T>> {
  if (nextId !== undefined && !isUuid(nextId)) throw new Fault('CURSOR_INVALID')
  const found = await read({ fromId: nextId ?? null, limit: limit + 1 })
  const items = found.slice(0, limit)
  const last = items.at(-1)
  return { items, nextId: found.length > limit && last !== undefined ? idOf(last) : null }
}
