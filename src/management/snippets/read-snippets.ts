import { Fault } from '#kernel'
import type { Caller } from '#kernel'
import { findSnippet, listSnippets as listStoredSnippets } from '#storage'
import type { PageWindow, SnippetRow, Store } from '#storage'

/** One page of snippets, oldest first, and the number of all. */
export const listSnippets = (
  store: Store,
  caller: Caller,
  page: PageWindow,
): Promise<{ items: SnippetRow[]; total: number }> => listStoredSnippets(store.db, caller.accountId, page)

/** Throws SNIPPET_NOT_FOUND. */
export async function getSnippet(store: Store, caller: Caller, id: number): Promise<SnippetRow> {
  const snippet = await findSnippet(store.db, caller.accountId, id)
  if (snippet === null) throw new Fault('SNIPPET_NOT_FOUND')
  return snippet
}
