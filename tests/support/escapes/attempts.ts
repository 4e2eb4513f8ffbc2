/**
 * Attempts to break out, as bodies of async functions of user code. Each returns something true when it got what no
 * script may have. `facts` is what an attacker might know of the host; `native` calls the kernel by number.
 */
export interface Attempt {
  readonly name: string
  readonly source: string
  /** Who succeeds without a wall, so that the attempt itself is known to work. */
  readonly worksUnwalled: 'everyone' | 'root' | 'nobody'
}

const numbers = JSON.stringify(
  process.arch === 'arm64'
    ? {
        ptrace: 117,
        unshare: 97,
        mount: 40,
        keyctl: 219,
        bpf: 280,
        perf_event_open: 241,
        userfaultfd: 282,
        setuid: 146,
        setns: 268,
        process_vm_readv: 270,
        socket: 198,
        open_by_handle_at: 265,
        chroot: 51,
        shmget: 194,
        sethostname: 161,
        kill: 129,
      }
    : {
        ptrace: 101,
        unshare: 272,
        mount: 165,
        keyctl: 250,
        bpf: 321,
        perf_event_open: 298,
        userfaultfd: 323,
        setuid: 105,
        setns: 308,
        process_vm_readv: 310,
        socket: 41,
        open_by_handle_at: 304,
        chroot: 161,
        shmget: 29,
        sethostname: 170,
        kill: 62,
      },
)

export const prelude = `
const fs = require('node:fs'), net = require('node:net'), dgram = require('node:dgram'), path = require('node:path')
const { spawnSync, spawn } = require('node:child_process')
const os = require('node:os')
const read = (file) => { try { return fs.readFileSync(file, 'latin1') } catch { return '' } }
const attempt = (act) => { try { act(); return true } catch { return false } }
const pids = () => { try { return fs.readdirSync('/proc').filter((name) => /^\\d+$/.test(name)) } catch { return [] } }
const talk = (target) => new Promise((resolve) => {
  try {
    const socket = net.connect(target)
    socket.on('data', (part) => { socket.destroy(); resolve(String(part)) })
    socket.on('error', () => resolve(''))
    socket.on('close', () => resolve(''))
    socket.setTimeout(3000, () => { socket.destroy(); resolve('') })
  } catch { resolve('') }
})
const native = (name, ...args) => {
  const koffi = require(facts.koffi)
  const syscall = koffi.load(null).func('int64_t syscall(int64_t, int64_t, int64_t, int64_t, int64_t, int64_t, int64_t)')
  const values = args.map((value) => (Buffer.isBuffer(value) ? koffi.address(value) : value))
  while (values.length < 6) values.push(0)
  return Number(syscall(typeof name === 'number' ? name : ${numbers}[name], ...values))
}
`

const row = (name: string, source: string, worksUnwalled: Attempt['worksUnwalled'] = 'everyone'): Attempt => ({
  name,
  source,
  worksUnwalled,
})

/** Namespace flags of clone(2) and unshare(2). */
const newUserNamespace = 0x10000000

