import { hourMs, minuteMs, timeOrderedId } from '#kernel'
import { discardContents, lockArtifactUsage, markContentStored, pinStoredContent, reserveContent } from '#storage/runs'
import type { Queryable } from '#storage/database'
import type { ContentKey, ContentPin } from '#storage/runs'
import { problemOf } from './artifact-health.ts'
import type { ArtifactProblem } from './artifact-health.ts'
import type { ArtifactTools } from './artifact-tools.ts'
import { evictArtifacts } from './evict-artifacts.ts'
import { openSource, SourceProblem } from './open-source.ts'
import type { ArtifactSource, OpenedSource } from './open-source.ts'

/** The steps of storing, each durable when it is taken; tests end the process there. */
export type StoreStep = 'opened' | 'reserved' | 'uploaded' | 'stored'

export type ContentStored =
  | { readonly sizeBytes: number; readonly sha256: string }
  /** Continues "The file x was not kept: ". */
  | { readonly problem: string; readonly storeProblem?: ArtifactProblem }

/** How long a report may refer to content that nothing else refers to. Longer than any upload and any report. */
export const pinMs = 2 * hourMs
/** The longest upload of one file. */
const uploadLimitMs = 10 * minuteMs

const storeProblems = {
  full: 'the artifact store is full.',
  unreachable: 'the artifact store did not take it.',
} as const

/**
 * Stores content of an account once, whatever number of processes do so. It can be referred to for two hours; then it is
 * deleted, unless a file of a result has it. Never rejects for what is wrong with the source, the quota or the store; it
 * rejects when the database is away.
 */
export async function storeContent(
  tools: ArtifactTools,
  accountId: string,
  source: ArtifactSource,
  onStep: (step: StoreStep) => void = () => {},
): Promise<ContentStored> {
  let content: OpenedSource
  try {
    content = await openSource(source, tools.spoolDirectory)
  } catch (error) {
    if (error instanceof SourceProblem) return refused(tools, error.message)
    tools.log.warn({ error: String(error) }, 'A file of a run could not be read')
    // Spooling it filled the disk.
    if (problemOf(error) === 'full') return storeFailed(error)
    return refused(tools, 'it could not be read.')
  }
  try {
    onStep('opened')
    return await storeOpened(tools, accountId, content, onStep)
  } finally {
    await content.close()
  }
}

/** As `storeContent`, for content that is open already and stays open. */
export async function storeOpened(
  tools: ArtifactTools,
  accountId: string,
  content: Omit<OpenedSource, 'close'>,
  onStep: (step: StoreStep) => void = () => {},
): Promise<ContentStored> {
  const { sizeBytes, sha256 } = content
  const reservation = await reserve(tools, { accountId, sizeBytes, sha256, pinnedUntil: pinEnd(tools) })
  if (reservation === 'known') return stored(tools, content)
  if (reservation === 'over the quota') return refused(tools, quotaProblem(tools.quotaBytes))
  onStep('reserved')
  try {
    await tools.blobs.put(reservation, content, tools.clock.timeLimit(uploadLimitMs))
    tools.health.succeeded()
  } catch (error) {
    tools.health.failed(error)
    tools.log.warn({ error: String(error) }, 'The artifact store did not take a file')
    await discard(tools, reservation)
    return storeFailed(error)
  }
  onStep('uploaded')
  if (await complete(tools, reservation, content)) {
    onStep('stored')
    return stored(tools, content)
  }
  await tools.blobs.delete([reservation])
  return refused(tools, 'its upload took too long.')
}

function storeFailed(error: unknown): ContentStored {
  const storeProblem = problemOf(error)
  return { problem: storeProblems[storeProblem], storeProblem }
}

class OverQuota extends Error {}

type Reservation = ContentKey | 'known' | 'over the quota'

async function reserve({ store, quotaBytes, clock }: ArtifactTools, content: ContentPin): Promise<Reservation> {
  const { accountId, sizeBytes } = content
  const now = new Date(clock.now())
  const work = async (tx: Queryable): Promise<Reservation> => {
    const usage = await lockArtifactUsage(tx, accountId)
    if ((await pinStoredContent(tx, content)) !== null) return 'known'
    const missing = usage.storedBytes + sizeBytes - quotaBytes
    // Nothing is deleted when that would not be enough.
    if (missing > 0 && (await evictArtifacts(tx, { accountId, bytes: missing, now })) < missing) throw new OverQuota()
    const id = timeOrderedId(clock.now())
    await reserveContent(tx, { ...content, id, createdAt: now })
    return { accountId, id }
  }
  if (sizeBytes > quotaBytes) return 'over the quota'
  return store.db.transaction(work).catch((error: unknown) => {
    if (error instanceof OverQuota) return 'over the quota'
    throw error
  })
}

/** False when the reservation was given up meanwhile. */
const complete = (
  tools: ArtifactTools,
  key: ContentKey,
  { sizeBytes, sha256 }: Omit<OpenedSource, 'close'>,
): Promise<boolean> =>
  tools.store.db.transaction(async (tx) => {
    const now = new Date(tools.clock.now())
    await lockArtifactUsage(tx, key.accountId)
    const pin = { accountId: key.accountId, sizeBytes, sha256, pinnedUntil: pinEnd(tools) }
    if ((await pinStoredContent(tx, pin)) === null) return markContentStored(tx, key, now)
    // Another process stored the same content at the same time.
    await discardContents(tx, key.accountId, [key.id], now)
    return true
  })

const discard = ({ store, clock }: ArtifactTools, key: ContentKey): Promise<unknown> =>
  store.db.transaction(async (tx) => {
    await lockArtifactUsage(tx, key.accountId)
    return discardContents(tx, key.accountId, [key.id], new Date(clock.now()))
  })

const pinEnd = ({ clock }: ArtifactTools): Date => new Date(clock.now() + pinMs)

function stored({ health }: ArtifactTools, { sizeBytes, sha256 }: Omit<OpenedSource, 'close'>): ContentStored {
  health.stored(sizeBytes)
  return { sizeBytes, sha256 }
}

function refused({ health }: ArtifactTools, problem: string): ContentStored {
  health.refused()
  return { problem }
}

const quotaProblem = (bytes: number): string =>
  `the account has used its ${Math.round(bytes / 1024 ** 2)} MB for files of runs, and no older file of a passed run could make room.`
