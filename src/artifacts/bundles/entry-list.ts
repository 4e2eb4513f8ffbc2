import { maxDepth, maxPathLength } from './bundle-limits.ts'

/** The header of one entry of an archive. */
export interface ArchiveEntry {
  readonly path: string
  /** As the tar library names it, for example `File`. */
  readonly type: string
  /** Of links. */
  readonly target: string | undefined
}

const kinds: ReadonlyMap<string, 'file' | 'directory' | 'symbolic link' | 'hard link'> = new Map([
  ['File', 'file'],
  ['OldFile', 'file'],
  ['ContiguousFile', 'file'],
  ['Directory', 'directory'],
  ['SymbolicLink', 'symbolic link'],
  ['Link', 'hard link'],
] as const)

/**
 * The entries of an archive so far. Wherever it is unpacked, and in whatever order, nothing of it can lie or point
 * outside: links may only lead upwards first and then down, and no entry lies below a symbolic link.
 */
export class EntryList {
  readonly #kindOf = new Map<string, string>()
  #files = 0
  #hasLinks = false

  get size(): number {
    return this.#kindOf.size
  }
  get files(): number {
    return this.#files
  }

  /** Adds an entry, or returns its problem as the end of a sentence about it. */
  add(entry: ArchiveEntry): string | null {
    const kind = kinds.get(entry.type)
    if (kind === undefined) return 'is not a file, directory or link'
    if (entry.path.length > maxPathLength) return `has a path of more than ${maxPathLength} characters`
    const parts = partsOf(entry.path)
    const problem =
      pathProblem(entry.path, parts) ?? this.#linkProblem(kind, entry.target ?? '', parts) ?? this.#clash(kind, parts)
    if (problem !== null) return problem
    this.#kindOf.set(parts.join('/'), kind)
    if (kind === 'file') this.#files += 1
    if (kind === 'symbolic link') this.#hasLinks = true
    return null
  }

  /** The first entry below a symbolic link, which could be written elsewhere; null when there is none. */
  entryBelowLink(): string | null {
    if (!this.#hasLinks) return null
    let link: string | null = null
    // With a slash at the end, what is below a path follows directly behind it.
    for (const path of [...this.#kindOf.keys()].map((each) => `${each}/`).toSorted(byCodeUnits)) {
      if (link !== null && path.startsWith(link)) return path.slice(0, -1)
      if (this.#kindOf.get(path.slice(0, -1)) === 'symbolic link') link = path
    }
    return null
  }

  #clash(kind: string, parts: readonly string[]): string | null {
    if (parts.length === 0) return kind === 'directory' ? null : 'has no name'
    const before = this.#kindOf.get(parts.join('/'))
    if (before === undefined) return null
    return before.endsWith('link') || kind.endsWith('link') ? 'is there twice, once as a link' : null
  }

  #linkProblem(kind: string, target: string, parts: readonly string[]): string | null {
    if (kind === 'hard link')
      return this.#kindOf.get(partsOf(target).join('/')) === 'file' ? null : 'is a hard link to no earlier file'
    if (kind !== 'symbolic link' || staysWithin(target, parts.length - 1)) return null
    return 'links to a place outside of the archive'
  }
}

/** Whether a link in a directory of that depth leads upwards at most to the top, and then only down. */
function staysWithin(target: string, depth: number): boolean {
  if (target === '' || target.startsWith('/') || isUnsafe(target)) return false
  const steps = partsOf(target)
  const down = steps.findIndex((step) => step !== '..')
  return down === -1 ? steps.length <= depth : down <= depth && !steps.slice(down).includes('..')
}

const byCodeUnits = (one: string, other: string): number => (one < other ? -1 : 1)

const partsOf = (path: string): string[] => path.split('/').filter((part) => part !== '' && part !== '.')

const isUnsafe = (text: string): boolean => text.includes('\\') || text.includes('\0')

function pathProblem(path: string, parts: readonly string[]): string | null {
  if (path.startsWith('/') || parts.includes('..')) return 'has a path outside of the archive'
  if (isUnsafe(path)) return 'has a path with a backslash or a control character'
  return parts.length > maxDepth ? `lies deeper than ${maxDepth} directories` : null
}