export const attempts: readonly Attempt[] = [
  row('reads a file of the service that only it may read', `return read(facts.secretFile).includes(facts.canary)`),
  row(
    'reads the file of a program it starts',
    `return String(spawnSync('/bin/cat', [facts.secretFile]).stdout).includes(facts.canary)`,
  ),
  row(
    'reads through a symbolic link out of the work directory',
    `fs.symlinkSync(facts.secretFile, 'link'); return read('link').includes(facts.canary)`,
  ),
  row(
    'reads through a hard link',
    `fs.linkSync(facts.secretFile, 'hard'); return read('hard').includes(facts.canary)`,
    'nobody',
  ),
  row(
    'reads through the root of another process',
    `return pids().some((pid) => read('/proc/' + pid + '/root' + facts.secretFile).includes(facts.canary))`,
  ),
  row(
    'reads natively',
    `const koffi = require(facts.koffi); const libc = koffi.load(null); const fd = libc.func('int open(const char *, int)')(facts.secretFile, 0); const part = Buffer.alloc(200); if (fd >= 0) libc.func('int64_t read(int, void *, int64_t)')(fd, part, 200); return part.toString().includes(facts.canary)`,
  ),
  row('reads the files of a neighbouring run', `return read(facts.neighbourFile).includes(facts.canary)`),
  row('reads the users of the machine', `return /^(daemon|bin|sys):/m.test(read('/etc/passwd'))`),
  row('reads the password hashes', `return read('/etc/shadow').length > 0`, 'root'),
  row(
    'reads the environment of the service',
    `return pids().some((pid) => read('/proc/' + pid + '/environ').includes(facts.canary))`,
  ),
  row('has the environment of the service', `return JSON.stringify(process.env).includes(facts.canary)`),
  row(
    'reads the memory of the service',
    `fs.closeSync(fs.openSync('/proc/' + facts.servicePid + '/mem', 'r')); return true`,
  ),
  row(
    'reads files the service has open',
    `return pids().some((pid) => { try { return fs.readdirSync('/proc/' + pid + '/fd').some((fd) => attempt(() => { if (!fs.statSync('/proc/' + pid + '/fd/' + fd).isFile()) throw 0 }) && read('/proc/' + pid + '/fd/' + fd).includes(facts.canary)) } catch { return false } })`,
    'nobody',
  ),
  row(
    'sees the service among the processes',
    `return pids().some((pid) => read('/proc/' + pid + '/cmdline').includes(facts.serviceCommand))`,
  ),
  row(
    'inherits a file or a socket of the service',
    `for (let fd = 4; fd < 200; fd++) { try { const where = fs.readlinkSync('/proc/self/fd/' + fd); if (where.includes(facts.secretFile)) return where } catch {} } return false`,
    'nobody',
  ),
  row('signals the service', `return attempt(() => process.kill(facts.servicePid, 'SIGUSR2'))`),
  row('signals the service natively', `return native('kill', facts.servicePid, 12) === 0`),
  row('signals its parents', `return attempt(() => process.kill(process.ppid, 0)) && process.ppid !== 1`, 'everyone'),
  row('signals a neighbouring run', `return attempt(() => process.kill(facts.neighbourPid, 'SIGUSR2'))`, 'root'),
  row(
    'reaches a loopback port of the service',
    `return (await talk({ host: '127.0.0.1', port: facts.port })).includes(facts.canary)`,
  ),
  ...['0.0.0.0', '::1', '::ffff:127.0.0.1', 'localhost', '0x7f000001', '127.1'].map((host) =>
    row(
      `reaches a loopback port of the service as ${host}`,
      `return (await talk({ host: ${JSON.stringify(host)}, port: facts.port })).includes(facts.canary)`,
      'nobody',
    ),
  ),
  row('reaches the database socket', `return (await talk({ path: facts.unixSocket })).includes(facts.canary)`),
  row(
    'reaches an abstract socket',
    `return (await talk({ path: '\\0' + facts.abstractSocket })).includes(facts.canary)`,
  ),
  row(
    'sends a datagram to the service',
    `return new Promise((resolve) => { const socket = dgram.createSocket('udp4'); socket.on('error', () => resolve(false)); socket.on('message', () => { socket.close(); resolve(true) }); setTimeout(() => { try { socket.close() } catch {} ; resolve(false) }, 1500); socket.send('x', facts.udpPort, '127.0.0.1') })`,
  ),
  row(
    'writes beside the program of the service',
    `return attempt(() => fs.writeFileSync(facts.installation + '/planted', ''))`,
  ),
  row(
    'writes outside its directories',
    `return ['/', '/etc', '/usr', '/usr/lib', '/var', '/root', '/home', '/dev', '/opt', '/.belfry'].filter((place) => attempt(() => { fs.writeFileSync(path.join(place, 'planted-' + facts.canary), ''); fs.unlinkSync(path.join(place, 'planted-' + facts.canary)) })).join()`,
    'root',
  ),
  row(
    'writes settings of the kernel',
    `return ['/proc/sys/kernel/core_pattern', '/proc/sysrq-trigger', '/proc/sys/vm/drop_caches'].filter((file) => attempt(() => fs.closeSync(fs.openSync(file, 'a')))).join()`,
    'root',
  ),
  row(
    'writes control groups',
    `return attempt(() => { const found = fs.readdirSync('/sys/fs/cgroup'); if (found.length === 0) throw 0 })`,
  ),
  row(
    'opens a device of the machine',
    `return attempt(() => fs.closeSync(fs.openSync('/dev/mem', 'r'))) || attempt(() => fs.closeSync(fs.openSync('/dev/kmsg', 'r')))`,
    'nobody',
  ),
  row('makes a device', `spawnSync('/bin/mknod', ['disk', 'b', '8', '0']); return fs.existsSync('disk')`, 'root'),
  row(
    'makes a user namespace with a program',
    `return spawnSync('unshare', ['--user', '--map-root-user', '/bin/true']).status === 0`,
  ),
  row(
    'makes a user namespace natively',
    `return native('unshare', ${newUserNamespace}) === 0 || spawnSync('/bin/sh', ['-c', 'unshare -U true']).status === 0`,
  ),
  row(
    'mounts',
    `return native('mount', Buffer.from('none\\0'), Buffer.from(process.cwd() + '\\0'), Buffer.from('tmpfs\\0'), 0, 0) === 0`,
    'root',
  ),
  row(
    'traces a process',
    `const child = spawn('/bin/sleep', ['5']); const found = native('ptrace', 0x4206, child.pid, 0, 0); child.kill('SIGKILL'); return found === 0`,
  ),
  row(
    'reads the memory of another process',
    `return native('process_vm_readv', facts.servicePid, Buffer.alloc(16), 0, Buffer.alloc(16), 0, 0) >= 0`,
  ),
  row('keeps a key in the kernel', `return native('keyctl', 0, -3, 1) > 0`),
  row(
    'loads a kernel program',
    `return native('bpf', 0, (() => { const b = Buffer.alloc(128); b.writeUInt32LE(1, 0); b.writeUInt32LE(4, 4); b.writeUInt32LE(4, 8); b.writeUInt32LE(1, 12); return b })(), 128) >= 0`,
    'nobody',
  ),
  row(
    'counts events of the machine',
    `const b = Buffer.alloc(128); b.writeUInt32LE(1, 0); b.writeUInt32LE(128, 4); return native('perf_event_open', b, 0, -1, -1, 0) >= 0`,
    'nobody',
  ),
  row('handles page faults itself', `return native('userfaultfd', 1) >= 0`, 'nobody'),
  row('uses io_uring', `return native(425, 8, Buffer.alloc(120)) >= 0`),
  row(
    'joins other namespaces',
    `return attempt(() => { const fd = fs.openSync('/proc/1/ns/net', 'r'); if (native('setns', fd, 0) !== 0) throw 0 })`,
    'nobody',
  ),
  row('becomes root', `return process.getuid() !== 0 && native('setuid', 0) === 0`, 'nobody'),
  row('runs as root', `return process.getuid() === 0`, 'root'),
  row(
    'has the user of the service',
    `return read('/proc/self/status').includes('Uid:\\t' + facts.serviceUid + '\\t') && process.getuid() === facts.serviceUid && facts.serviceUid === 0`,
    'root',
  ),
  row(
    'gains rights by a program',
    `const status = read('/proc/self/status'); return status !== '' && !/NoNewPrivs:\\s1/.test(status)`,
  ),
  row('has a capability', `return /Cap(Eff|Prm|Bnd|Amb):\\s0*[1-9a-f]/.test(read('/proc/self/status'))`),
  row(
    'opens packet and kernel sockets',
    `const netlink = [4, 6, 9, 12, 15, 16].map((protocol) => [16, 0x80003, protocol])
    return [[17, 3, 0], [2, 3, 1], [40, 1, 0], [38, 5, 0], [16, 3, 0], ...netlink].filter((socket) => native('socket', ...socket) >= 0).join()`,
  ),
  row(
    'asks for the network of the machine',
    `return native('socket', 16, 0x80003, 0) >= 0 && fs.readlinkSync('/proc/self/ns/net') === facts.network`,
  ),
  row('changes its root', `return native('chroot', Buffer.from('/\\0')) === 0`, 'root'),
  row(
    'keeps shared memory without a process',
    `const id = native('shmget', 0, 4096, 0o1600); if (id >= 0) native(process.arch === 'arm64' ? 195 : 31, id, 0); return id >= 0`,
  ),
  row('opens files by handle', `return native('open_by_handle_at', -100, Buffer.alloc(64), 0) >= 0`, 'nobody'),
  row(
    'starts programs by process.binding',
    `const made = process.binding('spawn_sync').spawn({ file: '/bin/cat', args: ['cat', facts.secretFile], envPairs: [], stdio: [{ type: 'pipe', readable: true, writable: false }, { type: 'pipe', readable: false, writable: true }] }); return String(made.output?.[1] ?? '').includes(facts.canary)`,
  ),
  row(
    'reads through a worker',
    `const { Worker } = require('node:worker_threads'); return new Promise((resolve) => new Worker('require("worker_threads").parentPort.postMessage((() => { try { return require("fs").readFileSync(' + JSON.stringify(facts.secretFile) + ', "utf8") } catch { return "" } })())', { eval: true, env: {} }).on('message', (text) => resolve(text.includes(facts.canary))).on('error', () => resolve(false)))`,
  ),
  row(
    'reads through the constructor of a function',
    `return this.constructor.constructor('return process')().mainModule.require('fs').readFileSync(facts.secretFile, 'utf8').includes(facts.canary)`,
  ),
  row(
    'reads through another context',
    `const found = require('node:vm').runInNewContext("this.constructor.constructor('return process')()"); return found.getBuiltinModule('fs').readFileSync(facts.secretFile, 'utf8').includes(facts.canary)`,
  ),
  row(
    'reads through the frames of an error',
    `const before = Error.prepareStackTrace; Error.prepareStackTrace = (_error, frames) => frames; const frames = new Error().stack; Error.prepareStackTrace = before; const global = frames.map((frame) => frame.getFunction?.()?.constructor).find((made) => made?.name === 'Function')?.('return process')() ?? process; return global.getBuiltinModule('fs').readFileSync(facts.secretFile, 'utf8').includes(facts.canary)`,
  ),
  row('takes the priority of the service', `return attempt(() => os.setPriority(0)) && os.getPriority() <= 0`),
  row('takes a higher priority than the service', `return attempt(() => os.setPriority(-5))`, 'root'),
  row(
    'plants a program for the next run',
    `return attempt(() => fs.writeFileSync(path.join(facts.hostTemporary, 'planted-' + facts.canary), '')) && facts.sees()`,
    'nobody',
  ),
]
