import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { S3mini } from 's3mini'
import type { Clock } from '#kernel'
import type { SharedArchives } from '#scripting'

export interface BucketOptions {
  /** The URL of the store, without the bucket. */
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  /** The prefix of keys; may be empty. */
  readonly prefix: string
  /** Whether the bucket is the first part of the path or of the host name. */
  readonly pathStyle: boolean
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** The longest transfer of an archive in milliseconds. Default: two minutes. */
  readonly limitMs?: number
}

const defaultLimitMs = 120_000
/** A single upload of S3 takes no more. */
const maxStoredBytes = 5 * 1024 ** 3

/** An archive that cannot be used, with the reason. */
class ArchiveProblem extends Error {}

/** Archives of dependencies in a bucket, which the agents with its key share. */
export class BucketArchives implements SharedArchives {
  readonly #clock: Clock
  readonly #options: BucketOptions

  constructor(clock: Clock, options: BucketOptions) {
    this.#clock = clock
    this.#options = options
  }

  async fetch(name: string, file: string, maxBytes: number): Promise<boolean> {
    const signal = this.#limit()
    try {
      const client = await this.#client(signal)
      const { body, headers } = await client.getObjectRaw(this.#keyOf(name))
      if (body === null) return false
      const bytes = Number(headers.get('content-length') ?? 0)
      if (bytes > maxBytes) throw new ArchiveProblem(`the archive has ${bytes} bytes, ${maxBytes} are allowed`)
      await pipeline(nodeStream(body), bounded(maxBytes), createWriteStream(file, { flags: 'wx' }), { signal })
      return true
    } catch (error) {
      await rm(file, { force: true })
      if (isMissing(error)) return false
      throw error
    }
  }

  async store(name: string, file: string): Promise<void> {
    const { size } = await stat(file)
    if (size > maxStoredBytes) return
    const checksum = createHash('sha256')
    for await (const chunk of createReadStream(file)) checksum.update(chunk)
    const client = await this.#client(this.#limit())
    const headers = { 'x-amz-checksum-sha256': checksum.digest('base64') }
    const body = webStream(createReadStream(file))
    await client.putObject(this.#keyOf(name), body, 'application/gzip', undefined, headers, size)
  }

  async remove(name: string): Promise<void> {
    const client = await this.#client(this.#limit())
    await client.deleteObject(this.#keyOf(name))
  }

  #keyOf = (name: string): string => `${this.#options.prefix}${name}`

  #limit = (): AbortSignal => this.#clock.timeLimit(this.#options.limitMs ?? defaultLimitMs)

  async #client(signal: AbortSignal): Promise<S3mini> {
    // Agents without a bucket do without its memory.
    const { S3mini: Client } = await import('s3mini')
    const { accessKeyId, secretAccessKey, region } = this.#options
    const send: typeof fetch = (url, init) =>
      fetch(url, { ...init, signal, redirect: 'error', ...(init?.body ? { duplex: 'half' } : {}) })
    return new Client({ endpoint: endpointOf(this.#options), region, accessKeyId, secretAccessKey, fetch: send })
  }
}

function endpointOf({ endpoint, bucket, pathStyle }: BucketOptions): string {
  if (pathStyle) return `${endpoint.replace(/\/+$/, '')}/${bucket}`
  const url = new URL(endpoint)
  url.hostname = `${bucket}.${url.hostname}`
  return url.href
}

/** Ends a download that is longer than its headers said. */
const bounded = (maxBytes: number) =>
  async function* bound(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let bytes = 0
    for await (const chunk of chunks) {
      bytes += chunk.length
      if (bytes > maxBytes) throw new ArchiveProblem(`the archive has more than ${maxBytes} bytes`)
      yield chunk
    }
  }

const isMissing = (error: unknown): boolean => error instanceof Error && 'status' in error && error.status === 404

/** The types of the library and of Node describe the same classes. */
const nodeStream = (stream: unknown): Readable => Readable.fromWeb(stream as Parameters<typeof Readable.fromWeb>[0])
const webStream = (stream: Readable): ReadableStream => Readable.toWeb(stream) as unknown as ReadableStream
