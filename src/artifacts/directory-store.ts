import { createHash, randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { isUuid } from '#kernel'
import { BlobStoreError } from './blob-store.ts'
import type { BlobContent, BlobKey, BlobStore, ByteRange, StoredBlob } from './blob-store.ts'

const directoryMode = 0o700
const fileMode = 0o600
const listPortion = 500
const missing: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR'])

/**
 * Objects as files: `<root>/<namespace>/<account>/<last two digits>/<id>`. An upload is a file in `<root>/uploads` until it
 * is complete and on the disk; then it is renamed. Several servers may use the directory at once.
 */
export class DirectoryStore implements BlobStore {
  readonly place: string
  readonly #objects: string
  readonly #uploads: string

  /** `namespace` keeps the objects of several installations apart. */
  constructor(root: string, namespace: string) {
    this.place = root
    this.#objects = join(root, namespace)
    this.#uploads = join(root, 'uploads')
  }

  async put(key: BlobKey, content: BlobContent, signal: AbortSignal): Promise<void> {
    const path = this.#pathOf(key)
    const upload = await this.#newUpload()
    try {
      await writeDurably(upload, content, signal)
      await makeDirectories(dirname(path))
      signal.throwIfAborted()
      await rename(upload, path)
      await syncDirectory(dirname(path))
    } catch (error) {
      await rm(upload, { force: true })
      throw error
    }
  }

  async get(key: BlobKey, range?: ByteRange): Promise<Readable | null> {
    try {
      const file = await open(this.#pathOf(key), constants.O_RDONLY | constants.O_NOFOLLOW)
      return file.createReadStream(range)
    } catch (error) {
      if (missing.has(codeOf(error))) return null
      throw error
    }
  }

  async delete(keys: readonly BlobKey[]): Promise<void> {
    for (const key of keys) await rm(this.#pathOf(key), { force: true })
  }

  async *list(): AsyncIterable<readonly StoredBlob[]> {
    let portion: StoredBlob[] = []
    for (const accountId of await uuidsIn(this.#objects))
      for (const shard of await namesIn(join(this.#objects, accountId)))
        for (const id of await uuidsIn(join(this.#objects, accountId, shard))) {
          portion.push({ accountId, id })
          if (portion.length < listPortion) continue
          yield portion
          portion = []
        }
    if (portion.length > 0) yield portion
  }

  async deleteLeftovers(beforeMs: number): Promise<void> {
    for (const name of await namesIn(this.#uploads)) {
      const path = join(this.#uploads, name)
      const status = await stat(path).catch(() => null)
      if (status !== null && status.mtimeMs < beforeMs) await rm(path, { force: true })
    }
  }

  async check(): Promise<void> {
    const path = await this.#newUpload()
    try {
      await writeDurably(path, checkContent, new AbortController().signal)
    } finally {
      await rm(path, { force: true }).catch(() => {})
    }
  }

  #pathOf({ accountId, id }: BlobKey): string {
    if (!isUuid(accountId) || !isUuid(id)) throw new BlobStoreError('The key of an object consists of two uuids.')
    return join(this.#objects, accountId, id.slice(-2), id)
  }

  async #newUpload(): Promise<string> {
    await mkdir(this.#uploads, { recursive: true, mode: directoryMode })
    return join(this.#uploads, randomUUID())
  }
}

const checkBytes = Buffer.from('belfry')
const checkContent: BlobContent = {
  sizeBytes: checkBytes.length,
  sha256: createHash('sha256').update(checkBytes).digest('hex'),
  open: () => Readable.from([checkBytes]),
}

async function writeDurably(path: string, content: BlobContent, signal: AbortSignal): Promise<void> {
  const file = await open(path, 'wx', fileMode)
  try {
    const hash = createHash('sha256')
    for await (const chunk of content.open()) {
      signal.throwIfAborted()
      hash.update(chunk)
      await file.writeFile(chunk)
    }
    signal.throwIfAborted()
    if (hash.digest('hex') !== content.sha256) throw new BlobStoreError('The file changed while it was stored.')
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Makes a directory and its parents, and writes their entries to the disk. */
async function makeDirectories(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: directoryMode })
  if (first === undefined) return
  for (let made = path; made.length >= first.length; made = dirname(made)) await syncDirectory(dirname(made))
}

async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, constants.O_RDONLY | constants.O_DIRECTORY)
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}

async function namesIn(path: string): Promise<string[]> {
  try {
    return await readdir(path)
  } catch (error) {
    if (missing.has(codeOf(error))) return []
    throw error
  }
}

const uuidsIn = async (path: string): Promise<string[]> => (await namesIn(path)).filter(isUuid)

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')
