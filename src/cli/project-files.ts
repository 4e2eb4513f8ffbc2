import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import ignore from 'ignore'

/** Why a directory cannot be packed, in a sentence. */
export class ProjectProblem extends Error {}

/** Never part of a bundle: installed by the run, or of the version control. */
const neverPacked: ReadonlySet<string> = new Set(['node_modules', '.git'])
const maxFiles = 50_000

interface Rules {
  /** The directory of the .gitignore, relative to the project; empty for the project itself. */
  readonly directory: string
  readonly matcher: ReturnType<typeof ignore>
}

/**
 * The files and symbolic links of a project, relative to its directory, in a stable order: without node_modules and
 * without what a .gitignore of the project leaves out. Throws ProjectProblem.
 */
export async function projectFiles(root: string): Promise<string[]> {
  const status = await stat(root).catch(() => null)
  if (!status?.isDirectory()) throw new ProjectProblem(`${root} is not a directory.`)
  const files: string[] = []
  await addFiles(root, '', { rules: [], files })
  if (files.length === 0) throw new ProjectProblem(`${root} has no files to pack.`)
  return files
}

async function addFiles(
  root: string,
  directory: string,
  { rules, files }: { readonly rules: readonly Rules[]; readonly files: string[] },
): Promise<void> {
  const own = await rulesIn(root, directory)
  const all = own === null ? rules : [...rules, own]
  const entries = await readdir(join(root, directory), { withFileTypes: true })
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = directory === '' ? entry.name : `${directory}/${entry.name}`
    if (neverPacked.has(entry.name) || isIgnored(all, path, entry.isDirectory())) continue
    if (entry.isDirectory()) await addFiles(root, path, { rules: all, files })
    else if (entry.isFile() || entry.isSymbolicLink()) files.push(path)
    if (files.length > maxFiles) throw new ProjectProblem(`${root} has more than ${maxFiles} files.`)
  }
}

async function rulesIn(root: string, directory: string): Promise<Rules | null> {
  const text = await readFile(join(root, directory, '.gitignore'), 'utf8').catch(() => null)
  return text === null ? null : { directory, matcher: ignore().add(text) }
}

/** The rules of the deepest directory that has one for the path decide, as in git. */
function isIgnored(rules: readonly Rules[], path: string, isDirectory: boolean): boolean {
  for (const { directory, matcher } of rules.toReversed()) {
    const relative = directory === '' ? path : path.slice(directory.length + 1)
    const { ignored, unignored } = matcher.test(isDirectory ? `${relative}/` : relative)
    if (ignored || unignored) return ignored
  }
  return false
}
