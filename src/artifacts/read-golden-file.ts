import { buffer } from 'node:stream/consumers'
import type { RunLease } from '#contract'
import { isUuid } from '#kernel'
import { findGoldenFiles } from '#storage/checks'
import { findLeasedRun } from '#storage/runs'
import type { ArtifactTools } from './artifact-tools.ts'

/**
 * The bytes of a golden file for a run that is under way. Null when the lease has ended, when the account of the run has
 * no such file, and when its content is missing. Rejects when the store or the database cannot be reached.
 */
export async function readGoldenFile(
  { store, blobs }: Pick<ArtifactTools, 'store' | 'blobs'>,
  lease: RunLease,
  key: string,
): Promise<Uint8Array | null> {
  const run = isUuid(key) ? await findLeasedRun(store.db, lease) : null
  if (run === null) return null
  const [file] = await findGoldenFiles(store.db, run.accountId, [key])
  const stream = file && (await blobs.get({ accountId: run.accountId, id: file.contentId }))
  return stream ? buffer(stream) : null
}
