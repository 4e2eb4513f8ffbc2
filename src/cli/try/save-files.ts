import { mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { DryRunResource } from '#contract'

export type RunFiles = NonNullable<DryRunResource['result']>['files']

export interface SavedFiles {
  readonly paths: readonly string[]
  /** Names with sizes in bytes. */
  readonly tooLarge: readonly { readonly name: string; readonly sizeBytes: number }[]
}

/** Writes the files of a run into a directory, which is made when there is one to write. */
export async function saveFiles(directory: string, files: RunFiles): Promise<SavedFiles> {
  const paths: string[] = []
  for (const [index, { name, contentBase64 }] of files.entries()) {
    if (contentBase64 === null) continue
    await mkdir(directory, { recursive: true })
    const path = join(directory, safeName(name, index, paths))
    await writeFile(path, Buffer.from(contentBase64, 'base64'))
    paths.push(path)
  }
  return { paths, tooLarge: files.filter(({ contentBase64 }) => contentBase64 === null) }
}

/** The run chose the name: it must not lead out of the directory or to the file of another. */
function safeName(name: string, index: number, taken: readonly string[]): string {
  const safe = basename(name)
    .replaceAll(/[^\w.-]+/g, '_')
    .replace(/^\.+/, '')
    .slice(-100)
  return safe === '' || taken.some((path) => basename(path) === safe) ? `${index + 1}-${safe || 'file'}` : safe
}
