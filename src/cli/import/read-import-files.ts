import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { ImportFile } from '#importing'
import { OptionProblem } from '../apply/apply-options.ts'

export interface FileLimits {
  /** Of all files together. */
  readonly bytes: number
  readonly files: number
}

const megabyte = 1024 ** 2
export const fileLimits: FileLimits = { bytes: 64 * megabyte, files: 5000 }

interface Found {
  readonly path: string
  readonly at: string
}

/**
 * The files, answers of the URLs, and files below the directories, outside of node_modules and of folders that begin with a dot. Throws OptionProblem
 * for what cannot be read, and for more than the limits.
 */
export async function readImportFiles(
  paths: readonly string[],
  { bytes, files: most }: FileLimits = fileLimits,
): Promise<readonly ImportFile[]> {
  const urls = paths.filter(isUrl)
  const found = (await Promise.all(paths.filter((path) => !isUrl(path)).map(filesAt))).flat()
  if (found.length + urls.length === 0) throw new OptionProblem(`There are no files in ${paths.join(', ')}.`)
  if (found.length > most) throw new OptionProblem(`There are more than ${most} files. Name only those to import.`)
  const files: ImportFile[] = []
  let size = 0
  for (const { path, at } of found) {
    size += (await stat(at)).size
    if (size > bytes)
      throw new OptionProblem(`The files have more than ${bytes / megabyte} MB. Name only those to import.`)
    files.push({ path, content: await readFile(at) })
  }
  for (const url of urls) files.push(await download(url, bytes))
  return files
}

const isUrl = (path: string): boolean => /^https?:\/\//i.test(path)

/** The answer of a URL, named after the end of its path. Throws OptionProblem. */
async function download(url: string, mostBytes: number): Promise<ImportFile> {
  const reply = await fetch(url).catch(() => null)
  if (!reply?.ok)
    throw new OptionProblem(`${url} cannot be read: ${reply ? `it answers ${reply.status}` : 'no answer'}.`)
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of reply.body ?? []) {
    size += part.length
    if (size > mostBytes) throw new OptionProblem(`${url} has more than ${mostBytes / megabyte} MB.`)
    parts.push(part)
  }
  return {
    path: new URL(url).pathname.split('/').findLast((name) => name !== '') ?? 'download',
    content: Buffer.concat(parts),
  }
}

async function filesAt(at: string): Promise<Found[]> {
  const status = await stat(at).catch(() => null)
  if (status?.isDirectory()) return filesBelow(at, '')
  if (!status?.isFile()) throw new OptionProblem(`${at} cannot be read: there is no such file.`)
  return [{ path: basename(at), at }]
}

async function filesBelow(directory: string, below: string): Promise<Found[]> {
  const entries = await readdir(join(directory, below), { withFileTypes: true })
  const found: Found[] = []
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`
    if (entry.name === 'node_modules' || (entry.isDirectory() && entry.name.startsWith('.'))) continue
    if (entry.isDirectory()) found.push(...(await filesBelow(directory, path)))
    else if (entry.isFile()) found.push({ path, at: join(directory, path) })
  }
  return found
}
