import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../tests/support/server-process.ts'
import { serveInterface } from './serve-interface.ts'

// What is served at PORT is the interface from its sources, and behind it a server that starts again whenever a file of
// another room changes. Its data stay where settings say, in ./data by default.
const root = join(import.meta.dirname, '../..')
const port = Number(process.env['PORT'] ?? 3000) || (await freePort())
const nodeFlags: readonly string[] = JSON.parse(readFileSync(join(root, 'bin', 'node-flags.json'), 'utf8'))

const serverPort = await freePort()
const isHere = process.env['BELFRY_INTERFACE'] !== 'false'
const close = isHere ? await serveInterface({ port, host: process.env['HOST'] ?? '127.0.0.1', serverPort }) : null
if (close) process.stdout.write(`Open http://localhost:${port}: what changes below src/web changes in the page.\n`)
const server = startServer()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => server.kill(signal))
server.on('error', (error) => {
  process.stderr.write(`belfry: ${error.message}\n`)
  process.exitCode = 1
})
server.on('exit', (code) => {
  process.exitCode = code ?? 1
  void close?.()
})

function startServer(): ChildProcess {
  const rooms = readdirSync(join(root, 'src')).filter((room) => room !== 'web')
  const watching = [
    '--watch',
    ...rooms.map((room) => `--watch-path=${join(root, 'src', room)}`),
    '--watch-preserve-output',
    '--watch-kill-signal=SIGTERM',
  ]
  const program = [join(root, 'src', 'cli', 'main.ts'), 'server', ...process.argv.slice(2)]
  const behind = {
    PORT: String(serverPort),
    HOST: '127.0.0.1',
    BELFRY_PUBLIC_URL: process.env['BELFRY_PUBLIC_URL'] ?? `http://localhost:${port}`,
  }
  return spawn(process.execPath, [...nodeFlags, ...watching, ...program], {
    stdio: 'inherit',
    env: { ...process.env, ...(isHere ? behind : {}) },
  })
}
