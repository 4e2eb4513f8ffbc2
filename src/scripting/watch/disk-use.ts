import type { Stats } from 'node:fs'
import { lstat, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

export interface DiskUse {
  readonly bytes: number
  readonly files: number
}

/**
 * Disk use of directories and the open files of processes: allocated blocks, so that sparse files count what they hold,
 * each file once however many names it has, and every name as a file. Files without a name, which only a process still
 * holds, count too, in memory or on disk. Stops counting beyond `limits`.
 */
export async function diskUse(
  directories: readonly string[],
  processes: readonly number[],
  limits: DiskUse,
): Promise<DiskUse> {
  const count = new DiskCount(limits)
  for (const pid of processes) await addNameless(count, `/proc/${pid}/fd`)
  const waiting = [...directories]
  for (let directory = waiting.pop(); directory !== undefined && !count.isOver; directory = waiting.pop())
    waiting.push(...(await addDirectory(count, directory)))
  return count
}

const blockBytes = 512

class DiskCount implements DiskUse {
  bytes = 0
  files = 0
  readonly #limits: DiskUse
  readonly #seen = new Set<string>()

  constructor(limits: DiskUse) {
    this.#limits = limits
  }

  get isOver(): boolean {
    return this.bytes > this.#limits.bytes || this.files > this.#limits.files
  }

  add(found: Stats): void {
    const identity = `${found.dev}:${found.ino}`
    if (found.nlink !== 1 && this.#seen.has(identity)) return
    if (found.nlink !== 1) this.#seen.add(identity)
    this.bytes += found.blocks * blockBytes
  }
}

/** Returns the directories inside. */
async function addDirectory(count: DiskCount, directory: string): Promise<string[]> {
  const inside: string[] = []
  for (const name of await readdir(directory).catch((error: unknown) => unseen(count, error) ?? [])) {
    count.files += 1
    if (count.isOver) break
    const path = join(directory, name)
    const found = await lstat(path).catch((error: unknown) => unseen(count, error))
    if (found) count.add(found)
    if (found?.isDirectory()) inside.push(path)
  }
  return inside
}

/** Files deeper than the longest path cannot be counted, so they count as too much. */
function unseen(count: DiskCount, error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENAMETOOLONG') count.files = Number.POSITIVE_INFINITY
  return null
}

async function addNameless(count: DiskCount, directory: string): Promise<void> {
  for (const name of await readdir(directory).catch(() => [])) {
    const found = await stat(join(directory, name)).catch(() => null)
    if (found?.isFile() && found.nlink === 0) count.add(found)
  }
}
