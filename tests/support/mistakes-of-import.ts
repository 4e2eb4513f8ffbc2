import type { Imported } from '#importing'
import { loadResources, mistakeText } from '#resource-files'

/** What keeps the resources of an import from being applied as files; empty when nothing does. */
export async function mistakesOfImport({ resources }: Imported): Promise<readonly string[]> {
  const value: Record<string, Record<string, unknown>> = { project: { logicalId: 'import', name: 'Import' } }
  for (const { section, logicalId, value: resource } of resources) (value[section] ??= {})[logicalId] = resource
  const file = { path: 'import.json', value, positionOf: () => null }
  const readScript = async () => ({ problem: 'is no script.' })
  const loaded = await loadResources([file], { isComplete: true, environment: {}, readScript })
  return 'mistakes' in loaded ? loaded.mistakes.map(mistakeText) : []
}
