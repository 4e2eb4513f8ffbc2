import type { DeploymentBody } from '#contract'
import type { Environment } from '../fill-environment.ts'
import { kinds } from '../kinds.ts'
import { loadResources } from '../load-resources.ts'
import type { LoadedResource } from '../load-resources.ts'
import { inOrder, pathOf } from '../mistake.ts'
import type { Mistake } from '../mistake.ts'
import { mistakeAt } from '../read-sections.ts'
import { referencesIn } from '../references.ts'
import { logicalIdOf, toDeployment } from '../to-deployment.ts'
import { loadModule } from './load-module.ts'
import { readDirectory } from './read-directory.ts'
import { scriptReader } from './read-script.ts'

/** The answer of the service to a resource that it rejected. */
export interface Rejection {
  readonly type: string
  readonly logicalId: string
  /** Of the payload; empty for the whole of it. */
  readonly field: string
  readonly message: string
}

/** The deployment of a directory, or everything that has to be changed first. */
export type LoadedDirectory = {
  /** YAML and JSON that hold no resources. */
  readonly skipped: readonly string[]
  readonly files: number
} & (
  | {
      readonly deployment: DeploymentBody
      /** Where a rejected resource stands, or is referred to; null for what is in no file. */
      readonly locate: (rejection: Rejection) => Mistake | null
    }
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
  if (!isComplete) return { ...counts, mistakes: read.mistakes }
  const { resources } = found.loaded
  const locate = (rejection: Rejection): Mistake | null => mistakeOf(resources, rejection)
  return { ...counts, deployment: toDeployment(found.loaded), locate }
}

function mistakeOf(resources: readonly LoadedResource[], rejection: Rejection): Mistake | null {
  const { type, logicalId, field, message } = rejection
  const at = resources.find((one) => kinds[one.section].type === type && one.logicalId === logicalId)
  if (at) return mistakeAt(at.file, [...at.path, ...pathOf(field)], message)
  for (const { section, value, file, path } of resources)
    for (const reference of kinds[section].references.filter(({ to }) => kinds[to].type === type))
      for (const [within, given] of referencesIn(value, reference))
        if (logicalIdOf(given, reference.to) === logicalId) return mistakeAt(file, [...path, ...within], message)
  return null
}
