import { createHash } from 'node:crypto'
import { bucketClient } from '#artifacts'
import type { BucketOptions } from '#artifacts'
import { minuteMs } from '#kernel'
import { CopyError } from './copy-error.ts'
import type { CopyTarget } from './copy-target.ts'

const uploadsAtOnce = 8
const filesName = '.belfry-files.json'
const htmlType = 'text/html; charset=utf-8'
const types: Readonly<Record<string, string>> = {
  html: htmlType,
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  rss: 'application/rss+xml; charset=utf-8',
  atom: 'application/atom+xml; charset=utf-8',
  ics: 'text/calendar; charset=utf-8',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  ico: 'image/x-icon',
  svg: 'image/svg+xml',
}

/**
 * Copies as objects of a bucket, `<prefix><page>/…`. The page itself is uploaded last, when what it links to is there. An
 * object beside them names the pages, and one of each page its files, so that nothing else in the bucket is ever removed.
 */
export class BucketTarget implements CopyTarget {
  readonly name = 's3'
  readonly place: string
  readonly againAfterMs = 5 * minuteMs
  readonly #options: BucketOptions
  readonly #prefix: string
  /** Hashes of what this process uploaded, by key. */
  readonly #uploaded = new Map<string, string>()
  #pages: Set<string> | null = null
  /** The paths of the objects of each page, by its name. */
  readonly #files = new Map<string, ReadonlySet<string>>()

  /** The prefix of keys is empty or ends in a slash. */
  constructor(options: BucketOptions, prefix: string) {
    this.#options = options
    this.#prefix = prefix
    this.place = `bucket ${options.bucket} at ${options.endpoint}`
  }

  async replace(name: string, files: ReadonlyMap<string, string | Uint8Array>): Promise<void> {
    await this.#remember(await this.#known(), name)
    const root = `${this.#prefix}${name}/`
    const before = await this.#filesOf(name)
    if ([...files.keys()].some((path) => !before.has(path)))
      await this.#writeFiles(name, new Set([...before, ...files.keys()]))
    const changed = [...files].filter(([path, text]) => this.#uploaded.get(root + path) !== hashOf(text).hex)
    const [pages, others] = [changed.filter(([path]) => isTop(path)), changed.filter(([path]) => !isTop(path))]
    for (let from = 0; from < others.length; from += uploadsAtOnce)
      await Promise.all(others.slice(from, from + uploadsAtOnce).map(([path, text]) => this.#put(root + path, text)))
    for (const [path, text] of pages) await this.#put(root + path, text)
    const gone = [...before].filter((path) => !files.has(path))
    if (gone.length === 0) return
    await this.#delete(gone.map((path) => root + path))
    await this.#writeFiles(name, new Set(files.keys()))
  }

  async keepOnly(names: ReadonlySet<string>): Promise<void> {
    const known = await this.#known()
    for (const name of [...known].filter((one) => !names.has(one))) {
      const files = [...(await this.#filesOf(name)), filesName]
      await this.#delete(files.map((path) => `${this.#prefix}${name}/${path}`))
      known.delete(name)
      this.#files.delete(name)
      await this.#put(this.#listKey, JSON.stringify([...known]))
    }
  }

  async publish(): Promise<void> {}

  get #listKey(): string {
    return `${this.#prefix}.belfry-pages.json`
  }

  async #known(): Promise<Set<string>> {
    return (this.#pages ??= new Set(await this.#readList(this.#listKey)))
  }

  async #filesOf(name: string): Promise<ReadonlySet<string>> {
    const known = this.#files.get(name) ?? new Set(await this.#readList(`${this.#prefix}${name}/${filesName}`))
    this.#files.set(name, known)
    return known
  }

  /** Written before the first of the files, so that none of them is forgotten. */
  async #writeFiles(name: string, files: ReadonlySet<string>): Promise<void> {
    await this.#put(`${this.#prefix}${name}/${filesName}`, JSON.stringify([...files]))
    this.#files.set(name, files)
  }

  async #readList(key: string): Promise<string[]> {
    const text = await (await bucketClient(this.#options, null)).getObject(key)
    const list: unknown = text === null ? [] : JSON.parse(text)
    return Array.isArray(list) ? list.map(String) : []
  }

  /** Written before the first file of a page, so that none of its files is forgotten. */
  async #remember(known: Set<string>, name: string): Promise<void> {
    if (known.has(name)) return
    await this.#put(this.#listKey, JSON.stringify([...known, name]))
    known.add(name)
  }

  async #put(key: string, text: string | Uint8Array): Promise<void> {
    const { hex, base64 } = hashOf(text)
    const type = types[key.slice(key.lastIndexOf('.') + 1)] ?? 'text/plain; charset=utf-8'
    const client = await bucketClient(this.#options, null)
    await client.putObject(key, bytesOf(text), type, undefined, { 'x-amz-checksum-sha256': base64 })
    this.#uploaded.set(key, hex)
  }

  async #delete(keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return
    const deleted = await (await bucketClient(this.#options, null)).deleteObjects([...keys])
    if (!deleted.every((done) => done)) throw new CopyError('The store did not delete every object.')
    for (const key of keys) this.#uploaded.delete(key)
  }
}

const bytesOf = (text: string | Uint8Array): Buffer =>
  typeof text === 'string' ? Buffer.from(text) : Buffer.from(text)

const isTop = (path: string): boolean => path === 'index.html'

function hashOf(text: string | Uint8Array): { readonly hex: string; readonly base64: string } {
  const hash = createHash('sha256').update(text).digest()
  return { hex: hash.toString('hex'), base64: hash.toString('base64') }
}
