import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What vitest counted itself, by the path of each file; nothing where it counted nothing. */
export function readComponents(directory) {
  const file = join(directory, 'coverage-final.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}
