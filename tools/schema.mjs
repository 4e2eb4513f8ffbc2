import { join } from 'node:path'
import { execute } from '../bin/execute.mjs'
import { ensureInstalled, root } from '../bin/install.mjs'

// Writes docs/schema.md and the types of tables from a new database that the migrations made. `npm test` fails while
// they are out of date.
await ensureInstalled({ tools: true })
await execute(join(root, 'tools', 'schema', 'main.ts'), [])
