import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { S3mini } from 's3mini'
import { isUuid } from '#kernel'
import { bucketClient } from './bucket-client.ts'
import type { BucketOptions } from './bucket-client.ts'
import { BlobStoreError } from './blob-store.ts'
import type { BlobContent, BlobKey, BlobStore, ByteRange, StoredBlob } from './blob-store.ts'

export interface S3Options extends BucketOptions {
  /** The prefix of keys; empty or ending in a slash. */
  readonly prefix: string
  /** Keeps the objects of several installations apart. */
  readonly namespace: string
}

const listPortion = 1000
const contentType = 'application/octet-stream'

/**
 * Objects of a bucket: `<prefix><namespace>/<account>/<id>`. An object is at most 150 MB and uploaded by one request, which
 * the server rejects as a whole when the bytes do not have the announced length and hash. So there are no parts that an
 * upload could leave behind.
 */
export class S3Store implements BlobStore {
  readonly place: string
  readonly #options: S3Options
  readonly #prefix: string

  constructor(options: S3Options) {
    this.#options = options
    this.place = `bucket ${options.bucket} at ${options.endpoint}`
    this.#prefix = `${options.prefix}${options.namespace}/`
  }

  async put(key: BlobKey, content: BlobContent, signal: AbortSignal): Promise<void> {
    const body = content.open()
    try {
      await (
        await this.#client(signal)
      ).putObject(
        this.#keyOf(key),
        // A stream without bytes would be sent without a length, which S3 rejects.
        content.sizeBytes === 0 ? new Uint8Array(0) : webStream(body),
        contentType,
        undefined,
        { 'x-amz-checksum-sha256': Buffer.from(content.sha256, 'hex').toString('base64') },
        content.sizeBytes,
      )
    } finally {
      body.destroy()
    }
  }

  async get(key: BlobKey, range?: ByteRange): Promise<Readable | null> {
    const path = this.#keyOf(key)
    const client = await this.#client(null)
    try {
      const answer =
        range === undefined
          ? await client.getObjectRaw(path)
          : await client.getObjectRaw(path, false, range.start, range.end + 1)
      return answer.body === null ? Readable.from([]) : Readable.fromWeb(nodeStream(answer.body))
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }

  async delete(keys: readonly BlobKey[]): Promise<void> {
    const paths = keys.map((key) => this.#keyOf(key))
    if (paths.length === 0) return
    const deleted = await (await this.#client(null)).deleteObjects(paths)
    if (!deleted.every((done) => done)) throw new BlobStoreError('The store did not delete every object.')
  }

  async *list(): AsyncIterable<readonly StoredBlob[]> {
    let token: string | undefined
    do {
      const page = await (await this.#client(null)).listObjectsPaged('/', this.#prefix, listPortion, token)
      if (!page) throw new BlobStoreError(`The bucket ${this.#options.bucket} does not exist.`)
      yield (page.objects ?? []).flatMap(({ Key }) => this.#blobOf(Key) ?? [])
      token = page.nextContinuationToken
    } while (token)
  }

  /** A request that ends early leaves nothing in a bucket. */
  async deleteLeftovers(): Promise<void> {}

  async check(): Promise<void> {
    const page = await (await this.#client(null)).listObjectsPaged('/', this.#prefix, 1)
    if (!page) throw new BlobStoreError(`The bucket ${this.#options.bucket} does not exist.`)
  }

  #keyOf({ accountId, id }: BlobKey): string {
    if (!isUuid(accountId) || !isUuid(id)) throw new BlobStoreError('The key of an object consists of two uuids.')
    return `${this.#prefix}${accountId}/${id}`
  }

  #blobOf(path: string): StoredBlob | null {
    const [accountId = '', id = '', ...rest] = path.slice(this.#prefix.length).split('/')
    return isUuid(accountId) && isUuid(id) && rest.length === 0 ? { accountId, id } : null
  }

  #client(signal: AbortSignal | null): Promise<S3mini> {
    return bucketClient(this.#options, signal)
  }
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'status' in error && error.status === 404

/** The two types describe the same class of Node. */
const nodeStream = (stream: unknown): ReadableStream => stream as ReadableStream
const webStream = (stream: Readable): globalThis.ReadableStream => Readable.toWeb(stream) as globalThis.ReadableStream
