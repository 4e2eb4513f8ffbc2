import { fileURLToPath } from 'node:url'
import { compileCache, requireNode24 } from '../bin/execute.mjs'
import { ensureInstalled } from '../bin/install.mjs'

await ensureInstalled({ tools: true })
await requireNode24(fileURLToPath(import.meta.url))
process.env.NODE_COMPILE_CACHE ??= compileCache
const { verify } = await import('./steps.ts')
process.exitCode = (await verify()).failed.length === 0 ? 0 : 1
