import { posix } from 'node:path'
import type { SharedFile } from '#contract'

/**
 * The lists of files that the scripts of a check import, and the field with the path of the script. Files of setup and
 * teardown scripts are found by their paths from the script, which has none in the service.
 */
export const importLists = {
  dependencies: null,
  setupScriptDependencies: 'setupScriptPath',
  tearDownScriptDependencies: 'tearDownScriptPath',
} as const

/** A file of a project by its path from a script that imports it; unchanged for a script without a path. */
export const seenFrom = <File extends Pick<SharedFile, 'path'>>(script: unknown, file: File): File =>
  typeof script === 'string' ? { ...file, path: posix.relative(posix.dirname(script), file.path) } : file
