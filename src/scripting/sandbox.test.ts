import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEgress } from '#egress'
import { SystemClock, silentLog } from '#kernel'
import { freePort } from '../../tests/support/free-port.ts'
import { certificates } from '../../tests/support/certificates/read-certificates.ts'
import { createSandbox } from './create-sandbox.ts'
import { SandboxPool } from './sandbox-pool.ts'
import type { Sandbox, SandboxCommand, SandboxLimits, SandboxedProcess } from './sandbox.ts'

const clock = new SystemClock()

const megabyte = 1024 * 1024
const limits: SandboxLimits = {
  wallMs: 600_000,
  cpuSeconds: 60,
  memoryBytes: 512 * megabyte,
  processes: 8,
  openFiles: 256,
  diskBytes: 16 * megabyte,
  fileCount: 200,
  outputBytes: 100_000,
}
const channel = `const lines = new (require('node:net').Socket)({ fd: 3 })
const say = (message) => lines.write(JSON.stringify(message) + '\\n')
`
const directory = mkdtempSync(join(tmpdir(), 'sandbox-'))
let web: Server
let port: number
let ownPort: number
let securePort: number
beforeAll(async () => {
  // Without a separate file system, a run of another user must be able to reach its directory.
  chmodSync(directory, 0o711)
  web = createServer((request, response) => response.end(`hello ${request.method} ${request.url}`))
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
  port = portOf(web)
  secure = createHttpsServer(certificates.server, (request, response) => response.end(`secret ${request.url}`))
  await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve))
  securePort = portOf(secure)
  own = createServer((_request, response) => response.end('the service itself'))
  await new Promise<void>((resolve) => own.listen(0, '127.0.0.1', resolve))
  ownPort = portOf(own)
})
let own: Server
let secure: Server
afterAll(() => {
  web.close()
  own.close()
  secure.close()
  rmSync(directory, { recursive: true, force: true })
})

/** A server that listens on TCP has such an address. */
const portOf = (server: Server): number => (server.address() as AddressInfo).port

