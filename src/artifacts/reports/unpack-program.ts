import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { openPromise } from 'yauzl'
import type { Entry, ZipFile } from 'yauzl'
import { readSuiteReport, reportPattern } from './read-suite-report.ts'
import type { SuiteSummary } from './read-suite-report.ts'

// The program of a process that unpacks one zip archive of a stranger into numbered files, whatever its entries are named.
// It imports no other room: loading one takes longer than most archives.

export interface UnpackOrder {
  readonly path: string
  /** An empty directory. */
  readonly target: string
  readonly maxEntries: number
  readonly maxBytes: number
}

export interface UnpackedEntry {
  /** As the archive has it: never a path on this machine. */
  readonly name: string
  readonly path: string
}

export type Unpacked =
  | { readonly entries: readonly UnpackedEntry[]; readonly summary: SuiteSummary | null }
  | { readonly archiveProblem: string }

class UnpackProblem extends Error {}

process.on('disconnect', () => process.exit())
process.on('message', (message) => void answer(asOrder(message)))

async function answer(order: UnpackOrder): Promise<void> {
  const unpacked: Unpacked = await unpack(order).catch((error: unknown) => ({
    archiveProblem: error instanceof UnpackProblem ? error.message : 'It is not a zip archive, or it is damaged.',
  }))
  if (process.connected) process.send?.(unpacked)
}

async function unpack(order: UnpackOrder): Promise<Unpacked> {
  const zip = await openPromise(order.path, { lazyEntries: true, autoClose: false })
  try {
    const entries = await unpackEntries(zip, order)
    const report = entries.find(({ name }) => reportPattern.test(name))
    return { entries, summary: report === undefined ? null : readSuiteReport(await readFile(report.path, 'utf8')) }
  } finally {
    zip.close()
  }
}

/** The declared sizes are checked as the bytes arrive: the library fails for an entry that has more than it says. */
async function unpackEntries(zip: ZipFile, { target, maxEntries, maxBytes }: UnpackOrder): Promise<UnpackedEntry[]> {
  if (zip.entryCount > maxEntries) throw new UnpackProblem(`It has more than ${maxEntries} files.`)
  const entries: UnpackedEntry[] = []
  let bytes = 0
  for await (const entry of zip.eachEntry()) {
    bytes += entry.uncompressedSize
    if (bytes > maxBytes) throw new UnpackProblem(`It unpacks to more than ${maxBytes / 1024 ** 2} MB.`)
    if (!entry.fileName.endsWith('/')) entries.push(await unpackEntry(zip, entry, join(target, String(entries.length))))
  }
  return entries
}

async function unpackEntry(zip: ZipFile, entry: Entry, path: string): Promise<UnpackedEntry> {
  await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  return { name: entry.fileName, path }
}

/** The messages of `storeReport`. */
function asOrder(message: unknown): UnpackOrder {
  return message as UnpackOrder
}
