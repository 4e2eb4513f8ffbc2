import type { Clock, Log } from '#kernel'
import type { Store } from '#storage/database'
import type { ArtifactHealth } from './artifact-health.ts'
import type { BlobStore } from './blob-store.ts'

/** The tools that store and delete files of runs. */
export interface ArtifactTools {
  readonly store: Store
  readonly blobs: BlobStore
  /** A directory of this machine for content that arrives as a stream. */
  readonly spoolDirectory: string
  /** Of one account. */
  readonly quotaBytes: number
  readonly clock: Clock
  readonly log: Log
  readonly health: ArtifactHealth
}
