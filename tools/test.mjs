import { fileURLToPath } from 'node:url'
import { compileCache, requireNode24 } from '../bin/execute.mjs'
import { ensureInstalled } from '../bin/install.mjs'

// `npm test`: what it runs is said in tools/test/main.ts.
await ensureInstalled({ tools: true })
await requireNode24(fileURLToPath(import.meta.url))
process.env.NODE_COMPILE_CACHE ??= compileCache
await import('./test/main.ts')
