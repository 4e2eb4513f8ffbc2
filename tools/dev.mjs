import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { requireNode24 } from '../bin/execute.mjs'
import { ensureInstalled, root } from '../bin/install.mjs'

// The server, started again whenever a file of src/ changes. Its data stay where settings say, in ./data by default.
await ensureInstalled({ tools: true })
await requireNode24(fileURLToPath(import.meta.url))

const nodeFlags = JSON.parse(readFileSync(join(root, 'bin', 'node-flags.json'), 'utf8'))
const watching = [
  '--watch',
  `--watch-path=${join(root, 'src')}`,
  '--watch-preserve-output',
  '--watch-kill-signal=SIGTERM',
]
const server = [join(root, 'src', 'cli', 'main.ts'), 'server']
const child = spawn(process.execPath, [...nodeFlags, ...watching, ...server, ...process.argv.slice(2)], {
  stdio: 'inherit',
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('error', (error) => {
  process.stderr.write(`belfry: ${error.message}\n`)
  process.exitCode = 1
})
child.on('exit', (code) => (process.exitCode = code ?? 1))
