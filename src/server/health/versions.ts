import { arch, release, type } from 'node:os'
import { ownVersion } from '#contract'
import type { FindingSource, HealthResult } from './finding.ts'

export const versions: FindingSource = {
  name: 'versions',
  title: 'Versions',
  meaning: 'What runs here.',
  advice: 'docs/upgrade.md says how the service is upgraded.',
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
