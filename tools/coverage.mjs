import { fileURLToPath } from 'node:url'
import { requireNode24 } from '../bin/execute.mjs'
import { ensureInstalled } from '../bin/install.mjs'

// Runs the tests, all of them or those that the arguments choose, and prints which part of each room they execute.
await ensureInstalled({ tools: true })
await requireNode24(fileURLToPath(import.meta.url))
const { measureCoverage } = await import('./coverage/measure-coverage.mjs')
process.exitCode = await measureCoverage(process.argv.slice(2))
