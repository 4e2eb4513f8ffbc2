import { Fault } from '#kernel'
import { holdSnippets } from '#storage'
import type { Queryable } from '#storage'

const fields = ['setupSnippetId', 'tearDownSnippetId'] as const
type Named = { readonly [F in (typeof fields)[number]]?: number | null }

/**
 * Refuses ids of snippets the account lacks with SNIPPET_UNKNOWN, by their field. Those it has stay until the
 * transaction ends.
 */
export async function judgeSnippets(tx: Queryable, accountId: string, named: Named): Promise<void> {
  const ids = fields.flatMap((field) => named[field] ?? [])
  if (ids.length === 0) return
  const known = await holdSnippets(tx, accountId, ids)
  for (const field of fields) {
    const snippetId = named[field]
    if (typeof snippetId === 'number' && !known.has(snippetId))
      throw new Fault('SNIPPET_UNKNOWN', { values: { field, snippetId }, attributes: { field } })
  }
}
