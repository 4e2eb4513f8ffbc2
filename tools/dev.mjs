import { join } from 'node:path'
import { execute } from '../bin/execute.mjs'
import { ensureInstalled, root } from '../bin/install.mjs'

// The service while it is changed: its server starts again, its interface changes in the open page.
await ensureInstalled({ tools: true })
await execute(join(root, 'tools', 'dev', 'main.ts'), process.argv.slice(2))
