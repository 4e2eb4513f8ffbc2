import { join } from 'node:path'
import { execute } from '../bin/execute.mjs'
import { ensureInstalled, root } from '../bin/install.mjs'

// Fills the installation with a realistic account and its history. `--days N` says how far back, 7 by default.
await ensureInstalled()
await execute(join(root, 'tools', 'seed', 'main.ts'), process.argv.slice(2))
