import { create } from 'tar'
import { projectFiles } from './project-files.ts'

export interface PackedProject {
  /** The tar.gz, packed while it is read. */
  readonly archive: AsyncIterable<Uint8Array>
  readonly files: number
}

/**
 * Packs the project in a directory. The same files give the same bytes, whenever and by whomever they are packed, so
 * that a project that did not change is stored once. Throws ProjectProblem.
 */
export async function packProject(root: string): Promise<PackedProject> {
  const files = await projectFiles(root)
  // Explicit names, because tar reads a name that begins with @ as that of an archive.
  const names = files.map((file) => `./${file}`)
  const archive = create({ cwd: root, gzip: true, portable: true, noMtime: true, noDirRecurse: true }, names)
  return { archive, files: files.length }
}
