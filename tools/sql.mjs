import { join } from 'node:path'
import { execute } from '../bin/execute.mjs'
import { ensureInstalled, root } from '../bin/install.mjs'

// `npm run sql -- "select …"`: one statement on the database of the server that runs with the same settings.
await ensureInstalled()
await execute(join(root, 'tools', 'sql', 'main.ts'), process.argv.slice(2))
