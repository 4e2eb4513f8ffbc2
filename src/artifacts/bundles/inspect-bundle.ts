import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { Parser, ReadEntry } from 'tar'
import { bundleLimits } from './bundle-limits.ts'
import type { BundleLimits } from './bundle-limits.ts'
import { EntryList } from './entry-list.ts'

/** The entries of an archive. */
export interface BundleFacts {
  readonly unpackedBytes: number
  readonly fileCount: number
}

/** Why an archive is no code bundle, in a sentence. */
export class BundleProblem extends Error {}

const chunkSize = 64 * 1024
const noArchive = 'It is not a gzip-compressed tar archive.'

/**
 * Reads a tar.gz once, in constant memory, and stops at the first entry that must not be unpacked, or as soon as it is
 * too large. Throws BundleProblem for what is wrong with it, and what `archive` fails with.
 */
export async function inspectBundle(archive: Readable, limits: BundleLimits = bundleLimits): Promise<BundleFacts> {
  // Loaded with the first archive: few installations are sent any.
  const tar = await import('tar')
  const inspection = new Inspection(limits, tar.Parser)
  try {
    await pipeline(archive, createGunzip({ chunkSize }), async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) inspection.read(chunk)
    })
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))
      throw new BundleProblem(noArchive)
    throw error
  }
  return inspection.end()
}

class Inspection {
  readonly #limits: BundleLimits
  readonly #entries = new EntryList()
  readonly #parser: Parser
  #head: Buffer | null = Buffer.alloc(0)
  /** Without entries an archive is its end alone, blocks of zeros, which the library takes for damaged. */
  #isEmpty = false
  #bytes = 0
  #problem: string | null = null

  constructor(limits: BundleLimits, TarParser: typeof Parser) {
    this.#limits = limits
    this.#parser = new TarParser({
      onReadEntry: (entry) => this.#enter(entry),
      onwarn: (code) => {
        // An entry may have harmless peculiarities; everything else means that the archive is damaged.
        if (code !== 'TAR_ENTRY_INFO') this.#problem ??= 'The archive is damaged.'
      },
    })
    this.#parser.on('ignoredEntry', (entry: ReadEntry) => {
      if (!entry.meta) this.#problem ??= `${shown(entry.path)} is not a file, directory or link.`
      else this.#problem ??= `The attributes of ${shown(entry.path)} are too long.`
    })
    this.#parser.on('error', () => (this.#problem ??= 'The archive is damaged.'))
  }

  read(chunk: Buffer): void {
    this.#bytes += chunk.length
    if (this.#bytes > this.#limits.unpackedBytes)
      throw new BundleProblem(`It unpacks to more than ${this.#limits.unpackedBytes / 1024 ** 2} MB.`)
    if (this.#head === null) this.#feed(chunk)
    else this.#begin(Buffer.concat([this.#head, chunk]))
  }

  end(): BundleFacts {
    if (this.#head !== null) throw new BundleProblem(noArchive)
    if (this.#isEmpty) return { unpackedBytes: this.#bytes, fileCount: 0 }
    this.#parser.end()
    this.#throwProblem()
    const below = this.#entries.entryBelowLink()
    if (below !== null) throw new BundleProblem(`${shown(below)} lies below a symbolic link.`)
    return { unpackedBytes: this.#bytes, fileCount: this.#entries.files }
  }

  /** The library would also unpack a compressed archive within; so only what is a tar archive reaches it. */
  #begin(head: Buffer): void {
    if (head.length < magicEnd) {
      this.#head = head
      return
    }
    this.#head = null
    this.#isEmpty = isZero(head)
    if (!this.#isEmpty && head.toString('latin1', magicStart, magicEnd) !== 'ustar') throw new BundleProblem(noArchive)
    this.#feed(head)
  }

  #feed(chunk: Buffer): void {
    if (this.#isEmpty) {
      if (!isZero(chunk)) throw new BundleProblem(noArchive)
      return
    }
    this.#parser.write(chunk)
    this.#throwProblem()
  }

  #enter(entry: ReadEntry): void {
    entry.resume()
    const problem = this.#entries.add({ path: entry.path, type: entry.type, target: entry.linkpath })
    if (problem !== null) this.#problem ??= `${shown(entry.path)} ${problem}.`
    if (this.#entries.size > this.#limits.entries)
      this.#problem ??= `The archive has more than ${this.#limits.entries} files and directories.`
  }

  #throwProblem(): void {
    if (this.#problem !== null) throw new BundleProblem(this.#problem)
  }
}

const zeros = Buffer.alloc(chunkSize)
/** Of at most a chunk and the head. */
const isZero = (bytes: Buffer): boolean =>
  bytes.subarray(0, chunkSize).equals(zeros.subarray(0, Math.min(bytes.length, chunkSize))) &&
  (bytes.length <= chunkSize || isZero(bytes.subarray(chunkSize)))

/** Of the first header (POSIX.1-1988 ustar). */
const magicStart = 257
const magicEnd = 262

const shownLength = 200
const shown = (path: string): string => JSON.stringify(path.slice(0, shownLength))
