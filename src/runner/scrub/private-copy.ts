import { constants } from 'node:fs'
import { open, realpath, writeFile } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { maxArtifactBytes } from '#contract'
import type { FilePath } from '#contract'
import { ArchiveProblem } from './archive-problem.ts'

/**
 * Copies a file that user code may have written to `target`, which must be in a directory of ours. Links are not followed
 * out of `within`, and nothing but a regular file is read. Throws an ArchiveProblem otherwise.
 */
export async function copyPrivately({ path, within }: FilePath, target: string): Promise<void> {
  // Without waiting: what is no regular file, such as a pipe, must not block.
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(() => {
    throw new ArchiveProblem('The file cannot be read.')
  })
  try {
    const status = await file.stat()
    if (!status.isFile() || (within !== undefined && !(await isWithin(file, within))))
      throw new ArchiveProblem('The file is not a regular file of the run.')
    if (status.size > maxArtifactBytes) throw new ArchiveProblem('The file is too large.')
    await writeFile(target, file.createReadStream({ end: maxArtifactBytes, autoClose: false }), {
      flag: 'wx',
      mode: 0o600,
    })
  } finally {
    await file.close()
  }
}

/** Asked of the open file, so that it cannot be exchanged meanwhile. */
async function isWithin(file: FileHandle, within: string): Promise<boolean> {
  const [real, root] = await Promise.all([realpath(`/proc/self/fd/${file.fd}`), realpath(within)])
  return real.startsWith(`${root}/`)
}
