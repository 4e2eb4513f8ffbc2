import { createHash } from 'node:crypto'
import path from 'node:path'
import { DependencyCache } from './dependency-cache.ts'
import type { CacheDraft, DependencyCacheSettings } from './dependency-cache.ts'

/** Where dependencies are kept, and whose. */
export interface AccountCache extends DependencyCacheSettings {
  readonly accountId: string
}

interface CacheOrder {
  readonly workingDirectory: string
  readonly installCommand: string
  readonly cache?: AccountCache | null
}

type Note = (level: 'INFO' | 'ERROR', text: string) => void

/** The dependencies of one run: what it finds in the cache of its account, and what is kept of it when it has passed. */
export class CachedDependencies {
  /** The directory that the run sees; null when nothing is kept. */
  readonly directory: string | null
  /** Null when nothing is kept. */
  hasBeenUsed: boolean | null
  readonly #order: CacheOrder
  readonly #engine: string
  readonly #note: Note
  #key: string | null = null
  #draft: CacheDraft | null = null

  private constructor(
    order: CacheOrder,
    engine: string,
    { note, directory }: { note: Note; directory: string | null },
  ) {
    this.#order = order
    this.#engine = engine
    this.#note = note
    this.directory = directory
    this.hasBeenUsed = directory === null ? null : false
  }

  /** `engine` is the program that installs, whose path changes with its version. A cache that fails counts as absent. */
  static async open(order: CacheOrder, engine: string, note: Note): Promise<CachedDependencies> {
    try {
      const directory = order.cache ? await new DependencyCache(order.cache).open(order.cache.accountId) : null
      return new CachedDependencies(order, engine, { note, directory })
    } catch (error) {
      note('ERROR', `The cache of dependencies cannot be used: ${textOf(error)}.`)
      return new CachedDependencies(order, engine, { note, directory: null })
    }
  }

  /** The archive for what decides the dependencies of the project, or null. The first key counts. */
  async find(projectKey: string): Promise<string | null> {
    const { cache, installCommand, workingDirectory } = this.#order
    if (!cache || this.#key !== null) return null
    const parts = [projectKey, installCommand, path.posix.normalize(workingDirectory || '.'), this.#engine]
    this.#key = createHash('sha256').update(JSON.stringify(parts)).digest('hex')
    const archive = await this.#findKept(new DependencyCache(cache), cache.accountId, this.#key)
    this.hasBeenUsed = archive !== null
    this.#note(
      'INFO',
      archive === null ? 'There are none: they are installed.' : 'They are used, nothing is installed.',
    )
    return archive
  }

  /** A store that fails counts as empty, and is noted in the log of the run. */
  async #findKept(cache: DependencyCache, accountId: string, key: string): Promise<string | null> {
    try {
      return await cache.find(accountId, key)
    } catch (error) {
      this.#note('ERROR', `Kept dependencies cannot be fetched: ${textOf(error)}.`)
      return null
    }
  }

  async removeDamaged(): Promise<void> {
    const { cache } = this.#order
    if (!cache || this.#key === null) return
    this.hasBeenUsed = false
    this.#note('ERROR', 'The kept dependencies are damaged: they are removed, and installed anew.')
    await new DependencyCache(cache)
      .remove(cache.accountId, this.#key)
      .catch((error: unknown) => this.#note('ERROR', `They cannot be removed: ${textOf(error)}.`))
  }

  /** Copies the archive that the run has made of its installation, before any test runs. */
  async take(file: string): Promise<void> {
    const { cache } = this.#order
    if (!cache || this.#key === null || this.#draft !== null) return
    try {
      this.#draft = await new DependencyCache(cache).draft(cache.accountId, this.#key, file)
      if (this.#draft === null) this.#note('INFO', 'The dependencies are too large to be kept.')
    } catch (error) {
      this.#note('ERROR', `The dependencies cannot be kept: ${textOf(error)}.`)
    }
  }

  /** For later runs. */
  async keep(): Promise<void> {
    const draft = this.#draft
    this.#draft = null
    await draft
      ?.keep()
      .catch((error: unknown) => this.#note('ERROR', `The dependencies cannot be kept: ${textOf(error)}.`))
  }

  async discard(): Promise<void> {
    await this.#draft?.discard().catch(() => {})
  }
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
