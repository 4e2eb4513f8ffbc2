import { arch, release, type } from 'node:os'
import { ownVersion } from '#contract'
import type { FindingSource, HealthResult } from './finding.ts'

export const versions: FindingSource = {
  name: 'versions',
  title: 'Versions',
  meaning: 'Installed versions.',
  advice: 'See docs/upgrade.md to upgrade.',
  readsDatabase: false,
  audience: 'admins',
  find: (): HealthResult => ({
    ok: true,
    found: [
      {
        code: 'VERSIONS',
        values: { version: ownVersion, node: process.versions.node, platform: `${type()} ${release()} ${arch()}` },
      },
    ],
  }),
}
