import type { EndCause, SandboxLimits } from '#scripting'

/** A script that takes more than its share, and how its run has to end. */
export interface Bomb {
  readonly name: string
  readonly source: string
  readonly causes: readonly EndCause[]
  readonly limits?: Partial<SandboxLimits>
  /** It takes what other runs of the same user need as well, where runs have no separate users. */
  readonly isAlone?: boolean
}

const megabyte = 1024 * 1024
const node = `process.execPath, ['-e'`

export const bombs: readonly Bomb[] = [
  {
    name: 'fork bomb',
    source: `spawn('/bin/sh', ['-c', 'f() { f | f & f | f; }; f; f; sleep 100'], { stdio: 'ignore' }); setInterval(() => {}, 1000)`,
    causes: ['processes'],
    isAlone: true,
  },
  {
    name: 'fork bomb of sessions that ignore signals',
    source: `spawn('/bin/sh', ['-c', "trap '' TERM HUP INT; f() { setsid sh -c 'sleep 1000 & sleep 1000' & f; }; f"], { stdio: 'ignore' }); setInterval(() => {}, 1000)`,
    causes: ['processes'],
    isAlone: true,
  },
  {
    name: 'threads without end',
    source: `const { Worker } = require('node:worker_threads'); setInterval(() => { try { new Worker('setInterval(() => {}, 1000)', { eval: true }).on('error', () => process.exit(9)) } catch { process.exit(9) } }, 5)`,
    causes: ['memory', 'exit', 'signal', 'cpu time'],
    limits: { cpuSeconds: 5 },
    isAlone: true,
  },
  {
    name: 'memory of anonymous files',
    source: `const koffi = require(facts.koffi); const create = koffi.load(null).func('int memfd_create(const char *, uint)'); const kept = []; setInterval(() => { const fd = create('x', 0); kept.push(fd); fs.writeSync(fd, Buffer.alloc(${4 * megabyte}, 1)) }, 5)`,
    causes: ['disk', 'memory', 'exit'],
  },
  {
    name: 'memory by a mapping that is shared',
    source: `for (let i = 0; i < 4; i++) spawn(${node}, 'const b = new SharedArrayBuffer(${96 * megabyte}); const v = new Uint8Array(b); setInterval(() => v.fill(2), 50)'], { stdio: 'ignore' }); setInterval(() => {}, 1000)`,
    causes: ['memory'],
    limits: { memoryBytes: 256 * megabyte },
  },
  {
    name: 'names that are long and deep',
    source: `const name = 'n'.repeat(250); setInterval(() => { fs.mkdirSync(name); process.chdir(name) }, 1)`,
    causes: ['files'],
  },
  {
    name: 'a stopped child and a stopped self',
    source: `spawn('/bin/sleep', ['1000']).kill('SIGSTOP'); process.kill(process.pid, 'SIGSTOP')`,
    causes: ['wall time'],
    limits: { wallMs: 1500 },
  },
  {
    name: 'memory by buffers',
    source: `const kept = []; setInterval(() => kept.push(Buffer.alloc(${32 * megabyte}, 1)), 5)`,
    causes: ['memory'],
  },
  {
    name: 'memory by many processes',
    source: `for (let i = 0; i < 6; i++) spawn(${node}, 'const b = Buffer.alloc(${96 * megabyte}, 1); setInterval(() => b.fill(2), 50)'], { stdio: 'ignore' }); setInterval(() => {}, 1000)`,
    causes: ['memory'],
    limits: { memoryBytes: 256 * megabyte },
  },
  {
    name: 'memory of files without a name',
    source: `const shm = fs.openSync('/dev/shm/x', 'w'); fs.unlinkSync('/dev/shm/x'); setInterval(() => fs.writeSync(shm, Buffer.alloc(${megabyte})), 2)`,
    causes: ['disk', 'exit'],
    limits: { diskBytes: 8 * megabyte },
  },
  {
    name: 'disk',
    source: `let i = 0; setInterval(() => attempt(() => fs.appendFileSync('big' + (i++ % 8), Buffer.alloc(${megabyte}))), 2)`,
    causes: ['disk'],
  },
  {
    name: 'disk by the temporary directory',
    source: `let i = 0; setInterval(() => attempt(() => fs.appendFileSync(process.env.TMPDIR + '/big' + (i++ % 8), Buffer.alloc(${megabyte}))), 2)`,
    causes: ['disk'],
  },
  {
    name: 'disk by files that are deleted but open',
    source: `setInterval(() => { const file = fs.openSync('gone', 'w'); fs.unlinkSync('gone'); fs.writeSync(file, Buffer.alloc(${4 * megabyte})) }, 10)`,
    causes: ['disk'],
  },
  {
    name: 'one huge file',
    source: `const file = fs.openSync('huge', 'w'); for (;;) fs.writeSync(file, Buffer.alloc(${megabyte}))`,
    causes: ['exit', 'disk'],
  },
  {
    name: 'sparse file beyond the limit',
    source: `try { fs.truncateSync(fs.openSync('sparse', 'w'), 1e12) } catch (error) { process.exit(9) }; setInterval(() => {}, 1000)`,
    causes: ['exit', 'disk'],
  },
  {
    name: 'names of one file',
    source: `fs.writeFileSync('one', 'x'); let i = 0; setInterval(() => fs.linkSync('one', 'link' + i++), 1)`,
    causes: ['files'],
  },
  {
    name: 'directories',
    source: `let at = '.'; setInterval(() => { at += '/d'; fs.mkdirSync(at) }, 1)`,
    causes: ['files'],
  },
  { name: 'endless log', source: `setInterval(() => process.stdout.write('x'.repeat(10000)), 1)`, causes: ['output'] },
  {
    name: 'endless log of a child',
    source: `spawn('/bin/sh', ['-c', 'while :; do echo xxxxxxxxxxxxxxxx; done'], { stdio: 'inherit' }); setInterval(() => {}, 1000)`,
    causes: ['output'],
  },
  {
    name: 'open files',
    source: `const open = []; try { for (;;) open.push(fs.openSync('/dev/null')) } catch (error) { process.exit(error.code === 'EMFILE' && open.length < 300 ? 9 : 1) }`,
    causes: ['exit'],
  },
  { name: 'processor', source: `for (;;);`, causes: ['cpu time'], limits: { cpuSeconds: 1 } },
  {
    name: 'processor of a child',
    source: `for (let i = 0; i < 3; i++) spawn('/bin/sh', ['-c', 'while :; do :; done'], { stdio: 'ignore' }); setInterval(() => {}, 1000)`,
    causes: ['cpu time'],
    limits: { cpuSeconds: 1 },
  },
  {
    name: 'ignored signals',
    source: `for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGUSR1']) process.on(name, () => {}); setInterval(() => {}, 1000)`,
    causes: ['wall time'],
    limits: { wallMs: 1500 },
  },
  {
    name: 'orphans of two forks in sessions of their own',
    source: `spawn('/bin/sh', ['-c', "trap '' TERM HUP INT; setsid setsid sleep 1000 & setsid sh -c 'setsid sleep 1000 &' & exit 0"], { stdio: 'ignore' }); setInterval(() => {}, 1000)`,
    causes: ['wall time'],
    limits: { wallMs: 1500 },
  },
  {
    name: 'zombies',
    source: `spawn('/bin/sh', ['-c', 'for i in 1 2 3 4 5; do sh -c "sleep 0 & exec sleep 1000" & done; exec sleep 1000'], { stdio: 'ignore' }); setInterval(() => {}, 1000)`,
    causes: ['wall time', 'processes'],
    limits: { wallMs: 1500 },
  },
  {
    name: 'a message without an end',
    source: `const part = 'x'.repeat(${megabyte}); const more = () => lines.write(part, more); more()`,
    causes: ['output'],
  },
  {
    name: 'a closed directory left behind',
    source: `fs.mkdirSync('a/b', { recursive: true }); fs.writeFileSync('a/b/c', 'x'); fs.chmodSync('a/b', 0); fs.chmodSync('a', 0); process.exit(9)`,
    causes: ['exit'],
  },
]
