import { join } from 'node:path'
import { execute } from '../bin/execute.mjs'
import { ensureInstalled, root } from '../bin/install.mjs'

// Measures the service on this machine; `npm run bench -- --help` says what there is.
await ensureInstalled({ tools: true })
await execute(join(root, 'benches', 'main.ts'), process.argv.slice(2))
