import { descriptorOf } from '#contract'
import type { CheckSettings, GroupSettings, ScriptDependency } from '#contract'
import type { EffectiveCheck } from '#management'

/** A script of a check: its own text, or the snippet with an id. */
export interface ScriptSource {
  readonly title: string
  readonly script?: string
  readonly snippetId?: number
  readonly dependencies: readonly ScriptDependency[]
}

/** The scripts of a check with the settings of its group, in the order of their execution. */
export interface ScriptSources {
  readonly kind: 'around request' | 'test file' | 'suite' | 'environment' | 'prompt'
  readonly setup: readonly ScriptSource[]
  readonly teardown: readonly ScriptSource[]
  /** The test file and what it imports; the title is for messages. */
  readonly file: ScriptSource | null
}

/** The scripts of a check; null when its runs have no code. */
export function scriptSourcesOf({ check, group }: EffectiveCheck): ScriptSources | null {
  const kind = descriptorOf(check.checkType).code
  if (kind === undefined) return null
  const { settings } = check
  if (kind === 'test file') return { ...none, kind, file: fileOf(settings) }
  if (kind === 'environment' || kind === 'suite' || kind === 'prompt') return { ...none, kind }
  const setup = [...setupOf(group?.settings, ' of the group'), ...setupOf(settings)]
  const teardown = [...teardownOf(settings), ...teardownOf(group?.settings, ' of the group')]
  return setup.length + teardown.length === 0 ? null : { kind, setup, teardown, file: null }
}

const none = { setup: [], teardown: [], file: null }

const fileOf = ({ script, dependencies }: CheckSettings): ScriptSource => ({
  title: 'script',
  script: script ?? '',
  dependencies: dependencies ?? [],
})

type Settings = CheckSettings | GroupSettings | undefined

function setupOf(settings: Settings, owner = ''): ScriptSource[] {
  if (settings === undefined) return []
  const own = 'setupScriptDependencies' in settings ? settings.setupScriptDependencies : null
  const dependencies = [...sharedFiles(settings), ...(own ?? [])]
  return scriptsOf(`setup script${owner}`, settings.setupSnippetId, settings.localSetupScript, dependencies)
}

function teardownOf(settings: Settings, owner = ''): ScriptSource[] {
  if (settings === undefined) return []
  const own = 'tearDownScriptDependencies' in settings ? settings.tearDownScriptDependencies : null
  const dependencies = [...sharedFiles(settings), ...(own ?? [])]
  return scriptsOf(`teardown script${owner}`, settings.tearDownSnippetId, settings.localTearDownScript, dependencies)
}

const sharedFiles = (settings: CheckSettings | GroupSettings): readonly ScriptDependency[] =>
  ('dependencies' in settings ? settings.dependencies : null) ?? []

/** A snippet and a separate script may both be set; the snippet comes first. */
function scriptsOf(
  title: string,
  snippetId: number | null | undefined,
  script: string | null | undefined,
  dependencies: readonly ScriptDependency[],
): ScriptSource[] {
  const isScript = typeof script === 'string' && script.trim() !== ''
  return [
    ...(typeof snippetId === 'number' ? [{ title: `snippet as ${title}`, snippetId, dependencies: [] }] : []),
    ...(isScript ? [{ title, script, dependencies }] : []),
  ]
}
