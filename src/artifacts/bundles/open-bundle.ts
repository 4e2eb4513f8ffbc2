import type { BundleOpened, RunLease } from '#contract'
import { findCodeBundle } from '#storage/checks'
import { findLeasedRun } from '#storage/runs'
import type { ArtifactTools } from '../artifact-tools.ts'

const isUuid = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

/**
 * The archive of a code bundle of the account whose run the lease holds, as a stream that starts when it is read. Rejects
 * when the database or the store is away.
 */
export async function openBundle(
  { store, blobs }: Pick<ArtifactTools, 'store' | 'blobs'>,
  lease: RunLease,
  bundleId: string,
): Promise<BundleOpened> {
  const run = await findLeasedRun(store.db, lease)
  if (run === null) return { problem: 'The lease of the run has ended.' }
  const bundle = isUuid(bundleId) ? await findCodeBundle(store.db, run.accountId, bundleId.toLowerCase()) : null
  if (bundle === null)
    return {
      problem: `This account has no code bundle ${bundleId}. Upload the project and name its id in codeBundlePath.`,
    }
  const stream = await blobs.get({ accountId: run.accountId, id: bundle.contentId })
  if (stream === null)
    return { problem: `The content of the code bundle ${bundleId} is gone. Upload the project again.` }
  return { stream, sizeBytes: Number(bundle.sizeBytes), sha256: bundle.sha256 }
}
