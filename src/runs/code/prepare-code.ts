import type { CheckSettings, TaskCode, TaskScript } from '#contract'
import { writeReason } from '#contract/reasons'
import type { Queryable } from '#storage/database'
import type { EffectiveCheck } from '#management'
import { agentOf } from './agent-of.ts'
import { insertPartials } from './insert-partials.ts'
import { scriptSourcesOf } from './script-sources.ts'
import type { ScriptSource, ScriptSources } from './script-sources.ts'
import { codeLimits, completeSearches, SnippetSearch } from './snippet-search.ts'
import { suiteOf } from './suite-of.ts'

/** The code of a check, as far as all its runs have it in common. */
export interface PreparedCode {
  readonly task: Omit<TaskCode, 'runtimeId' | 'environment' | 'environmentUrl'>
  readonly kind: ScriptSources['kind']
  /** Why its runs cannot be prepared, as a sentence; null when they can. */
  readonly problem: string | null
  /** Whether it must be prepared again when a snippet of the account changes. */
  readonly dependsOnSnippets: boolean
  readonly bytes: number
}

/** The code of many checks by id; checks without code are absent. */
export async function prepareCode(
  db: Queryable,
  effective: Iterable<EffectiveCheck>,
): Promise<ReadonlyMap<string, PreparedCode>> {
  const found = [...effective].flatMap((one) => {
    const sources = scriptSourcesOf(one)
    const { id, accountId, settings } = one.own
    if (sources === null) return []
    return [{ id, settings, sources, search: new SnippetSearch(accountId, sources) }]
  })
  await completeSearches(
    db,
    found.map(({ search }) => search),
  )
  return new Map(found.map(({ id, settings, sources, search }) => [id, codeOf(sources, search, settings)]))
}

const nothing = { snippets: [] }

function codeOf(sources: ScriptSources, search: SnippetSearch, settings: CheckSettings): PreparedCode {
  const scriptPath = settings.scriptPath ?? null
  const { dependsOnSnippets, bytes } = search
  const state = { kind: sources.kind, dependsOnSnippets, bytes }
  if (search.problem !== null) return { ...state, task: nothing, problem: search.problem }
  const snippets = [...search.found.values()].map(({ name, script }) => ({ name, script }))
  const around = scriptsAround(sources, search)
  if ('problem' in around) return { ...state, task: nothing, problem: around.problem }
  if (sources.kind === 'suite') return { ...state, task: { snippets, suite: suiteOf(settings) }, problem: null }
  if (sources.kind === 'prompt') return { ...state, task: { snippets, agent: agentOf(settings) }, problem: null }
  if (sources.file === null) return { ...state, task: { snippets, ...around }, problem: null }
  const { script = '', dependencies } = sources.file
  const inserted = insertPartials(script, new Map(snippets.map((one) => [one.name, one.script])), codeLimits.bytes)
  if ('problem' in inserted) return { ...state, task: nothing, problem: `script: ${inserted.problem}` }
  return {
    ...state,
    task: { snippets, script: inserted.script, scriptPath, dependencies, ...configOf(settings) },
    problem: null,
  }
}

const configOf = ({
  playwrightConfig,
  snapshots,
  sslCheckDomain,
}: CheckSettings): Pick<TaskCode, 'playwrightConfig' | 'snapshots' | 'certificateHost'> => ({
  ...(playwrightConfig && { playwrightConfig }),
  ...(sslCheckDomain && { certificateHost: sslCheckDomain }),
  ...(snapshots && snapshots.length > 0 && { snapshots }),
})

type Around = { readonly setup?: TaskScript[]; readonly teardown?: TaskScript[] }

function scriptsAround({ kind, setup, teardown }: ScriptSources, search: SnippetSearch): Around | { problem: string } {
  if (kind !== 'around request') return {}
  const missing = [...setup, ...teardown].find(
    ({ snippetId }) => snippetId !== undefined && !search.found.has(snippetId),
  )
  if (missing)
    return { problem: writeReason('NO_SNIPPET', { title: missing.title, snippetId: missing.snippetId ?? '' }) }
  const scriptOf = (source: ScriptSource): TaskScript => {
    const snippet = search.found.get(source.snippetId ?? 0)
    const { dependencies } = source
    return {
      title: snippet ? source.title.replace('snippet', `snippet "${snippet.name}"`) : source.title,
      script: snippet?.script ?? source.script ?? '',
      ...(dependencies.length > 0 && { dependencies }),
    }
  }
  return { setup: setup.map(scriptOf), teardown: teardown.map(scriptOf) }
}
