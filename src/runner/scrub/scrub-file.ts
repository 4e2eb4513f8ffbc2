import { readFile, writeFile } from 'node:fs/promises'
import { isOpaqueFile, secretRemover } from '#evaluation'
import type { SecretRemover } from '#evaluation'
import { archiveLimits, ArchiveProblem, scrubArchive } from './scrub-archive.ts'

/** A file of a run: its bytes, or where they are. */
export interface ScrubbedFile {
  readonly name: string
  readonly bytes: Uint8Array | { readonly path: string }
}

/** Packets have checksums and lengths of their own. */
const packetFile = /\.pcap(?:ng)?$/i
const archiveFile = /\.zip$/i

/**
 * Removes the secrets of a run from a file before it leaves the runner. A file at a path is replaced by a copy beside it.
 * Images and videos are returned as they are. Throws an ArchiveProblem for what cannot be made free of secrets.
 */
export async function scrubFile<F extends ScrubbedFile>(file: F, secrets: readonly string[]): Promise<F> {
  const isArchive = archiveFile.test(file.name)
  if (isOpaqueFile(file.name) || (secrets.length === 0 && !isArchive)) return file
  const bytes = await (isArchive ? cleanArchive : cleanText)(file, secretRemover(secrets))
  return bytes === file.bytes ? file : { ...file, bytes }
}

type Content = ScrubbedFile['bytes']

async function cleanArchive({ bytes }: ScrubbedFile, remover: SecretRemover): Promise<Content> {
  if (!('path' in bytes)) return (await scrubArchive(bytes, null, remover)) ?? bytes
  const path = cleanPath(bytes)
  await scrubArchive(bytes.path, path, remover)
  return { path }
}

async function cleanText({ name, bytes }: ScrubbedFile, remover: SecretRemover): Promise<Content> {
  const content = 'path' in bytes ? await readFile(bytes.path) : bytes
  if (content.byteLength > archiveLimits.heldBytes)
    throw new ArchiveProblem(`The file ${name} has more than ${archiveLimits.heldBytes} bytes.`)
  const clean = packetFile.test(name) ? remover.bytesInPlace(content) : remover.bytes(content)
  if (clean === content) return bytes
  if (!('path' in bytes)) return clean
  const path = cleanPath(bytes)
  await writeFile(path, clean, { mode: 0o600 })
  return { path }
}

const cleanPath = ({ path }: { readonly path: string }): string => `${path}.scrubbed`
