import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ArtifactKind, StoredArtifact } from '#contract'
import { minuteMs, timeOrderedId } from '#kernel'
import { WorkProcess } from '#processes'
import type { WorkLimits } from '#processes'
import type { ArtifactTools } from '../artifact-tools.ts'
import { openStream, SourceProblem } from '../open-source.ts'
import { safeNames } from '../safe-names.ts'
import { storeContent } from '../store-content.ts'
import { reportPattern } from './read-suite-report.ts'
import type { SuiteSummary } from './read-suite-report.ts'
import type { Unpacked, UnpackedEntry, UnpackOrder } from './unpack-program.ts'

const program = new URL('./unpack-program.ts', import.meta.url)
const unpackLimits: WorkLimits = { timeLimitMs: minuteMs, memoryBytes: 512 * 1024 ** 2 }
/** A suite of a pipeline has traces and screenshots of hundreds of tests. */
const maxFiles = 1_000
const maxUnpackedBytes = 1024 ** 3

export type ReportStored =
  | {
      readonly files: readonly StoredArtifact[]
      /** Null without a report that can be read. */
      readonly summary: SuiteSummary | null
    }
  /** A sentence. */
  | { readonly archiveProblem: string }

/**
 * Stores the files of a zip archive in which a reporter of Playwright sends what a suite left behind. It is unpacked in a
 * separate process, so that no archive delays anything else. Files beyond the quota are left out. Rejects with what the
 * stream fails with, and when the database is away.
 */
export async function storeReport(
  tools: ArtifactTools,
  accountId: string,
  stream: AsyncIterable<Uint8Array>,
): Promise<ReportStored> {
  await mkdir(tools.spoolDirectory, { recursive: true, mode: 0o700 })
  const target = await mkdtemp(join(tools.spoolDirectory, 'report-'))
  try {
    const archive = await openStream(stream, target)
    const unpacked = await unpack(tools, { path: archive.path, target })
    if ('archiveProblem' in unpacked) return unpacked
    return { files: await storeEntries(tools, accountId, unpacked.entries, target), summary: unpacked.summary }
  } catch (error) {
    if (error instanceof SourceProblem) return { archiveProblem: `The archive was rejected: ${error.message}` }
    throw error
  } finally {
    await rm(target, { recursive: true, force: true })
  }
}

async function unpack({ clock }: ArtifactTools, order: Pick<UnpackOrder, 'path' | 'target'>): Promise<Unpacked> {
  const child = new WorkProcess<UnpackOrder, Unpacked>(clock, program, unpackLimits)
  try {
    const limits = { maxEntries: maxFiles, maxBytes: maxUnpackedBytes }
    const unpacked = await child.work({ ...order, ...limits })
    return unpacked ?? { archiveProblem: 'To unpack it takes more than a minute or 512 MB of memory.' }
  } finally {
    child.end()
  }
}

async function storeEntries(
  tools: ArtifactTools,
  accountId: string,
  entries: readonly UnpackedEntry[],
  within: string,
): Promise<StoredArtifact[]> {
  const names = safeNames(entries.map(({ name }) => name))
  const files: StoredArtifact[] = []
  for (const [index, { path }] of entries.entries()) {
    const content = await storeContent(tools, accountId, { path, within })
    const name = names[index] ?? ''
    if (!('problem' in content)) files.push({ id: timeOrderedId(tools.clock.now()), name, ...kindOf(name), ...content })
  }
  return files
}

const kinds: readonly (readonly [name: RegExp, kind: ArtifactKind, contentType: string])[] = [
  [reportPattern, 'report', 'application/json'],
  [/\.zip$/, 'trace', 'application/zip'],
  [/\.webm$/, 'video', 'video/webm'],
  [/\.png$/, 'screenshot', 'image/png'],
  [/\.jpe?g$/, 'screenshot', 'image/jpeg'],
  [/\.(?:txt|md|log)$/, 'file', 'text/plain; charset=utf-8'],
]

function kindOf(name: string): Pick<StoredArtifact, 'kind' | 'contentType'> {
  const [, kind = 'file', contentType = 'application/octet-stream'] =
    kinds.find(([pattern]) => pattern.test(name)) ?? []
  return { kind, contentType }
}
