export interface CursorPage<T> {
  readonly items: readonly T[]
  readonly nextId: string | null
}

/**
 * Every page of a list that is read by cursor, one after the other as they are taken, until the signal aborts. The first
 * is read before this returns, so that what it throws can still be answered.
 */
export async function pagesOf<T>(
  read: (nextId: string | undefined) => Promise<CursorPage<T>>,
  signal: AbortSignal,
): Promise<AsyncGenerator<readonly T[]>> {
  let page = await read(undefined)
  async function* pages(): AsyncGenerator<readonly T[]> {
    yield page.items
    while (page.nextId !== null && !signal.aborted) {
      page = await read(page.nextId)
      yield page.items
    }
  }
  return pages()
}
