import { integer, matching, optional, row, truth, webUrl } from '#runner-host'
import type { SettingRow } from '#runner-host'

/** The settings of files of runs. */
export const artifactRows = {
  BELFRY_ARTIFACTS_URL: optional(
    'Where browsers open traces and HTML files of runs: the URL of this service under a second host name. Without it, and only where people reach the service as localhost, `artifacts.localhost`.',
    webUrl,
  ),
  BELFRY_ARTIFACTS_DIR: optional(
    'Directory for the files of runs, such as traces and screenshots. Without it `artifacts` in the data directory.',
    (text) => text,
  ),
  BELFRY_ARTIFACTS_QUOTA_MB: row(
    'Megabytes of files that runs of one account may keep. Above it files of passed runs are deleted, the oldest first.',
    10_240,
    integer(0, 1_000_000_000),
  ),
  BELFRY_ARTIFACTS_S3_ENDPOINT: optional(
    'URL of an S3-compatible service that keeps the files of runs instead of a directory, without the bucket.',
    webUrl,
  ),
  BELFRY_ARTIFACTS_S3_BUCKET: optional(
    'Bucket for these files. It has to exist.',
    matching(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'the name of a bucket'),
  ),
  BELFRY_ARTIFACTS_S3_REGION: row(
    'Region of the bucket.',
    'us-east-1',
    matching(/^[a-z0-9-]{1,64}$/, 'the name of a region, for example eu-central-1'),
  ),
  BELFRY_ARTIFACTS_S3_PREFIX: row(
    'What the keys of these objects begin with, for example `belfry/`.',
    '',
    matching(/^([\w.-]+\/)+$/, 'a path that ends in a slash, of letters, digits, . _ and -'),
  ),
  BELFRY_ARTIFACTS_S3_PATH_STYLE: row(
    'Whether the bucket is a part of the path, as most self-hosted services need, or of the host name, as AWS prefers.',
    true,
    truth,
  ),
  BELFRY_ARTIFACTS_S3_ACCESS_KEY_ID: optional(
    'Access key of the service.',
    matching(/^[!-~]{3,128}$/, 'an access key without spaces'),
  ),
  BELFRY_ARTIFACTS_S3_SECRET_ACCESS_KEY: optional(
    'Secret key of the service.',
    matching(/^[!-~]{8,}$/, 'at least 8 characters without spaces'),
  ),
} as const satisfies Record<string, SettingRow<unknown>>
