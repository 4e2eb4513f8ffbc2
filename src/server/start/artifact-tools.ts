import { join, resolve } from 'node:path'
import { ArtifactHealth, DirectoryStore, S3Store } from '#artifacts'
import type { ArtifactTools, BlobStore } from '#artifacts'
import { randomToken, secondMs } from '#kernel'
import type { Clock, Log } from '#kernel'
import { keepInstallationFact } from '#storage/accounts'
import type { Store } from '#storage/database'
import type { Settings } from '../settings/settings.ts'

const namespaceBytes = 8
const s3TimeoutMs = 30 * secondMs

interface Needs {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
}

/** The store of the settings. Its namespace is that of the database, so that another database touches none of its files. */
export async function artifactTools(settings: Settings, { store, clock, log }: Needs): Promise<ArtifactTools> {
  const namespace = await keepInstallationFact(store.db, 'artifact_namespace', randomToken(namespaceBytes))
  return {
    store,
    log,
    clock,
    blobs: blobStoreOf(settings, namespace, clock),
    spoolDirectory: join(artifactsDirectory(settings), 'spool'),
    quotaBytes: settings.artifactsQuotaMb * 1024 ** 2,
    health: new ArtifactHealth(),
  }
}

/** Files of runs are in it unless they are in a bucket. */
export const artifactsDirectory = ({ artifactsDir, dataDir }: Settings): string =>
  resolve(artifactsDir ?? join(dataDir, 'artifacts'))

function blobStoreOf(settings: Settings, namespace: string, clock: Clock): BlobStore {
  const { artifactsS3Endpoint: endpoint, artifactsS3Bucket: bucket } = settings
  if (endpoint === null || bucket === null) return new DirectoryStore(artifactsDirectory(settings), namespace)
  return new S3Store({
    clock,
    endpoint,
    bucket,
    region: settings.artifactsS3Region,
    prefix: settings.artifactsS3Prefix,
    pathStyle: settings.artifactsS3PathStyle,
    accessKeyId: settings.artifactsS3AccessKeyId ?? '',
    secretAccessKey: settings.artifactsS3SecretAccessKey ?? '',
    namespace,
    timeoutMs: s3TimeoutMs,
  })
}
