import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createEgress } from '#egress'
import { createSandbox } from '#scripting'
import type { WallLevel } from '#scripting'
import { SystemClock } from '#kernel'

const clock = new SystemClock()

// Runs in a separate network namespace, where a server answers at the address of cloud metadata, and prints what a
// script gets from there without a wall and behind one. On any other network it refuses to run.
const [directory = '', wall = ''] = process.argv.slice(2)
const address = '169.254.169.254'

interface SystemCalls {
  call(name: string, ...args: readonly unknown[]): number
}
const child = join(import.meta.dirname, '../../../src/scripting/child')
const load = createRequire(import.meta.url)
const mounts = asMounts(load(join(child, 'mounts.cjs')))
const kernel = asSystemCalls(load(join(child, 'system-calls.cjs')))
const { networkInterfaces } = await import('node:os')
if (Object.keys(networkInterfaces()).length > 0) throw new Error('This is the network of the machine.')
mounts.raiseLoopback()
addAddress()
const server = createServer((_request, response) => response.end('credentials of the machine'))
await new Promise<void>((resolve) => server.listen(0, address, resolve))
const bound = server.address()
const port = typeof bound === 'object' && bound ? bound.port : 0

const source = `const url = 'http://${address}:${port}/latest/meta-data'
const net = require('node:net')
const raw = () => new Promise((resolve) => {
  try { net.connect(${port}, '${address}', function () { this.write('GET / HTTP/1.0\\r\\n\\r\\n') }).on('data', (part) => resolve(String(part))).on('error', (error) => resolve(error.code)) } catch (error) { resolve(error.code) }
})
const get = (target) => fetch(target).then((answer) => answer.text(), (error) => error.cause?.code ?? String(error))
const plain = () => { try { return require('node:child_process').execFileSync(process.execPath, ['-e', 'fetch("' + url + '").then((a) => a.text()).then(console.log, (e) => console.log(e.cause?.code))'], { env: {}, encoding: 'utf8' }) } catch (error) { return String(error.code) } }
const main = async () => console.log(JSON.stringify([await get(url), await raw(), plain(), await get('http://[::ffff:a9fe:a9fe]:${port}/')]))
main()
`
const unwalled = await promisify(execFile)(process.execPath, ['-e', source])
const sandbox = await createSandbox({ clock, directory, hidden: [], ownEndpoints: () => [], levels: [asLevel(wall)] })
const walled = sandbox.status.level === null ? null : await behindWall()
process.stdout.write(
  `${JSON.stringify({ unwalled: JSON.parse(unwalled.stdout), walled, reason: sandbox.status.reason })}\n`,
)
process.exit(0)

async function behindWall(): Promise<string> {
  const run = await sandbox.start({
    program: process.execPath,
    args: ['main.cjs'],
    environment: {},
    files: { 'main.cjs': source },
    readable: [process.execPath],
    network: { egress: createEgress({ allowPrivateTargets: true, allowedRanges: [address] }, clock) },
    limits: {
      wallMs: 600_000,
      cpuSeconds: 30,
      memoryBytes: 512 * 1024 * 1024,
      processes: 8,
      openFiles: 256,
      diskBytes: 1_000_000,
      fileCount: 50,
      outputBytes: 100_000,
    },
  })
  const { output } = await run.ended
  await run.dispose()
  return output
}

/** Gives the loopback interface of this namespace the address of cloud metadata. */
function addAddress(): void {
  const setAddress = 0x8916
  const request = Buffer.alloc(40)
  request.write('lo:1')
  request.writeUInt16LE(2, 16)
  Buffer.from(address.split('.').map(Number)).copy(request, 20)
  const socket = kernel.call('socket', 2, 2, 0)
  kernel.call('ioctl', socket, setAddress, request)
  kernel.call('close', socket)
}

/** The test passes no other. */
function asLevel(text: string): WallLevel {
  return text as WallLevel
}

/** What the files export. */
function asMounts(loaded: unknown): { raiseLoopback(): void } {
  return loaded as { raiseLoopback(): void }
}

/** What the files export. */
function asSystemCalls(loaded: unknown): SystemCalls {
  return loaded as SystemCalls
}
