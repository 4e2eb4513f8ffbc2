import { join } from 'node:path'
import { BucketTarget, DirectoryTarget, GitTarget } from '#copies'
import type { CopyTarget } from '#copies'
import type { Clock } from '#kernel'
import type { Settings } from '../settings/settings.ts'

const answerMs = 30_000

/** The places at which copies of public status pages are kept, by the settings. */
export function copyTargets(settings: Settings, clock: Clock): readonly CopyTarget[] {
  const { snapshotsDir: path, snapshotsGitRemote: remote, snapshotsGitBranch: branch, dataDir } = settings
  const directory = join(dataDir, 'copies-by-git')
  return [
    ...(path === null ? [] : [new DirectoryTarget(path)]),
    ...bucketTargets(settings, clock),
    ...(remote === null ? [] : [new GitTarget({ remote, branch, directory })]),
  ]
}

function bucketTargets(settings: Settings, clock: Clock): readonly CopyTarget[] {
  const { snapshotsS3Endpoint: endpoint, snapshotsS3Bucket: bucket, snapshotsS3Region: region } = settings
  const { snapshotsS3AccessKeyId: accessKeyId, snapshotsS3SecretAccessKey: secretAccessKey } = settings
  if (endpoint === null || bucket === null || accessKeyId === null || secretAccessKey === null) return []
  const access = { endpoint, bucket, region, accessKeyId, secretAccessKey }
  return [new BucketTarget({ ...access, clock, pathStyle: true, timeoutMs: answerMs }, settings.snapshotsS3Prefix)]
}
