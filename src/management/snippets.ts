import { givenBody } from '#contract'
import type { Given, SnippetBody } from '#contract'
import { Fault } from '#kernel'
import type { Caller } from '#kernel'
import { assertAllowance, touchSnippets } from '#storage/accounts'
import {
  countUsesOfSnippet,
  deleteSnippet as removeSnippet,
  findSnippet,
  holdSnippets,
  insertSnippet,
  listSnippets as listStoredSnippets,
  lockSnippet,
  updateSnippet as saveSnippet,
} from '#storage/checks'
import type { SavedSnippet, SnippetRow } from '#storage/checks'
import type { PageWindow, Queryable, Store } from '#storage/database'

const savedSnippet = (caller: Caller, { name, script }: SnippetBody): SavedSnippet => ({
  accountId: caller.accountId,
  name,
  script,
  now: new Date(caller.nowMs),
})

/** Throws SNIPPET_NAME_TAKEN: scripts find a snippet by its name. */
export function createSnippet(store: Store, caller: Caller, body: SnippetBody): Promise<SnippetRow> {
  return store.db.transaction(async (tx) => {
    const created = await insertSnippet(tx, savedSnippet(caller, body))
    if (created === null) throw nameTaken(body.name)
    await assertAllowance(tx, caller, 'SNIPPETS')
    await touchSnippets(tx, caller.accountId)
    return created
  })
}

/** Throws SNIPPET_NOT_FOUND and SNIPPET_NAME_TAKEN. */
export async function updateSnippet(
  store: Store,
  caller: Caller,
  { id, body: given }: { readonly id: number; readonly body: Given<Partial<SnippetBody>> },
): Promise<SnippetRow> {
  const { name, script } = givenBody(given, {})
  const now = new Date(caller.nowMs)
  return store.db.transaction(async (tx) => {
    const updated = await saveSnippet(tx, { accountId: caller.accountId, id, name, script, now })
    if (updated === null) throw new Fault('SNIPPET_NOT_FOUND')
    if (updated === 'taken') throw nameTaken(name ?? '')
    await touchSnippets(tx, caller.accountId)
    return updated
  })
}

/** Throws SNIPPET_NOT_FOUND, and SNIPPET_IN_USE while a check or a group names it: its runs need the script. */
export async function deleteSnippet(store: Store, { accountId }: Caller, id: number): Promise<void> {
  await store.db.transaction(async (tx) => {
    if (!(await lockSnippet(tx, accountId, id))) throw new Fault('SNIPPET_NOT_FOUND')
    const { checks, groups } = await countUsesOfSnippet(tx, accountId, id)
    if (checks + groups > 0) throw new Fault('SNIPPET_IN_USE', { values: { checks, groups } })
    await removeSnippet(tx, accountId, id)
    await touchSnippets(tx, accountId)
  })
}

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

const nameTaken = (name: string): Fault =>
  new Fault('SNIPPET_NAME_TAKEN', { values: { name }, problems: [{ path: 'name', rule: 'unused', parameters: {} }] })

const fields = ['setupSnippetId', 'tearDownSnippetId'] as const
type Named = { readonly [F in (typeof fields)[number]]?: number | null }

/**
 * Throws SNIPPET_UNKNOWN, naming the field, for ids that the account does not have, and locks the others until the
 * transaction ends.
 */
export async function validateSnippets(tx: Queryable, accountId: string, named: Named): Promise<void> {
  const ids = fields.flatMap((field) => named[field] ?? [])
  if (ids.length === 0) return
  const known = await holdSnippets(tx, accountId, ids)
  for (const field of fields) {
    const snippetId = named[field]
    if (typeof snippetId === 'number' && !known.has(snippetId))
      throw new Fault('SNIPPET_UNKNOWN', {
        values: { field, snippetId },
        attributes: { field },
        problems: [{ path: field, rule: 'reference', parameters: { value: snippetId } }],
      })
  }
}
