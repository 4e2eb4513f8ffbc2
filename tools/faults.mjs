import { join } from 'node:path'
import { execute } from '../bin/execute.mjs'
import { ensureInstalled, root } from '../bin/install.mjs'

// Plants faults into a copy of the tree, one at a time, and says which tests find them.
await ensureInstalled({ tools: true })
await execute(join(root, 'tools', 'faults', 'main.ts'), process.argv.slice(2))
