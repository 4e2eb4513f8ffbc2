import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { isatty } from 'node:tty'
import { root } from './install.mjs'

const wanted = 24
// A small young generation: most of what a run leaves behind dies young, and memory stays low (docs/performance.md). The
// size of the old one decides how far it grows before it is collected: to 1.8 times what lives, to 4 times by default.
const nodeFlags = JSON.parse(readFileSync(join(root, 'bin', 'node-flags.json'), 'utf8'))
// One arena for all threads: what each leaves free in its own is not returned to the system.
const nodeEnvironment = JSON.parse(readFileSync(join(root, 'bin', 'node-environment.json'), 'utf8'))
/** Compiled code of the service and the tools: a start from it takes two thirds of the processor time of one without. */
export const compileCache = join(root, 'node_modules', '.cache', 'compile')
/** F_SETFD of fcntl(2): without FD_CLOEXEC, the streams stay open. */
const setDescriptorFlags = 2
const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR2']

/** Runs a script under Node 24 in place of this process and ends with its exit code. Returns only on failure. */
export async function execute(script, args) {
  const node = findNode()
  const env = { NODE_COMPILE_CACHE: compileCache, ...nodeEnvironment, ...process.env }
  const replace = process.execve ? (...parts) => process.execve(...parts) : await findExecve()
  if (replace) replace(node, [node, ...nodeFlags, script, ...args], env)
  process.exit(
    await runChild(node, [...nodeFlags, '--import', join(root, 'bin', 'watch-parent.mjs'), script, ...args], env),
  )
}

/** For scripts of tools/: returns at once under Node 24, otherwise starts the script again under it. */
export async function requireNode24(script) {
  if (major(process.versions.node) >= wanted) return
  await execute(script, process.argv.slice(2))
}

function findNode() {
  if (major(process.versions.node) >= wanted && existsSync(process.execPath)) return process.execPath
  const local = join(root, 'node_modules', '.bin', 'node')
  if (existsSync(local)) return local
  throw new Error(
    `Belfry needs Node ${wanted}; this is Node ${process.versions.node}, and node_modules/.bin/node is missing. ` +
      `On Linux (x64, arm64) "npm ci --include=optional" brings it: it is left out by --omit=optional. ` +
      `Elsewhere install Node ${wanted} and start again.`,
  )
}

function major(version) {
  return Number(version.split('.')[0])
}

/**
 * The system call where Node does not offer it (before 22.15), so that no second process stays behind, which
 * would need 40 MB. Null where it cannot be called.
 */
async function findExecve() {
  if (process.platform !== 'linux') return null
  try {
    const { default: koffi } = await import('koffi')
    const library = koffi.load(null)
    const execve = library.func('int execve(str file, str *argv, str *envp)')
    const control = library.func('int fcntl(int file, int command, int value)')
    return (file, argv, env) => {
      for (const descriptor of [0, 1, 2]) control(descriptor, setDescriptorFlags, 0)
      execve(file, [...argv, null], [...Object.entries(env).map(([name, value]) => `${name}=${value}`), null])
    }
  } catch {
    return null
  }
}

// An IPC channel tells the child when this process is gone, whatever it died of.
function runChild(node, args, env) {
  const child = spawn(node, args, { env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  for (const signal of forwarded) process.on(signal, () => forward(child, signal))
  return new Promise((resolve, reject) => {
    child.on('error', (error) => reject(new Error(`Cannot run ${node} (${error.code}). Install Node ${wanted}.`)))
    child.on('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]))
  })
}

// A terminal sends Ctrl-C to the whole process group: the child has it already, a second one would mean "at once".
function forward(child, signal) {
  if (signal === 'SIGINT' && isatty(0)) return
  child.kill(signal)
}