describe.each(['bubblewrap', 'namespaces', 'launcher'] as const)('a sandbox of the level %s', (level) => {
  let sandbox: Sandbox
  const egress = createEgress({ allowPrivateTargets: true }, clock)
  beforeAll(async () => {
    sandbox = await createSandbox({
      clock,
      directory: join(directory, level),
      hidden: [],
      ownEndpoints: () => [{ port: ownPort }],
      levels: [level],
    })
  })
  afterAll(() => sandbox.close())
  const script = (source: string, more: Partial<SandboxCommand> = {}): SandboxCommand => ({
    program: process.execPath,
    args: ['main.cjs'],
    environment: {},
    files: { 'main.cjs': `${channel}${source}` },
    readable: [process.execPath],
    limits,
    network: null,
    ...more,
  })
  const has = (): boolean => sandbox.status.level === level

  it('gives a command its files, its environment and its messages, and leaves nothing of it behind', async ({
    skip,
  }) => {
    if (!has()) skip(sandbox.status.reason)
    const process = await sandbox.start(
      script(
        `lines.on('data', (part) => {
          require('node:fs').writeFileSync('made', 'by the script')
          say({ got: JSON.parse(part), cwd: process.cwd(), name: process.env.NAME, home: process.env.HOME })
          process.stdout.write('out', () => process.exit(3))
        })`,
        { environment: { NAME: 'value' } },
      ),
    )
    process.send({ job: 1 })
    const work = process.workDirectory
    expect(await first(process)).toEqual({ got: { job: 1 }, cwd: work, name: 'value', home: work })
    const end = await process.ended
    expect(end).toMatchObject({ cause: 'exit', code: 3, signal: null, output: 'out' })
    expect(readFileSync(join(process.directory, 'made'), 'utf8')).toBe('by the script')
    await process.dispose()
    expect(existsSync(process.directory)).toBe(false)
  })

  it.each<[cause: string, source: string, limits: Partial<SandboxLimits>]>([
    ['wall time', `setInterval(() => {}, 1000)`, { wallMs: 500 }],
    [
      'wall time',
      `for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(name, () => {}); setInterval(() => {}, 1000)`,
      { wallMs: 500 },
    ],
    ['cpu time', `for (;;);`, { cpuSeconds: 1 }],
    ['memory', `const kept = []; setInterval(() => kept.push(Buffer.alloc(${32 * megabyte}, 1)), 5)`, {}],
    [
      'disk',
      `let i = 0; setInterval(() => { try { require('node:fs').appendFileSync('big' + (i++ % 8), Buffer.alloc(${megabyte})) } catch {} }, 5)`,
      {},
    ],
    ['files', `let count = 0; setInterval(() => require('node:fs').writeFileSync('file' + count++, ''), 1)`, {}],
    ['output', `setInterval(() => process.stdout.write('x'.repeat(1000)), 1)`, {}],
    ['processes', `for (let i = 0; i < 12; i++) require('node:child_process').spawn('/bin/sleep', ['1000'])`, {}],
  ])('ends a command that exceeds its %s: %s', async (cause, source, less) => {
    if (!has()) return
    const process = await sandbox.start(script(source, { limits: { ...limits, ...less } }))
    expect(await process.ended).toMatchObject({ cause })
    await process.dispose()
  })

  it('gives a run that uses much of its processor time a much lower priority, with its threads and children', async ({
    skip,
  }) => {
    if (!has()) skip(sandbox.status.reason)
    const loop = `const { getPriority } = require('node:os'); while (getPriority() !== 15);`
    const process = await sandbox.start(
      script(
        `const { Worker } = require('node:worker_threads'), { spawn } = require('node:child_process')
        const child = spawn(process.execPath, ['-e', ${JSON.stringify(loop)}], { stdio: 'inherit' })
        const worker = new Worker(${JSON.stringify(loop)}, { eval: true })
        Promise.all([child, worker].map((each) => new Promise((resolve) => each.once('exit', resolve)))).then(say)`,
        { limits: { ...limits, cpuSeconds: 30 } },
      ),
    )
    expect(await first(process)).toEqual([0, 0])
    await process.dispose()
  })

  it('shows a command its own user and the network interfaces of its own namespace', async ({ skip }) => {
    if (!has() || sandbox.status.network !== 'own namespace') skip('no namespace here')
    const process = await sandbox.start(
      script(
        `const os = require('node:os'), { username, homedir, uid } = os.userInfo()
        say([username, homedir, uid === process.getuid(), Object.keys(os.networkInterfaces())])`,
      ),
    )
    expect(await first(process)).toEqual(['script', process.workDirectory, true, ['lo']])
    await process.dispose()
  })

  it('ends what forked twice, left its session and ignores signals', async ({ skip }) => {
    if (!has()) skip(sandbox.status.reason)
    const mark = `mark-${level}-${Math.random()}`
    const survivor = `(trap '' TERM INT HUP; setsid sh -c 'sleep 1000; : ${mark}' & ) & sleep 1; exit 0`
    const process = await sandbox.start(
      script(
        `require('node:child_process').execFileSync('/bin/sh', ['-c', ${JSON.stringify(survivor)}], { stdio: 'ignore' }); say({})`,
      ),
    )
    await first(process)
    expect(await runningWith(mark)).toBeGreaterThan(0)
    await process.stop()
    expect(await runningWith(mark)).toBe(0)
    await process.dispose()
  })

  it('lets a command reach targets through its door alone, by the policy, and never the service itself', async ({
    skip,
  }) => {
    if (!has() || sandbox.status.network !== 'own namespace') skip('no network here')
    const process = await sandbox.start(
      script(
        `const http = require('node:http'), net = require('node:net')
        const get = (url) => fetch(url).then((answer) => answer.text(), (error) => String(error.cause?.code ?? error))
        const getOld = (url) => new Promise((resolve) => http.get(url, (answer) => answer.setEncoding('utf8').on('data', resolve)).on('error', (error) => resolve(error.code)))
        const raw = (port) => new Promise((resolve) => net.connect(port, '127.0.0.1', function () { this.end('GET /raw HTTP/1.0\\r\\n\\r\\n') }).on('data', (part) => resolve(String(part).split('\\r\\n\\r\\n')[1])).on('error', (error) => resolve(error.code)))
        lines.on('data', async (part) => {
          const { port, ownPort } = JSON.parse(part)
          const local = 'http://127.0.0.1:'
          say([await get(local + port + '/fetch'), await getOld(local + port + '/http'), await raw(port), await get(local + ownPort), await getOld('http://169.254.169.254/'), await get('http://169.254.169.254/')])
        })`,
        { network: { egress } },
      ),
    )
    process.send({ port, ownPort })
    expect(await first(process)).toEqual([
      'hello GET /fetch',
      'hello GET /http',
      'hello GET /raw',
      'EPOLICY',
      'EPOLICY',
      'EPOLICY',
    ])
    await process.dispose()
  })

  it('lets a command reach targets over TLS, whichever way it opens the connection', async ({ skip }) => {
    if (!has() || sandbox.status.network !== 'own namespace') skip('no network here')
    const process = await sandbox.start(
      script(
        `const https = require('node:https'), tls = require('node:tls')
        const old = (url) => new Promise((resolve) => https.get(url, (answer) => answer.on('data', (part) => resolve(String(part)))).on('error', (error) => resolve(error.message)))
        const raw = (port) => new Promise((resolve) => tls.connect(port, '127.0.0.1', { servername: 'localhost' }, function () { this.write('GET /tls HTTP/1.0\\r\\n\\r\\n'); let text = ''; this.on('data', (part) => (text += part)).on('end', () => resolve(text.split('\\r\\n').at(-1))) }).on('error', (error) => resolve(error.message)))
        lines.on('data', async (part) => {
          const { port, nobody } = JSON.parse(part)
          const local = 'https://127.0.0.1:'
          const failed = await old(local + nobody + '/')
          say([await fetch(local + port + '/fetch').then((answer) => answer.text(), (error) => error.cause.message), await old(local + port + '/https'), await raw(port), failed])
        })`,
        { network: { egress }, environment: { NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_NO_WARNINGS: '1' } },
      ),
    )
    const nobody = await freePort()
    process.send({ port: securePort, nobody })
    const answers = ['secret /fetch', 'secret /https', 'secret /tls']
    expect(await first(process)).toEqual([
      ...answers,
      expect.stringContaining(`connect ECONNREFUSED 127.0.0.1:${nobody}`),
    ])
    await process.dispose()
  })

  it('survives a script that breaks off, floods and abuses its door', async ({ skip }) => {
    if (!has() || sandbox.status.network !== 'own namespace') skip('no network here')
    const process = await sandbox.start(
      script(
        `const net = require('node:net'), path = require('node:path')
        const abuse = (target, text) => new Promise((resolve) => { const socket = net.connect(target); socket.on('error', resolve).on('close', resolve); socket.write(text, () => setTimeout(() => socket.destroy(), 50)) })
        lines.on('data', async (part) => {
          const { port, door } = JSON.parse(part)
          const target = 'http://127.0.0.1:' + port + '/'
          const control = { path: path.join(process.env.BELFRY_DOOR, 'control') }
          const texts = ['POST ' + target + ' HTTP/1.1\\r\\nHost: x\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n5\\r\\nab', 'POST ' + target + ' HTTP/1.1\\r\\nHost: x\\r\\nContent-Length: 99\\r\\n\\r\\nab', 'CONNECT nonsense HTTP/1.1\\r\\n\\r\\n', 'CONNECT [::1 HTTP/1.1\\r\\n\\r\\n', 'GET / HTTP/1.1\\r\\n\\r\\n', '\\0\\0\\0', 'POST / HTTP/1.1\\r\\nHost: x\\r\\nContent-Length: 5\\r\\n\\r\\n{"a":']
          await Promise.all(texts.flatMap((text) => [abuse({ port: door, host: '127.0.0.1' }, text), abuse(control, text)]))
          await Promise.all(Array.from({ length: 100 }, () => abuse({ port: door, host: '127.0.0.1' }, 'GET ')))
          say(await fetch(target).then((answer) => answer.text()))
        })`,
        { network: { egress } },
      ),
    )
    process.send({ port, door: Number(new URL(process.doorUrl ?? '').port) })
    expect(await first(process)).toBe('hello GET /')
    await process.dispose()
  })

  it('hands out warm processes once each, and replaces those taken', async ({ skip }) => {
    if (!has()) skip(sandbox.status.reason)
    const command = script(
      `say({ ready: true }); lines.on('data', () => say({ pid: process.pid, id: process.hrtime.bigint() + '' }))`,
    )
    const pool = new SandboxPool({ clock, sandbox, command, size: 2, log: silentLog })
    const answers = []
    for (let taken = 0; taken < 4; taken += 1) {
      const process = await pool.take()
      sandbox.startLimits(process, { wallMs: 60_000 })
      process.send({})
      answers.push(JSON.stringify(await first(process)))
      await process.dispose()
    }
    expect(new Set(answers).size).toBe(4)
    await pool.close()
  })

  it('does not wait for processes that are starting when it closes', async ({ skip }) => {
    if (!has()) skip(sandbox.status.reason)
    const command = script('lines.resume()')
    const pool = new SandboxPool({ clock, sandbox, command, size: 2, log: silentLog })
    const ready = pool.ready()
    await pool.close()
    await ready
    await expect(pool.take()).rejects.toThrow('closed')
  })

  it('replaces a process that was taken when no run is under way any more', async ({ skip }) => {
    if (!has()) skip(sandbox.status.reason)
    let starts = 0
    const counted: Sandbox = {
      status: sandbox.status,
      start: (started) => {
        starts += 1
        return sandbox.start(started)
      },
      startLimits: (process, changed) => sandbox.startLimits(process, changed),
      close: () => Promise.resolve(),
    }
    const command = script('say({ ready: true }); lines.resume()')
    const pool = new SandboxPool({ clock, sandbox: counted, command, size: 2, log: silentLog, refillMs: 600_000 })
    const taken = [await pool.take(), await pool.take()] as const
    await taken[0].dispose()
    expect(starts).toBe(2)
    await taken[1].dispose()
    expect(starts).toBe(4)
    await pool.close()
  })
})

async function first(process: SandboxedProcess): Promise<unknown> {
  for await (const message of process.messages) return message
  const end = await process.ended
  throw new Error(`${end.cause} ${end.code}: ${end.output}`)
}

async function runningWith(mark: string): Promise<number> {
  const { readdir, readFile } = await import('node:fs/promises')
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const commands = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
  return commands.filter((command) => command.includes(mark)).length
}
