import { createHash, randomUUID } from 'node:crypto'
import { constants, createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, realpath, rm } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { Readable, Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { maxArtifactBytes } from '#contract'
import type { FilePath } from '#contract'
import type { BlobContent } from './blob-store.ts'

/** A stream is read once, into a file of this machine, because its length and hash have to be known first. */
export type ArtifactSource = Uint8Array | FilePath | { readonly stream: AsyncIterable<Uint8Array> }

export interface OpenedSource extends BlobContent {
  close(): Promise<void>
}

/** Why a file cannot be stored; the message continues "The file x was not kept: ". */
export class SourceProblem extends Error {}

const chunkBytes = 64 * 1024
const tooLarge = (): SourceProblem => new SourceProblem(`it is larger than ${maxArtifactBytes / 1024 ** 2} MB.`)

/** Reads a source once and finds its size and hash. Throws SourceProblem for what cannot be stored. */
export function openSource(source: ArtifactSource, spoolDirectory: string): Promise<OpenedSource> {
  if (source instanceof Uint8Array) return openBytes(source)
  return 'stream' in source ? openStream(source.stream, spoolDirectory) : openFile(source)
}

async function openBytes(bytes: Uint8Array): Promise<OpenedSource> {
  if (bytes.byteLength > maxArtifactBytes) throw tooLarge()
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const opened = { sizeBytes: bytes.byteLength, sha256, close: async () => {} }
  return { ...opened, open: () => Readable.from(bytes.byteLength === 0 ? [] : [Buffer.from(bytes)]) }
}

async function openFile({ path, within }: FilePath): Promise<OpenedSource> {
  // Without waiting: what is no regular file, such as a pipe, must not block.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
  const file = await open(path, flags).catch((error: unknown) => {
    throw new SourceProblem(`it cannot be read (${codeOf(error)}).`)
  })
  try {
    const status = await file.stat()
    if (!status.isFile()) throw new SourceProblem('it is not a regular file.')
    if (within !== undefined) await assertWithin(file, path, within)
    if (status.size > maxArtifactBytes) throw tooLarge()
    const read = (): Readable => Readable.from(chunksOf(file))
    return { ...(await measured(read())), open: read, close: () => file.close() }
  } catch (error) {
    await file.close()
    throw error
  }
}

/** From the start, whatever was read before. */
async function* chunksOf(file: FileHandle): AsyncGenerator<Buffer> {
  for (let position = 0; ;) {
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(chunkBytes), 0, chunkBytes, position)
    if (bytesRead === 0) return
    position += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}

/** Of the open file, so that nothing can be exchanged meanwhile; systems without /proc have its path only. */
async function assertWithin(file: FileHandle, path: string, within: string): Promise<void> {
  const real = await realpath(`/proc/self/fd/${file.fd}`).catch(() => realpath(path))
  const root = await realpath(within)
  if (!real.startsWith(root.endsWith(sep) ? root : root + sep))
    throw new SourceProblem('it is outside of the directory of the run.')
}

export interface SpooledSource extends OpenedSource {
  /** Of this machine, until it is closed. */
  readonly path: string
}

/** Writes a stream into a file. Throws SourceProblem when it is too large, and what the stream fails with. */
export async function openStream(stream: AsyncIterable<Uint8Array>, spoolDirectory: string): Promise<SpooledSource> {
  await mkdir(spoolDirectory, { recursive: true, mode: 0o700 })
  const path = join(spoolDirectory, randomUUID())
  const close = (): Promise<void> => rm(path, { force: true })
  try {
    const meter = new Meter()
    await pipeline(Readable.from(stream), meter, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
    return { ...meter.result(), path, open: () => createReadStream(path), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function measured(stream: Readable): Promise<Pick<BlobContent, 'sizeBytes' | 'sha256'>> {
  const meter = new Meter()
  await pipeline(stream, meter, new Writable({ write: (_chunk, _encoding, done) => done() }))
  return meter.result()
}

/** Counts and hashes what passes; fails above the largest size. */
class Meter extends Transform {
  readonly #hash = createHash('sha256')
  #sizeBytes = 0

  override _transform(chunk: Buffer, _encoding: string, done: (error: Error | null, chunk?: Buffer) => void): void {
    this.#sizeBytes += chunk.length
    if (this.#sizeBytes > maxArtifactBytes) return done(tooLarge())
    this.#hash.update(chunk)
    done(null, chunk)
  }

  result(): Pick<BlobContent, 'sizeBytes' | 'sha256'> {
    return { sizeBytes: this.#sizeBytes, sha256: this.#hash.digest('hex') }
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
