import { BlobReader, HttpReader, ZipReader, configure } from '@zip.js/zip.js/lib/zip-core-native.js'
import type { FileEntry } from '@zip.js/zip.js'

// The policy of the page allows no workers.
configure({ useWebWorkers: false, useCompressionStream: true })

/** The limits of an archive. Its content is hostile: the author of a script decides it. */
const limits = { entries: 20_000, textBytes: 32_000_000, pictureBytes: 8_000_000 } as const

export class ArchiveProblem extends Error {}

export interface Archive {
  readonly names: readonly string[]
  readonly text: (name: string) => Promise<string>
  readonly picture: (name: string) => Promise<Blob>
}

/**
 * Opens an archive, of an address only the parts of it that are asked for are loaded. Rejects with whatever is wrong with
 * it.
 */
export async function openArchive(source: string | Blob): Promise<Archive> {
  const reader = new ZipReader(
    typeof source === 'string'
      ? new HttpReader(source, { useRangeHeader: true, preventHeadRequest: true })
      : new BlobReader(source),
  )
  const entries = new Map<string, FileEntry>()
  for await (const entry of reader.getEntriesGenerator()) {
    if (entries.size >= limits.entries) throw new ArchiveProblem('entries')
    if (!entry.directory) entries.set(entry.filename, entry)
  }
  const bytes = async (name: string, most: number): Promise<Blob> => {
    const entry = entries.get(name)
    if (entry === undefined) throw new ArchiveProblem(name)
    return readAtMost(entry, most)
  }
  return {
    names: [...entries.keys()],
    text: async (name) => (await bytes(name, limits.textBytes)).text(),
    picture: (name) => bytes(name, limits.pictureBytes),
  }
}

/** The sizes that an archive names may be wrong: what comes out of it is counted. */
async function readAtMost(entry: FileEntry, most: number): Promise<Blob> {
  if (entry.uncompressedSize > most) throw new ArchiveProblem(entry.filename)
  const parts: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  const sink = new WritableStream<Uint8Array<ArrayBuffer>>({
    write(part) {
      size += part.length
      if (size > most) throw new ArchiveProblem(entry.filename)
      parts.push(part)
    },
  })
  await entry.getData(sink)
  return new Blob(parts)
}
