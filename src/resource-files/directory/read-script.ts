import { realpath } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import type { ReadScript } from '../load-resources.ts'
import { collectFiles, ScriptProblem } from './collect-files.ts'

/** Reads the scripts that files of a directory name, with what they import; everything has to be below the directory. */
export function scriptReader(directory: string): ReadScript {
  const root = resolve(directory)
  return async (fromFile, path) => {
    const file = resolve(root, dirname(fromFile), path)
    const outside = `names ${path}, which is not below the directory of the files.`
    if (!(await isBelow(root, file))) return { problem: outside }
    try {
      const { scriptPath, script, dependencies, missing, ...project } = await collectFiles(file, root)
      if (missing.length > 0)
        return { problem: `names ${path}, which imports what does not exist: ${missing.join(', ')}.` }
      const files = await Promise.all(dependencies.map((one) => isBelow(root, join(root, one.path))))
      if (project.root !== root || files.includes(false))
        return { problem: `names ${path}, which imports files that are not below the directory of the files.` }
      return { path: scriptPath, content: script, dependencies }
    } catch (error) {
      if (!(error instanceof ScriptProblem)) throw error
      return { problem: `names ${path}, which ${error.message.replace(`${file} `, '')}` }
    }
  }
}

/** Through links, too; a file that does not exist is where its name says. */
async function isBelow(root: string, file: string): Promise<boolean> {
  const [top, real] = await Promise.all([realpath(root).catch(() => root), realpath(file).catch(() => file)])
  return [top, root].some((directory) => real.startsWith(`${directory}${sep}`))
}
