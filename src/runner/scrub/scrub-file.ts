import { readFile, writeFile } from 'node:fs/promises'
import type { FilePath } from '#contract'
import { isOpaqueFile, secretRemover } from '#evaluation'
import type { SecretRemover } from '#evaluation'
import { randomId } from '#kernel'
import { archiveLimits, ArchiveProblem } from './archive-problem.ts'
import { copyPrivately } from './private-copy.ts'

/** A file of a run: its bytes, or where they are. */
export interface ScrubbedFile {
  readonly name: string
  readonly bytes: Uint8Array | FilePath
}

/** Packets have separate checksums and lengths. */
const packetFile = /\.pcap(?:ng)?$/i
const archiveFile = /\.zip$/i

/** Costs less than a millisecond. */
const smallBytes = 16 * 1024

/** Whether removing secrets from a file is so little work that no other process is worth it. */
export function isScrubbedAtOnce({ name, bytes }: ScrubbedFile, secrets: readonly string[]): boolean {
  if (isUnchanged(name, secrets)) return true
  return !archiveFile.test(name) && !('path' in bytes) && bytes.byteLength <= smallBytes
}

const isUnchanged = (name: string, secrets: readonly string[]): boolean =>
  isOpaqueFile(name) || (secrets.length === 0 && !archiveFile.test(name))

/**
 * Removes the secrets of a run from a file before it leaves the runner. A file at a path is replaced by a copy in
 * `directory`, which must be private to this process: the directory of a run may contain links that user code placed
 * there. Images and videos are returned as they are. Throws an ArchiveProblem for what cannot be made free of secrets.
 */
export async function scrubFile<F extends ScrubbedFile>(
  file: F,
  secrets: readonly string[],
  directory: string,
): Promise<F> {
  const isArchive = archiveFile.test(file.name)
  if (isUnchanged(file.name, secrets)) return file
  const content = await ownContent(file.bytes, directory)
  const bytes = await (isArchive ? cleanArchive : cleanText)(file.name, content, secretRemover(secrets))
  return bytes === file.bytes ? file : { ...file, bytes }
}

type Content = Uint8Array | { readonly path: string }

async function ownContent(bytes: ScrubbedFile['bytes'], directory: string): Promise<Content> {
  if (!('path' in bytes)) return bytes
  const path = `${directory}/${randomId()}`
  await copyPrivately(bytes, path)
  return { path }
}

async function cleanArchive(_name: string, content: Content, remover: SecretRemover): Promise<Content> {
  // Its libraries are loaded with the first archive.
  const { scrubArchive } = await import('./scrub-archive.ts')
  if (!('path' in content)) return (await scrubArchive(content, null, remover)) ?? content
  const path = cleanPath(content)
  await scrubArchive(content.path, path, remover)
  return { path }
}

async function cleanText(name: string, content: Content, remover: SecretRemover): Promise<Content> {
  const bytes = 'path' in content ? await readFile(content.path) : content
  if (bytes.byteLength > archiveLimits.heldBytes)
    throw new ArchiveProblem(`The file ${name} has more than ${archiveLimits.heldBytes} bytes.`)
  const clean = packetFile.test(name) ? remover.bytesInPlace(bytes) : remover.bytes(bytes)
  if (clean === bytes) return content
  if (!('path' in content)) return clean
  const path = cleanPath(content)
  await writeFile(path, clean, { flag: 'wx', mode: 0o600 })
  return { path }
}

const cleanPath = ({ path }: { readonly path: string }): string => `${path}.scrubbed`
