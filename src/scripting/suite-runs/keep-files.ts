import { constants, createReadStream, createWriteStream } from 'node:fs'
import { open, realpath, rm } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { maxArtifactBytes, maxArtifactsOfRun } from '#contract'
import type { SuiteFile, SuiteReport } from '../suites/read-report.ts'

/** A file of a run, copied out of its directory. */
export interface KeptFile {
  /** A path below the directory of the run. */
  readonly name: string
  readonly kind: SuiteFile['kind'] | 'report'
  readonly contentType: string
  readonly path: string
}

const reportFile = {
  name: 'report.json',
  kind: 'report',
  contentType: 'application/json',
  path: 'report.json',
} as const
/** Where tests leave their files, beside the configuration of the project. */
const outputOfTests = /^project\/(?:.*?\/)?\.belfry\/test-results\//
/** Of all files of one run. */
const maxTotalBytes = 1024 ** 3

/**
 * Copies the report and the files that it names into `target`, before the directory of the run is gone. Follows no link
 * that user code placed there. `lost` names what could not be kept.
 */
export async function keepFiles(
  directory: string,
  report: SuiteReport | null,
  target: string,
): Promise<{ readonly files: readonly KeptFile[]; readonly lost: readonly string[] }> {
  const files: KeptFile[] = []
  const lost: string[] = []
  const named = (report?.files ?? []).map((file) => ({ ...file, name: file.path.replace(outputOfTests, '') }))
  const wanted = report === null ? [] : [reportFile, ...uniquePaths(named)].slice(0, maxArtifactsOfRun)
  let left = maxTotalBytes
  for (const [index, file] of wanted.entries()) {
    const copy = path.join(target, String(index))
    const size = await copyFile(directory, file.path, copy, Math.min(left, maxArtifactBytes))
    if (size === null) lost.push(file.name)
    else files.push({ ...file, path: copy })
    left -= size ?? 0
  }
  return { files, lost }
}

const uniquePaths = <F extends { readonly path: string }>(files: readonly F[]): F[] => [
  ...new Map(files.map((file) => [file.path, file])).values(),
]

/** The number of copied bytes; null when the source is not a plain file within the directory, or is too large. */
async function copyFile(directory: string, name: string, target: string, maxBytes: number): Promise<number | null> {
  let file: FileHandle | null = null
  try {
    file = await open(path.join(directory, name), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    const status = await file.stat()
    const place = await realpath(`/proc/self/fd/${file.fd}`)
    const isWithin = place.startsWith(`${await realpath(directory)}${path.sep}`)
    if (!status.isFile() || !isWithin || status.size > maxBytes) return null
    if (status.size === 0) return null
    // No more than the size at the start, even if a process still writes.
    const bytes = createReadStream('', { fd: file, autoClose: false, start: 0, end: status.size - 1 })
    await pipeline(bytes, createWriteStream(target, { flags: 'wx', mode: 0o600 }))
    return status.size
  } catch {
    await rm(target, { force: true })
    return null
  } finally {
    await file?.close()
  }
}
