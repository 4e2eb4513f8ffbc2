import { absolutePath, matching, optional, row, webUrl } from '#runner-host'
import type { SettingRow } from '#runner-host'

/** The settings of copies of status pages. */
export const snapshotRows = {
  BELFRY_SNAPSHOTS_DIR: optional(
    'Directory in which copies of all public status pages are kept as files, for a second host. See [status pages](status-pages.md#a-copy-that-outlives-the-server).',
    absolutePath,
  ),
  BELFRY_SNAPSHOTS_S3_ENDPOINT: optional(
    'URL of an S3-compatible service that keeps such copies, without the bucket, which is put into the path.',
    webUrl,
  ),
  BELFRY_SNAPSHOTS_S3_BUCKET: optional(
    'Bucket for these copies. It has to exist.',
    matching(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'the name of a bucket'),
  ),
  BELFRY_SNAPSHOTS_S3_REGION: row(
    'Region of that bucket.',
    'us-east-1',
    matching(/^[a-z0-9-]{1,64}$/, 'the name of a region, for example eu-central-1'),
  ),
  BELFRY_SNAPSHOTS_S3_PREFIX: row(
    'What the keys of these objects begin with, for example `status/`.',
    '',
    matching(/^([\w.-]+\/)+$/, 'a path that ends in a slash, of letters, digits, . _ and -'),
  ),
  BELFRY_SNAPSHOTS_S3_ACCESS_KEY_ID: optional(
    'Access key of that service.',
    matching(/^[!-~]{3,128}$/, 'an access key without spaces'),
  ),
  BELFRY_SNAPSHOTS_S3_SECRET_ACCESS_KEY: optional(
    'Secret key of that service.',
    matching(/^[!-~]{8,}$/, 'at least 8 characters without spaces'),
  ),
  BELFRY_SNAPSHOTS_GIT_REMOTE: optional(
    'Git repository to which such copies are pushed: https with a token, ssh, or an absolute path. Needs the program git.',
    matching(
      /^(https:\/\/|ssh:\/\/|\/|[\w.-]+@[\w.-]+:)[!-~]+$/,
      'an address that begins with https://, ssh://, user@host: or /',
    ),
  ),
  BELFRY_SNAPSHOTS_GIT_BRANCH: row(
    'Branch of the copies. It is replaced as a whole.',
    'status-pages',
    matching(/^(?!.*\.\.)[A-Za-z0-9][\w./-]{0,99}$/, 'the name of a branch'),
  ),
} as const satisfies Record<string, SettingRow<unknown>>
