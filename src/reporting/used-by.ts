import { runtimeIds } from '#contract'
import type { UsedByResource } from '#contract'
import { Fault } from '#kernel'
import type { Caller } from '#kernel'
import { findSnippet, findVariable, listUsingChecks, listUsingGroups } from '#storage/checks'
import type { UseFilter } from '#storage/checks'
import type { Store } from '#storage/database'

const listed = 100

/** Which checks and groups name a variable in their templates or scripts. Throws VARIABLE_NOT_FOUND. */
export async function findUsesOfVariable(store: Store, { accountId }: Caller, key: string): Promise<UsedByResource> {
  if ((await findVariable(store.db, store.encryption, accountId, key)) === null) throw new Fault('VARIABLE_NOT_FOUND')
  const name = escaped(key)
  // In templates, and in scripts as a property of process.env; quotes of a JSON text are escaped.
  const pattern = `\\{\\{[^{}]*\\m${name}\\M[^{}]*\\}\\}|process\\.env(\\.|\\[\\\\*["'\`])${name}\\M`
  return usesOf(store, { accountId, pattern, snippetId: null })
}

/** Which checks and groups run or import a snippet. Throws SNIPPET_NOT_FOUND. */
export async function findUsesOfSnippet(store: Store, { accountId }: Caller, id: number): Promise<UsedByResource> {
  const snippet = await findSnippet(store.db, accountId, id)
  if (snippet === null) throw new Fault('SNIPPET_NOT_FOUND')
  const pattern = `snippets/${escaped(snippet.name)}(\\.js)?\\\\*["'\`]`
  return usesOf(store, { accountId, pattern, snippetId: id })
}

/** Which checks and groups choose a runtime themselves. Throws RUNTIME_NOT_FOUND. */
export async function findUsesOfRuntime(store: Store, { accountId }: Caller, name: string): Promise<UsedByResource> {
  if (!runtimeIds.some((id) => id === name)) throw new Fault('RUNTIME_NOT_FOUND')
  // Quotes within texts of the settings have a backslash before them.
  return usesOf(store, { accountId, pattern: `"runtimeId": "${escaped(name)}"`, snippetId: null })
}

const escaped = (text: string): string => text.replaceAll(/[^A-Za-z0-9_]/g, (sign) => `\\${sign}`)

async function usesOf({ db }: Store, filter: UseFilter): Promise<UsedByResource> {
  const [checks, groups] = await Promise.all([listUsingChecks(db, filter, listed), listUsingGroups(db, filter, listed)])
  return {
    checks: checks.map(({ id, name, checkType }) => ({ id, name, checkType })),
    groups: groups.map(({ id, name }) => ({ id, name })),
    totalChecks: checks[0]?.total ?? 0,
    totalGroups: groups[0]?.total ?? 0,
  }
}
