import { existsSync, readFileSync, realpathSync } from 'node:fs'
import path from 'node:path'

/** The directory of the npm that a search path leads to; null without one. */
export function findNpm(searchPath: string): string | null {
  for (const folder of searchPath.split(path.delimiter).filter((entry) => path.isAbsolute(entry))) {
    const program = path.join(folder, 'npm')
    const found = existsSync(program) ? packageOf(realpathSync(program)) : null
    if (found !== null) return found
  }
  return null
}

/** A program of npm lies in the folder `bin` of its package. */
function packageOf(program: string): string | null {
  const directory = path.dirname(path.dirname(program))
  try {
    const manifest: unknown = JSON.parse(readFileSync(path.join(directory, 'package.json'), 'utf8'))
    return Reflect.get(Object(manifest), 'name') === 'npm' ? directory : null
  } catch {
    return null
  }
}
