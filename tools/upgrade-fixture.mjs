import { join } from 'node:path'
import { execute } from '../bin/execute.mjs'
import { ensureInstalled, root } from '../bin/install.mjs'

// Records this release for the upgrade test of the next one, in tests/upgrade/previous-release.
await ensureInstalled({ tools: true })
await execute(join(root, 'tools', 'upgrade-fixture', 'main.ts'), [])
