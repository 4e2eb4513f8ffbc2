import { loadDirectory } from '#resource-files'
import type { LoadedDirectory } from '#resource-files'
import { resourceValuePrefix } from '../settings/resource-values.ts'

/** Reads a directory without running anything. What the service may not read is a mistake like those in files. */
export async function readResources(
  directory: string,
  resourceValues: Readonly<Record<string, string>>,
): Promise<LoadedDirectory> {
  const variables = { environment: resourceValues, variablePrefix: resourceValuePrefix }
  try {
    return await loadDirectory(directory, { ...variables, runsModules: false })
  } catch (error) {
    const message = `${directory} cannot be read: ${error instanceof Error ? error.message : String(error)}`
    return { skipped: [], files: 0, mistakes: [{ file: '.', position: null, field: '', message }] }
  }
}
