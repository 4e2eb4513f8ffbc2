import { lstat, readFile, symlink } from 'node:fs/promises'
import path from 'node:path'
import { systemErrorCode } from './embedded-postgres-error.ts'

/** Makes the links of `pg-symlinks.json` that are missing. False when the directory cannot be written. */
export async function addLibraryLinks(native: string): Promise<boolean> {
  for (const { source, target } of await readLinks(native)) {
    const file = path.join(path.dirname(native), target)
    if (await exists(file)) continue
    try {
      await symlink(path.basename(source), file)
    } catch (error) {
      const code = systemErrorCode(error)
      if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') return false
      if (code !== 'EEXIST') throw error
    }
  }
  return true
}

async function readLinks(native: string): Promise<{ source: string; target: string }[]> {
  const links: unknown = JSON.parse(await readFile(path.join(native, 'pg-symlinks.json'), 'utf8'))
  if (!Array.isArray(links)) return []
  return links.flatMap((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null || !('source' in entry) || !('target' in entry)) return []
    return [{ source: String(entry.source), target: String(entry.target) }]
  })
}

async function exists(file: string): Promise<boolean> {
  try {
    await lstat(file)
    return true
  } catch {
    return false
  }
}
