import type { Environment } from '../fill-environment.ts'
import { loadResources } from '../load-resources.ts'
import { inOrder } from '../mistake.ts'
import type { Mistake } from '../mistake.ts'
import { toDeployment } from '../to-deployment.ts'
import type { DeploymentOfFiles } from '../to-deployment.ts'
import { loadModule } from './load-module.ts'
import { readDirectory } from './read-directory.ts'
import { scriptReader } from './read-script.ts'

/** The deployment of a directory, or everything that has to be changed first; and files that hold no resources. */
export type LoadedDirectory = { readonly skipped: readonly string[]; readonly files: number } & (
  | { readonly deployment: DeploymentOfFiles }
  | { readonly mistakes: readonly Mistake[] }
)

export interface DirectoryOptions {
  readonly environment: Environment
  /** Whether TypeScript files are run. */
  readonly runsModules: boolean
}

/** Reads and validates a directory. TypeScript is run with the rights of this process. */
export async function loadDirectory(directory: string, options: DirectoryOptions): Promise<LoadedDirectory> {
  const { environment, runsModules } = options
  const read = await readDirectory(directory, runsModules ? loadModule : null)
  const counts = { skipped: read.skipped, files: read.files.length }
  const isComplete = read.mistakes.length === 0
  const found = await loadResources(read.files, { environment, isComplete, readScript: scriptReader(directory) })
  if ('mistakes' in found) return { ...counts, mistakes: inOrder([...read.mistakes, ...found.mistakes]) }
  return isComplete ? { ...counts, deployment: toDeployment(found.loaded) } : { ...counts, mistakes: read.mistakes }
}
