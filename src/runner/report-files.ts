import { readFile } from 'node:fs/promises'
import type { ArtifactKind, ObservedArtifact, ReportedFile, RunTask } from '#contract'
import { randomId } from '#kernel'
import { withCleanFiles } from './clean-files.ts'
import { copyPrivately } from './scrub/private-copy.ts'
import type { Scrubbers } from './scrub/scrubbers.ts'

export interface FilesReported {
  readonly files: readonly ReportedFile[]
  readonly problems: readonly string[]
}

interface SizeLimit {
  readonly each: number
  readonly together: number
}

const megabyte = 1024 * 1024
const smallFiles: SizeLimit = { each: megabyte, together: 4 * megabyte }
const traces: SizeLimit = { each: 4 * megabyte, together: 8 * megabyte }

/** Which files a report may have. */
const limitsOfKinds: { readonly [K in ArtifactKind]?: SizeLimit } = {
  screenshot: smallFiles,
  snapshot: smallFiles,
  traceroute: smallFiles,
  pcap: smallFiles,
  trace: traces,
}
const maxFiles = 40

/** The contents of the small files of a run, without its secrets, for a report in place of the artifact store. */
export function reportFiles(
  task: Pick<RunTask, 'accountId' | 'secrets' | 'reportsTraces'>,
  artifacts: readonly ObservedArtifact[],
  scrubbers: Scrubbers,
): Promise<FilesReported> {
  const wanted = artifacts.filter(
    ({ kind }) => limitsOfKinds[kind] !== undefined && (kind !== 'trace' || task.reportsTraces === true),
  )
  return withCleanFiles(wanted.slice(0, maxFiles), { ...task, scrubbers }, async ({ files, problems, directory }) => {
    const left = new Map([smallFiles, traces].map((limit) => [limit, limit.together]))
    const reported: ReportedFile[] = []
    for (const file of files) {
      const limit = limitsOfKinds[file.kind] ?? smallFiles
      const rest = left.get(limit) ?? 0
      const bytes = await bytesOf(file, directory)
      const isSmall = bytes.byteLength <= Math.min(limit.each, rest)
      if (isSmall) left.set(limit, rest - bytes.byteLength)
      reported.push(reportedFile(file, bytes, isSmall))
    }
    return { files: reported, problems }
  })
}

const reportedFile = (
  { name, kind, contentType }: ObservedArtifact,
  bytes: Uint8Array,
  isSmall: boolean,
): ReportedFile => ({
  name,
  kind,
  contentType,
  sizeBytes: bytes.byteLength,
  contentBase64: isSmall ? Buffer.from(bytes).toString('base64') : null,
})

async function bytesOf({ bytes }: ObservedArtifact, directory: string): Promise<Uint8Array> {
  if (!('path' in bytes)) return bytes
  const path = `${directory}/${randomId()}`
  await copyPrivately(bytes, path)
  return readFile(path)
}
