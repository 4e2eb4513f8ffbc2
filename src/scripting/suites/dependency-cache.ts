import { createHash, randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { chmod, mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Clock } from '#kernel'

export interface DependencyCacheSettings {
  /** Of the caches of all accounts; it is created when needed. */
  readonly directory: string
  /** Of all accounts together. Default: 20 GiB. */
  readonly maxBytes?: number
  /** Of one account. Default: 4 GiB. */
  readonly maxAccountBytes?: number
  readonly clock: Pick<Clock, 'now'>
  /** Where other machines find what this one keeps, and the other way round. Default: nowhere. */
  readonly shared?: SharedArchives
}

/** Archives that several machines share, by names that begin with that of their account. */
export interface SharedArchives {
  /** Writes an archive to a new file of at most that size; false when there is none. Rejects with the reason. */
  fetch(name: string, file: string, maxBytes: number): Promise<boolean>
  /** Stores a file under a name, whole or not at all. Rejects with the reason. */
  store(name: string, file: string): Promise<void>
  remove(name: string): Promise<void>
}

const gibibyte = 1024 ** 3
const defaultMaxBytes = 20 * gibibyte
const defaultMaxAccountBytes = 4 * gibibyte
const unusedForMs = 30 * 24 * 60 * 60_000
const abandonedForMs = 2 * 60 * 60_000
const draftPrefix = '.draft-'

/** An archive that is kept when the run passes. */
export interface CacheDraft {
  readonly bytes: number
  keep(): Promise<void>
  discard(): Promise<void>
}

/**
 * Archives of installed dependencies, each account's in a separate directory that only runs of that account see, and
 * cannot change. An archive appears whole or not at all. Those that were used longest ago give way to new ones.
 */
export class DependencyCache {
  readonly #settings: DependencyCacheSettings

  constructor(settings: DependencyCacheSettings) {
    this.#settings = settings
  }

  /** The directory that the runs of an account see. */
  async open(accountId: string): Promise<string> {
    const directory = this.#directoryOf(accountId)
    await makeDirectory(this.#settings.directory, 0o711)
    await makeDirectory(directory, 0o755)
    return directory
  }

  /**
   * The archive for a key, which counts as used now; null when there is none, here or where it is shared. Rejects when
   * that place fails.
   */
  async find(accountId: string, key: string): Promise<string | null> {
    const file = this.#fileOf(accountId, key)
    const now = this.#settings.clock.now()
    const found = await stat(file).catch(() => null)
    if (found === null || now - found.mtimeMs > unusedForMs) return (await this.#fetch(accountId, key)) ? file : null
    await utimes(file, new Date(now), new Date(now)).catch(() => {})
    return file
  }

  async remove(accountId: string, key: string): Promise<void> {
    await rm(this.#fileOf(accountId, key), { force: true })
    await this.#settings.shared?.remove(this.#nameOf(accountId, key))
  }

  async #fetch(accountId: string, key: string): Promise<boolean> {
    const { shared, maxAccountBytes = defaultMaxAccountBytes } = this.#settings
    if (shared === undefined) return false
    const draft = path.join(await this.open(accountId), `${draftPrefix}${randomUUID()}`)
    try {
      if (!(await shared.fetch(this.#nameOf(accountId, key), draft, maxAccountBytes))) return false
      await chmod(draft, 0o644)
      await rename(draft, this.#fileOf(accountId, key))
      return true
    } finally {
      await rm(draft, { force: true })
    }
  }

  /**
   * Copies an archive that a run has made, so that what the run does with it afterwards changes nothing. Null when it is no plain
   * file, or larger than an account may keep.
   */
  async draft(accountId: string, key: string, source: string): Promise<CacheDraft | null> {
    const directory = await this.open(accountId)
    const target = path.join(directory, `${draftPrefix}${randomUUID()}`)
    const bytes = await copyPlain(source, target, this.#settings.maxAccountBytes ?? defaultMaxAccountBytes)
    if (bytes === null) return null
    return {
      bytes,
      keep: async () => {
        const now = new Date(this.#settings.clock.now())
        await utimes(target, now, now)
        await rename(target, this.#fileOf(accountId, key))
        await this.prune()
        await this.#settings.shared?.store(this.#nameOf(accountId, key), this.#fileOf(accountId, key))
      },
      discard: () => rm(target, { force: true }),
    }
  }

  /** Removes what nobody has used for 30 days, drafts of runs that have died, and what exceeds the sizes, oldest first. */
  async prune(): Promise<void> {
    const { maxBytes = defaultMaxBytes, maxAccountBytes = defaultMaxAccountBytes } = this.#settings
    const entries = await this.#entries()
    const kept = await removeUnused(entries, this.#settings.clock.now())
    const byAccount = Object.values(Object.groupBy(kept, ({ account }) => account)).map((rows) => rows ?? [])
    const left = await Promise.all(byAccount.map((rows) => removeBeyond(rows, maxAccountBytes)))
    await removeBeyond(left.flat(), maxBytes)
  }

  async #entries(): Promise<Entry[]> {
    const { directory } = this.#settings
    const accounts = await readdir(directory).catch(() => [])
    const rows = accounts.map(async (account) => {
      const names = await readdir(path.join(directory, account)).catch(() => [])
      return Promise.all(names.map((name) => entryOf(account, path.join(directory, account, name))))
    })
    return (await Promise.all(rows)).flat().filter((entry) => entry !== null)
  }

  #fileOf = (accountId: string, key: string): string =>
    path.join(this.#settings.directory, this.#nameOf(accountId, key))

  #directoryOf = (accountId: string): string => path.join(this.#settings.directory, digestOf(accountId))

  #nameOf = (accountId: string, key: string): string => `${digestOf(accountId)}/${digestOf(key)}.tgz`
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')

interface Entry {
  readonly account: string
  readonly file: string
  readonly bytes: number
  readonly usedAt: number
}

async function entryOf(account: string, file: string): Promise<Entry | null> {
  const found = await stat(file).catch(() => null)
  return found && { account, file, bytes: found.size, usedAt: found.mtimeMs }
}

async function removeUnused(entries: readonly Entry[], now: number): Promise<Entry[]> {
  const isOver = ({ file, usedAt }: Entry): boolean =>
    now - usedAt > (path.basename(file).startsWith(draftPrefix) ? abandonedForMs : unusedForMs)
  await removeAll(entries.filter(isOver))
  return entries.filter((entry) => !isOver(entry) && !path.basename(entry.file).startsWith(draftPrefix))
}

/** Returns those that stay. */
async function removeBeyond(entries: readonly Entry[], maxBytes: number): Promise<Entry[]> {
  let bytes = 0
  const rows = entries
    .toSorted((a, b) => b.usedAt - a.usedAt)
    .map((entry) => ({ entry, isKept: (bytes += entry.bytes) <= maxBytes }))
  await removeAll(rows.flatMap(({ entry, isKept }) => (isKept ? [] : [entry])))
  return rows.flatMap(({ entry, isKept }) => (isKept ? [entry] : []))
}

const removeAll = async (entries: readonly Entry[]): Promise<void> =>
  void (await Promise.all(entries.map(({ file }) => rm(file, { force: true }))))

/** The mode is set, whatever the umask. */
async function makeDirectory(directory: string, mode: number): Promise<void> {
  await mkdir(directory, { recursive: true })
  await chmod(directory, mode)
}

/** The size of what was copied; null when there was nothing that may be. The source may grow meanwhile, its copy may not. */
async function copyPlain(source: string, target: string, maxBytes: number): Promise<number | null> {
  const file = await open(source, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(() => null)
  if (file === null) return null
  try {
    const found = await file.stat()
    if (!found.isFile() || found.size === 0 || found.size > maxBytes) return null
    await copyBytes(file, target, found.size)
    return found.size
  } catch (error) {
    await rm(target, { force: true })
    throw error
  } finally {
    await file.close()
  }
}

async function copyBytes(file: FileHandle, target: string, bytes: number): Promise<void> {
  const copy = await open(target, 'wx', 0o644)
  await copy.chmod(0o644)
  await pipeline(file.createReadStream({ start: 0, end: bytes - 1, autoClose: false }), copy.createWriteStream())
}
