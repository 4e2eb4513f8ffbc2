'use strict'
// The last program before user code: it builds what is left of the wall from inside, gives everything up and becomes
// the command. It receives its instructions over the channel to its parent, which the command does not inherit.
const fs = require('node:fs')
const net = require('node:net')
const os = require('node:os')
const { applyLandlock } = require('./landlock.cjs')
const { buildRoot, raiseLoopback } = require('./mounts.cjs')
const { applySeccomp } = require('./seccomp.cjs')
const { call, tryCall, run, functions, text, SystemCallError } = require('./system-calls.cjs')

process.once('message', (spec) => {
  guarded(() => prepare(spec))
})
process.once('disconnect', () => process.exit(1))

function guarded(step) {
  try {
    step()
  } catch (error) {
    process.send({ problem: error instanceof Error ? error.message : String(error) }, () => process.exit(1))
  }
}

function prepare(spec) {
  if (spec.mounts) buildRoot(spec.base, spec.mounts)
  if (spec.raisesLoopback) raiseLoopback()
  if (spec.mounts) call('sethostname', text('belfry'), 6)
  if (!spec.hasDoor) return become(spec)
  // A socket belongs to the network namespace in which it was made, whoever listens on it.
  const server = net.createServer()
  server.listen(0, '127.0.0.1', () => {
    process.once('message', () => guarded(() => become(spec)))
    process.send({ door: server.address().port }, server)
  })
}

/**
 * The death of the service ends what is behind the wall as soon as the programs of the wall have asked the kernel for
 * that. Only when they have, the service is asked whether it is still there; the command starts on its answer.
 */
function become(spec) {
  process.chdir(spec.directory)
  fs.accessSync(spec.program, fs.constants.X_OK)
  if (spec.hasOwnProcesses && !isFirstWaiting()) return void setTimeout(() => guarded(() => become(spec)), firstPollMs)
  process.once('message', () => execute(spec))
  process.send({ isReady: true })
}

const firstPollMs = 2

/** The first process inside asks that it dies with the wall, and then does nothing but wait for others to end. */
function isFirstWaiting() {
  const stat = fs.readFileSync('/proc/1/stat', 'latin1')
  return stat[stat.lastIndexOf(')') + 2] === 'S'
}

function execute(spec) {
  try {
    yieldToOthers()
    restrict(spec)
    const variables = Object.entries(spec.environment).map(([name, value]) => `${name}=${value}`)
    run('execve', spec.program, [spec.program, ...spec.args, null], [...variables, null])
  } catch (error) {
    fs.writeSync(2, `belfry: the command could not be started: ${error.message}\n`)
    process.exit(127)
  }
}

const niceness = 5

/** The service, its database and the watcher of the run come before it. A script cannot take that back. */
function yieldToOthers() {
  try {
    os.setPriority(niceness)
    // Where the kernel shares the processor by sessions first, the session of the run yields as well.
    fs.writeFileSync('/proc/self/autogroup', String(niceness))
  } catch {
    // Not every kernel has such groups.
  }
}

const prctl = { dropBounding: 24, noNewPrivileges: 38, ambient: 47 }
const clearAmbient = 4
const lastCapability = 63
const capabilityVersion = 0x20080522
const resources = {
  cpu: 0,
  fileSize: 1,
  data: 2,
  core: 4,
  processes: 6,
  openFiles: 7,
  lockedMemory: 8,
  messageQueues: 12,
}

function restrict(spec) {
  resetSignals()
  keepDescriptors(spec.descriptors)
  for (const [name, value] of Object.entries(spec.resources)) setLimit(resources[name], value)
  for (let capability = 0; capability <= lastCapability; capability += 1)
    tryCall('prctl', prctl.dropBounding, capability)
  if (spec.uid !== null) {
    call('setgroups', 0, 0)
    call('setresgid', spec.uid, spec.uid, spec.uid)
    call('setresuid', spec.uid, spec.uid, spec.uid)
  }
  tryCall('prctl', prctl.ambient, clearAmbient)
  dropCapabilities()
  call('prctl', prctl.noNewPrivileges, 1)
  if (spec.isUnisolated) return
  const version = applyLandlock(spec.paths)
  if (version < spec.leastLandlock) throw new SystemCallError(`Landlock of version ${spec.leastLandlock}`, 'missing')
  applySeccomp(spec.sockets)
}

/** Ignored signals stay ignored in a new program, and Node ignores SIGPIPE. */
function resetSignals() {
  for (let number = 1; number <= 31; number += 1) functions.signal(number, 0)
}

const setDescriptorFlags = 2
const closeOnExec = 4

/** Node marks its own standard streams so that no program would inherit them; everything above them is not inherited. */
function keepDescriptors(count) {
  for (let descriptor = 0; descriptor < count; descriptor += 1) call('fcntl', descriptor, setDescriptorFlags, 0)
  call('close_range', count, 0x7fffffff, closeOnExec)
}

function setLimit(resource, value) {
  const bytes = Buffer.alloc(16)
  bytes.writeBigUInt64LE(BigInt(value), 0)
  bytes.writeBigUInt64LE(BigInt(value), 8)
  run('setrlimit', resource, bytes)
}

function dropCapabilities() {
  const header = Buffer.alloc(8)
  header.writeUInt32LE(capabilityVersion, 0)
  call('capset', header, Buffer.alloc(24))
}
