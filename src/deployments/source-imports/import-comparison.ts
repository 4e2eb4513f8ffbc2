import type { ImportComparisonResource, ImportedResourceBody, ImportState } from '#contract'
import type { Source } from '#importing'
import type { Caller } from '#kernel'
import type { Store } from '#storage/database'
import { countChecksOfProjects, findImportStates, listChecksOfProject, saveImportStates } from '#storage/projects'

/** Read when it is first asked for. */
const importing = () => import('#importing')

type SourceName = Pick<Source, 'name' | 'title'>

/** How many checks of the account were imported from each source, by the names of sources; those without any are missing. */
export async function countImportedChecks(
  store: Store,
  { accountId }: Caller,
  sources: readonly SourceName[],
): Promise<ReadonlyMap<string, number>> {
  const { projectOf } = await importing()
  const names = new Map(sources.map((source) => [projectOf(source).logicalId, source.name]))
  const counted = await countChecksOfProjects(store.db, accountId, [...names.keys()])
  return new Map(counted.map(({ logicalId, checks }) => [names.get(logicalId) ?? logicalId, checks]))
}

/** The checks that an account imported from a source, with the states that the source knew last. */
export async function getImportComparison(
  store: Store,
  { accountId }: Caller,
  source: SourceName,
): Promise<ImportComparisonResource> {
  const { projectOf } = await importing()
  const kept = await findImportStates(store.db, accountId, source.name)
  const states = new Map(Object.entries(kept?.states ?? {}))
  const checks = await listChecksOfProject(store.db, accountId, projectOf(source).logicalId)
  return {
    source: source.name,
    title: source.title,
    readAt: kept?.readAt.toISOString() ?? null,
    checks: checks.map((check) => ({ ...check, ...(states.get(check.logicalId) ?? unknown) })),
  }
}

const unknown = { state: 'unknown', reason: null } as const

/** Keeps the states that a source knew last, in place of those before. */
export const keepImportStates = (
  store: Store,
  { accountId, nowMs }: Caller,
  { source, states }: { readonly source: string; readonly states: readonly ImportState[] },
): Promise<unknown> =>
  saveImportStates(store.db, {
    accountId,
    source,
    states: Object.fromEntries(states.map(({ logicalId, ...state }) => [logicalId, state])),
    readAt: new Date(nowMs),
  })

/** The states in the resources of an import. */
export const statesIn = (resources: readonly ImportedResourceBody[]): ImportState[] =>
  resources.flatMap(({ section, logicalId, state = 'unknown', reason = null }) =>
    section === 'checks' ? [{ logicalId, state, reason }] : [],
  )
