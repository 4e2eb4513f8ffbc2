import { createWriteStream } from 'node:fs'
import { PassThrough, Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { fromBufferPromise, openPromise } from 'yauzl'
import type { Entry, ZipFile } from 'yauzl'
import { ZipFile as NewZipFile } from 'yazl'
import { isOpaqueFile } from '#evaluation'
import type { SecretRemover } from '#evaluation'
import { archiveLimits, ArchiveProblem } from './archive-problem.ts'

type Limits = typeof archiveLimits

/**
 * Writes a copy of an archive without secrets, entry by entry. Lines of traces are read as JSON, texts as bytes; images,
 * videos and fonts are copied. Throws an ArchiveProblem for what is no archive, or is beyond the limits.
 */
export async function scrubArchive(
  source: string | Uint8Array,
  target: string | null,
  remover: SecretRemover,
  limits: Limits = archiveLimits,
): Promise<Uint8Array | null> {
  const zip = await open(source)
  const output = new NewZipFile()
  const sink = target === null ? new PassThrough() : createWriteStream(target)
  output.outputStream.pipe(sink)
  output.on('error', (error: Error) => sink.destroy(error))
  const copied = copyEntries(zip, output, { remover, limits }).finally(() => zip.close())
  if (target !== null) {
    await Promise.all([copied, finished(sink)]).catch((error: unknown) => fail(error, sink))
    return null
  }
  const chunks = collect(sink instanceof PassThrough ? sink : Readable.from([]))
  return (await Promise.all([copied, chunks]).catch((error: unknown) => fail(error, sink)))[1]
}

function fail(error: unknown, sink: { destroy(): unknown }): never {
  sink.destroy()
  if (error instanceof ArchiveProblem) throw error
  throw new ArchiveProblem(`The archive cannot be read: ${error instanceof Error ? error.message : String(error)}`)
}

const open = (source: string | Uint8Array): Promise<ZipFile> =>
  (typeof source === 'string'
    ? openPromise(source, { lazyEntries: true, autoClose: false })
    : fromBufferPromise(Buffer.from(source.buffer, source.byteOffset, source.byteLength), {
        lazyEntries: true,
        autoClose: false,
      })
  ).catch((error: unknown) => fail(error, { destroy: () => {} }))

interface Copying {
  readonly remover: SecretRemover
  readonly limits: Limits
}

async function copyEntries(zip: ZipFile, output: NewZipFile, copying: Copying): Promise<void> {
  const { limits } = copying
  if (zip.entryCount > limits.entries) throw new ArchiveProblem(`The archive has more than ${limits.entries} entries.`)
  let bytes = 0
  for await (const entry of zip.eachEntry()) {
    bytes += entry.uncompressedSize
    if (bytes > limits.bytes) throw new ArchiveProblem(`The archive has more than ${limits.bytes} bytes uncompressed.`)
    if (entry.fileName.endsWith('/')) output.addEmptyDirectory(entry.fileName)
    else await copyEntry(zip, entry, output, copying)
  }
  output.end()
}

const traceFile = /\.(?:trace|network|stacks)$/

async function copyEntry(zip: ZipFile, entry: Entry, output: NewZipFile, copying: Copying): Promise<void> {
  const { remover, limits } = copying
  const stream = await zip.openReadStreamPromise(entry)
  const name = remover.text(entry.fileName)
  if (isOpaqueFile(entry.fileName)) return addStream(output, name, stream)
  if (traceFile.test(entry.fileName)) return addStream(output, name, Readable.from(scrubLines(stream, copying)))
  if (entry.uncompressedSize > limits.heldBytes)
    throw new ArchiveProblem(`The entry ${name} has more than ${limits.heldBytes} bytes.`)
  const bytes = await collect(stream)
  output.addBuffer(Buffer.from(isArchive(bytes) ? await scrubInner(bytes, copying) : remover.bytes(bytes)), name)
}

/** One entry after the other: the next is read when this one is written. */
async function addStream(output: NewZipFile, name: string, stream: Readable): Promise<void> {
  output.addReadStream(stream, name)
  await finished(stream)
}

async function* scrubLines(stream: Readable, copying: Copying): AsyncGenerator<string> {
  const { remover } = copying
  for await (const line of linesOf(stream, copying)) yield `${line === '' ? '' : remover.traceLine(line)}\n`
}

async function* linesOf(stream: Readable, { limits }: Copying): AsyncGenerator<string> {
  let parts: Buffer[] = []
  let length = 0
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk)
    let from = 0
    for (let end = bytes.indexOf(lineFeed); end !== -1; end = bytes.indexOf(lineFeed, from)) {
      yield Buffer.concat([...parts, bytes.subarray(from, end)]).toString()
      parts = []
      length = 0
      from = end + 1
    }
    parts.push(bytes.subarray(from))
    length += bytes.length - from
    if (length > limits.heldBytes)
      throw new ArchiveProblem(`A line of a trace has more than ${limits.heldBytes} bytes.`)
  }
  const last = Buffer.concat(parts).toString()
  if (last !== '') yield last
}

const lineFeed = 10

const isArchive = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04

async function scrubInner(bytes: Uint8Array, { remover, limits }: Copying): Promise<Uint8Array> {
  if (limits.depth === 0) throw new ArchiveProblem('The archive contains archives in archives.')
  return (await scrubArchive(bytes, null, remover, { ...limits, depth: limits.depth - 1 })) ?? bytes
}

async function collect(stream: Readable): Promise<Uint8Array> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}
