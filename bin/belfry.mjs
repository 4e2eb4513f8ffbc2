#!/usr/bin/env node
import { join } from 'node:path'
import { execute } from './execute.mjs'
import { ensureInstalled, root } from './install.mjs'

try {
  await ensureInstalled()
  await execute(join(root, 'src', 'cli', 'main.ts'), process.argv.slice(2))
} catch (error) {
  process.stderr.write(`belfry: ${error.message}\n`)
  process.exit(1)
}
