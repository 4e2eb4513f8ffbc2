import { join } from 'node:path'
import { execute } from '../bin/execute.mjs'
import { ensureInstalled, root } from '../bin/install.mjs'

// Pictures of every screen of a seeded service, in both themes and two widths; `--docs` makes those of the documents.
await ensureInstalled({ tools: true })
await execute(join(root, 'tools', 'screenshots', 'main.ts'), process.argv.slice(2))
