import type { DeploymentBody } from '#contract'
import type { Variables } from '../fill-environment.ts'
import { kinds } from '../kinds.ts'
import { loadResources } from '../load-resources.ts'
import type { LoadedResource } from '../load-resources.ts'
import { inOrder, pathOf } from '../mistake.ts'
import type { Mistake } from '../mistake.ts'
import { mistakeAt } from '../read-sections.ts'
import { referencesIn } from '../references.ts'
import type { Locate, Rejection } from '../rejections.ts'
import { logicalIdOf, toDeployment } from '../to-deployment.ts'
import { loadModule } from './load-module.ts'
import { readDirectory } from './read-directory.ts'
import { scriptReader } from './read-script.ts'

/** The deployment of a directory, or everything that has to be changed first. */
export type LoadedDirectory = {
  /** YAML and JSON that hold no resources. */
  readonly skipped: readonly string[]
  readonly files: number
} & (
  | {
      readonly deployment: DeploymentBody
      readonly locate: Locate
    }
  | { readonly mistakes: readonly Mistake[] }
)

export interface DirectoryOptions extends Variables {
  /** Whether TypeScript files are run. */
  readonly runsModules: boolean
}

/** Reads and validates a directory. TypeScript is run with the rights of this process. */
export async function loadDirectory(directory: string, options: DirectoryOptions): Promise<LoadedDirectory> {
  const { runsModules, ...variables } = options
  const read = await readDirectory(directory, runsModules ? loadModule : null)
  const counts = { skipped: read.skipped, files: read.files.length }
  const isComplete = read.mistakes.length === 0
  const tools = { ...variables, isComplete, readScript: scriptReader(directory) }
  const found = await loadResources(read.files, tools)
  if ('mistakes' in found) return { ...counts, mistakes: inOrder([...read.mistakes, ...found.mistakes]) }
  if (!isComplete) return { ...counts, mistakes: read.mistakes }
  const { resources } = found.loaded
  const locate: Locate = (rejection) => mistakeOf(resources, rejection)
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
