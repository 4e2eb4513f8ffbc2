import { constants } from 'node:fs'
import { open, realpath } from 'node:fs/promises'
import path from 'node:path'

/**
 * A file that a run left in its directory, read after the run has ended. Null for what is missing, is no plain file, is
 * larger than `maxBytes`, or is outside of the directory once symbolic links are resolved.
 */
export async function readRunFile(directory: string, name: string, maxBytes: number): Promise<Uint8Array | null> {
  try {
    const root = await realpath(directory)
    const file = await realpath(path.join(root, name))
    if (!file.startsWith(`${root}${path.sep}`)) return null
    const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    try {
      const found = await handle.stat()
      if (!found.isFile() || found.size > maxBytes) return null
      return await handle.readFile()
    } finally {
      await handle.close()
    }
  } catch {
    return null
  }
}
