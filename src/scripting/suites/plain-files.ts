import { realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import type { SuiteFile } from './read-report.ts'

/** Those that are plain files inside of the directory once symbolic links are resolved, with their resolved paths. The run has ended. */
export async function plainFiles(directory: string, files: readonly SuiteFile[]): Promise<SuiteFile[]> {
  const root = await realpath(directory).catch(() => null)
  if (root === null) return []
  const rows = files.map(async (file) => {
    const real = await realpath(path.join(root, file.path)).catch(() => '')
    const isPlain = real.startsWith(`${root}${path.sep}`) && (await stat(real).catch(() => null))?.isFile()
    return isPlain ? { ...file, path: path.relative(root, real) } : null
  })
  return (await Promise.all(rows)).filter((file) => file !== null)
}
