import { matching, oneOf, optional, row, truth, webUrl } from '#runner-host'
import type { SettingRow, SettingsOf } from '#runner-host'
import type { BucketOptions } from './bucket-archives.ts'

/** Whether the installed dependencies of suites are kept for later runs, and in which bucket agents share them. */
export interface DependencyKeeping {
  readonly isKept: boolean
  readonly bucket: BucketOptions | null
}

const places = ['off', 'disk', 's3'] as const
type Place = (typeof places)[number]

const place = (text: string): Place => oneOf(places)(text.toLowerCase())
const key = matching(/^[^\s\p{Cc}]{1,512}$/u, 'without spaces')

export const dependencySettingRows = {
  DEPENDENCY_CACHE: row<Place>(
    'Where the installed dependencies of Playwright suites are kept for later runs: off, disk (BELFRY_DATA_DIR), or s3 (disk, and a bucket that agents share).',
    'disk',
    place,
  ),
  DEPENDENCY_CACHE_S3_ENDPOINT: optional(
    'URL of the S3-compatible store, without the bucket, for example https://s3.eu-central-1.amazonaws.com.',
    webUrl,
  ),
  DEPENDENCY_CACHE_S3_BUCKET: optional(
    'The bucket. Only agents should be able to write to it: what is in it is executed by suites.',
    matching(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'the name of a bucket'),
  ),
  DEPENDENCY_CACHE_S3_REGION: row('The region of the bucket.', 'us-east-1', key),
  DEPENDENCY_CACHE_S3_PREFIX: optional('What the keys of archives begin with.', key),
  DEPENDENCY_CACHE_S3_PATH_STYLE: row(
    'Whether the bucket is the first part of the path (most own servers) instead of the host name (AWS).',
    true,
    truth,
  ),
  DEPENDENCY_CACHE_S3_ACCESS_KEY_ID: optional('Key of the store.', key),
  DEPENDENCY_CACHE_S3_SECRET_ACCESS_KEY: optional('Secret of that key.', key),
} as const satisfies Record<string, SettingRow<unknown>>

const needed = ['ENDPOINT', 'BUCKET', 'ACCESS_KEY_ID', 'SECRET_ACCESS_KEY'] as const

/** The handling of dependencies; what is missing becomes another mistake if there is none yet. */
export function dependencyKeepingOf(
  values: SettingsOf<typeof dependencySettingRows>,
  mistakes: string[],
): DependencyKeeping {
  if (values.dependencyCache !== 's3') return { isKept: values.dependencyCache === 'disk', bucket: null }
  const { dependencyCacheS3Endpoint: endpoint, dependencyCacheS3Bucket: bucket } = values
  const { dependencyCacheS3AccessKeyId: accessKeyId, dependencyCacheS3SecretAccessKey: secretAccessKey } = values
  const { dependencyCacheS3Region: region, dependencyCacheS3PathStyle: pathStyle } = values
  const prefix = values.dependencyCacheS3Prefix ?? ''
  if (endpoint && bucket && accessKeyId && secretAccessKey)
    return { isKept: true, bucket: { endpoint, bucket, region, prefix, pathStyle, accessKeyId, secretAccessKey } }
  const names = needed.map((part) => `DEPENDENCY_CACHE_S3_${part}`).join(', ')
  if (mistakes.length === 0) mistakes.push(`DEPENDENCY_CACHE=s3 needs ${names}.`)
  return { isKept: true, bucket: null }
}
