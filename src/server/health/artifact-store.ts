import { totalArtifactUsage } from '#storage/runs'
import type { FindingSource, HealthResult } from './finding.ts'

const gigabyte = 1024 ** 3
const inGigabytes = (bytes: number): string => (bytes / gigabyte).toFixed(2)

/** Whether the store of files works at this moment, and how much is in it. Stores nothing that stays. */
export const artifactStore: FindingSource = {
  name: 'artifactStore',
  title: 'Artifacts',
  meaning: 'Whether the artifact store is available, and how much it holds.',
  advice: 'Artifacts are lost until it recovers. Check the settings BELFRY_ARTIFACTS_… and the free disk space.',
  namesResources: true,
  readsDatabase: true,
  audience: 'admins',
  async find({ db, artifactStore: store }): Promise<HealthResult> {
    if (store === undefined) return { ok: true, found: [{ code: 'ARTIFACTS_STORED' }] }
    const { blobs, quotaBytes } = store
    try {
      await blobs.check()
    } catch (error) {
      const values = { place: blobs.place, error: error instanceof Error ? error.message : String(error) }
      return { ok: false, found: [{ code: 'ARTIFACT_STORE_FAILS', values }] }
    }
    const { storedBytes, storedFiles } = await totalArtifactUsage(db)
    const quota = inGigabytes(quotaBytes)
    const values = { place: blobs.place, files: storedFiles, gigabytes: inGigabytes(storedBytes), quota }
    return { ok: true, found: [{ code: 'ARTIFACT_STORE', values }] }
  },
}
