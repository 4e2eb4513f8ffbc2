import { spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import type { Server } from 'node:net'
import { dirname, join } from 'node:path'
import { createEgress } from '#egress'
import { createSandbox } from '#scripting'
import type { Sandbox, SandboxCommand, SandboxLimits, WallLevel } from '#scripting'
import { SystemClock } from '#kernel'
import { attempts, prelude } from './attempts.ts'
import { bombs } from './bombs.ts'
import type { Bomb } from './bombs.ts'

const clock = new SystemClock()

// Plays the service: it has a secret in its environment, in a file, behind sockets, and runs the attempts of a script
// behind one wall, or behind none, or the bombs of these names, or all. Prints the outcome of each as JSON: what was gained,
// or null.
const [directory = '', wall = 'none', mode = 'attempts', ...names] = process.argv.slice(2)
const chosen = bombs.filter(({ name }) => names.length === 0 || names.includes(name))
const canary = process.env['SERVICE_CANARY'] ?? ''
const megabyte = 1024 * 1024
/** Bombs that explode beside each other. */
const atATime = 4

const limits: SandboxLimits = {
  wallMs: 600_000,
  cpuSeconds: 60,
  memoryBytes: 512 * megabyte,
  processes: 24,
  openFiles: 256,
  diskBytes: 16 * megabyte,
  fileCount: 200,
  outputBytes: 100_000,
}

const installation = join(directory, 'installation')
const runs = join(directory, 'runs')
mkdirSync(installation, { recursive: true, mode: 0o700 })
const secretFile = join(installation, 'secret.key')
writeFileSync(secretFile, canary, { mode: 0o600 })
const neighbourFile = join(directory, 'neighbours/work/secret.txt')
mkdirSync(dirname(neighbourFile), { recursive: true, mode: 0o711 })
writeFileSync(neighbourFile, canary, { mode: 0o600 })
const kept = openSync(secretFile, 'r')
let signals = 0
process.on('SIGUSR2', () => (signals += 1))

const secret = (): Server => createServer((socket) => socket.on('error', () => {}).end(canary))
async function listen(where: { port: number; host: string } | { path: string }): Promise<number> {
  const server = secret()
  await new Promise<void>((resolve) => server.listen(where, resolve))
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}
const port = await listen({ port: 0, host: '127.0.0.1' })
const unixSocket = join(installation, '.s.PGSQL')
await listen({ path: unixSocket })
const abstractSocket = `belfry-${process.pid}`
await listen({ path: `\0${abstractSocket}` })
const udp = createSocket('udp4').on('message', (_part, from) => udp.send('y', from.port, from.address))
await new Promise<void>((resolve) => udp.bind(0, '127.0.0.1', resolve))
const neighbour = spawn('/bin/sleep', ['1000'])

const koffi = dirname(createRequire(import.meta.url).resolve('koffi'))
const nativeKoffi = join(koffi.slice(0, koffi.lastIndexOf('node_modules')), 'node_modules/@koromix')
const facts = {
  canary,
  secretFile,
  installation,
  servicePid: process.pid,
  serviceUid: process.getuid?.() ?? 0,
  serviceCommand: 'harness.ts',
  neighbourPid: neighbour.pid,
  neighbourFile,
  port,
  udpPort: udp.address().port,
  unixSocket,
  abstractSocket,
  network: readlinkSync('/proc/self/ns/net'),
  koffi,
  hostTemporary: '/var/tmp',
}
const opening = `
const lines = new (require('node:net').Socket)({ fd: 3 })
const say = (message) => new Promise((done) => lines.write(JSON.stringify(message) + '\\n', done))
const facts = ${JSON.stringify(facts)}
${prelude}
`
const source = `
${opening}
const attempts = {${attempts.map(({ name, source: body }) => `${JSON.stringify(name)}: async function () { ${body} }`).join(',\n')}}
const main = async () => {
  const gained = {}
  // Else the attempts that call the kernel would fail for another reason than the wall.
  if (native(process.arch === 'arm64' ? 172 : 39) <= 0) throw new Error('The kernel cannot be called.')
  for (const [name, act] of Object.entries(attempts)) {
    try { gained[name] = (await act.call({})) || null } catch { gained[name] = null }
  }
  await say(gained)
  process.exit(0)
}
main()
`
const gained = wall === 'none' ? await withoutWall() : await behind(wall)
closeSync(kept)
neighbour.kill('SIGKILL')
process.stdout.write(`${JSON.stringify({ gained, signals })}\n`)
process.exit(0)

async function withoutWall(): Promise<unknown> {
  const work = join(directory, 'work')
  mkdirSync(work, { recursive: true })
  writeFileSync(join(work, 'main.cjs'), source)
  const child = spawn(process.execPath, ['main.cjs'], { cwd: work, stdio: ['ignore', 'inherit', 'inherit', 'pipe'] })
  let text = ''
  child.stdio[3]?.on('data', (part) => (text += String(part)))
  await new Promise((resolve) => child.once('close', resolve))
  return JSON.parse(text)
}

async function behind(level: string): Promise<unknown> {
  const sandbox = await createSandbox({
    clock,
    directory: runs,
    hidden: [installation],
    ownEndpoints: () => [{ port }, { port: udp.address().port }],
    levels: [asLevel(level)],
  })
  if (sandbox.status.level === null) return { unavailable: sandbox.status.reason }
  if (mode === 'bombs') return explode(sandbox)
  const egress = createEgress({ allowPrivateTargets: true }, clock)
  const command: SandboxCommand = {
    program: process.execPath,
    args: ['main.cjs'],
    environment: {},
    files: { 'main.cjs': source },
    readable: [process.execPath, koffi, nativeKoffi],
    limits,
    network: { egress },
  }
  const run = await sandbox.start(command)
  for await (const message of run.messages) {
    await run.dispose()
    return message
  }
  const end = await run.ended
  await run.dispose()
  return { ended: end }
}

/** How each bomb ended, and what was left of it. Those that take all the processes of a user have no others beside them. */
async function explode(sandbox: Sandbox): Promise<unknown> {
  const ends = new Map<string, unknown>()
  for (const bomb of chosen.filter(({ isAlone }) => isAlone)) ends.set(bomb.name, await explodeOne(sandbox, bomb))
  const waiting = chosen.filter(({ isAlone }) => !isAlone)
  const takeTurns = async (): Promise<void> => {
    for (let bomb = waiting.shift(); bomb; bomb = waiting.shift()) ends.set(bomb.name, await explodeOne(sandbox, bomb))
  }
  await Promise.all(Array.from({ length: atATime }, takeTurns))
  return Object.fromEntries(chosen.map(({ name }) => [name, ends.get(name)]))
}

async function explodeOne(sandbox: Sandbox, { source: body, limits: less }: Bomb): Promise<unknown> {
  const run = await sandbox.start({
    program: process.execPath,
    args: ['main.cjs'],
    environment: {},
    files: { 'main.cjs': `${opening}${body}` },
    readable: [process.execPath, koffi, nativeKoffi],
    limits: { ...limits, ...less },
    network: null,
  })
  // Somebody has to read, as the owner of a run does.
  void (async () => {
    for await (const message of run.messages) void message
  })()
  const { cause, code, output } = await run.ended
  const alive = aliveIn(run.directory)
  await run.dispose()
  return { cause, code, output: output.slice(-300), alive, isLeft: existsSync(run.directory) }
}

/** Processes whose working directory is that of a run, or that have its root. */
function aliveIn(work: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => belongsTo(pid, work))
}

function belongsTo(pid: string, work: string): boolean {
  try {
    return (
      readFileSync(`/proc/${pid}/mountinfo`, 'utf8').includes(work) ||
      readFileSync(`/proc/${pid}/environ`, 'utf8').includes(work)
    )
  } catch {
    return false
  }
}

/** The test passes no other. */
function asLevel(text: string): WallLevel {
  return text as WallLevel
}
