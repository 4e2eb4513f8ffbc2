import { createHash } from 'node:crypto'
import { spawn } from 'node:child_process'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

const modules = join(root, 'node_modules')
const stampFile = join(modules, '.belfry-installed')
const lockFile = join(root, '.cache', 'install.lock')
const abandonedAfterMs = 3_000
const hopelessAfterMs = 600_000

/**
 * Brings node_modules in line with package-lock.json, once, however many processes ask at the same time.
 * `tools` asks for the development packages too. Throws an Error with advice when npm fails.
 */
export async function ensureInstalled({ tools = false } = {}) {
  if (isInstalled(tools)) return
  const release = await acquireLock(() => isInstalled(tools))
  if (!release) return
  try {
    process.stderr.write('Installing packages as package-lock.json lists them …\n')
    rmSync(stampFile, { force: true })
    await runNpm(tools)
    mkdirSync(modules, { recursive: true })
    writeFileSync(stampFile, stamp())
  } finally {
    release()
  }
}

function isInstalled(tools) {
  if (tools && !existsSync(join(modules, 'vitest', 'package.json'))) return false
  if (readText(stampFile) === stamp()) return true
  if (!agreesWithLock()) return false
  writeQuietly(stampFile, stamp())
  return true
}

function stamp() {
  const lock = readFileSync(join(root, 'package-lock.json'))
  return `${createHash('sha256').update(lock).digest('hex')} ${process.platform}-${process.arch}\n`
}

// Somebody may have run npm themselves (an image built with `npm ci --omit=dev`): npm's own record tells.
function agreesWithLock() {
  const found = readJson(join(modules, '.package-lock.json'))?.packages
  const wanted = readJson(join(root, 'package-lock.json'))?.packages
  if (!found || !wanted) return false
  return Object.entries(wanted).every(([path, row]) => {
    if (path === '') return true
    const other = found[path]
    if (!other) return Boolean(row.optional || row.dev || row.peer)
    return other.version === row.version && other.integrity === row.integrity
  })
}

/** Gives a function that releases the lock, or nothing when somebody else has finished the work meanwhile. */
async function acquireLock(isDone) {
  mkdirSync(dirname(lockFile), { recursive: true })
  let told = false
  for (;;) {
    if (tryLock()) {
      if (!isDone()) return holdLock()
      rmSync(lockFile, { force: true })
      return undefined
    }
    if (isAbandoned()) rmSync(lockFile, { force: true })
    else {
      if (!told) process.stderr.write('Another process is installing packages; waiting for it …\n')
      told = true
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
  }
}

function tryLock() {
  try {
    writeFileSync(lockFile, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw new Error(`Cannot write ${lockFile} (${error.code}). Run the first start as the owner of this directory.`)
  }
}

function holdLock() {
  const beat = setInterval(() => {
    try {
      utimesSync(lockFile, new Date(), new Date())
    } catch {
      // The lock was taken away by hand; npm goes on.
    }
  }, 500)
  return () => {
    clearInterval(beat)
    rmSync(lockFile, { force: true })
  }
}

// The holder refreshes the time of its lock, so a live one is never taken away, not even from another container.
function isAbandoned() {
  try {
    const ageMs = Date.now() - statSync(lockFile).mtimeMs
    if (ageMs > hopelessAfterMs) return true
    return ageMs > abandonedAfterMs && !isAlive(Number(readFileSync(lockFile, 'utf8')))
  } catch {
    return false
  }
}

function isAlive(pid) {
  if (!pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function runNpm(tools) {
  const include = tools ? ['--include=dev', '--include=optional'] : ['--include=optional']
  const npm = spawn('npm', ['ci', '--loglevel=error', '--no-audit', '--no-fund', ...include], {
    cwd: root,
    env: npmEnvironment(),
    stdio: ['ignore', 2, 2],
  })
  // If this process is killed the lock still names npm, which goes on and finishes.
  if (npm.pid) writeQuietly(lockFile, String(npm.pid))
  const forward = (signal) => npm.kill(signal)
  process.on('SIGINT', forward).on('SIGTERM', forward)
  return new Promise((resolve, reject) => {
    npm.on('error', (error) => reject(new Error(`Cannot run npm (${error.code}). Install npm, then try again.`)))
    npm.on('exit', (code, signal) => {
      process.off('SIGINT', forward).off('SIGTERM', forward)
      if (code === 0) resolve()
      else reject(new Error(`npm ci ended with ${signal ?? `code ${code}`}; its message is above.`))
    })
  })
}

// `npm start` puts node_modules/.bin first in PATH: npm would then run on the very files it is about to delete.
function npmEnvironment() {
  const path = (process.env.PATH ?? '').split(delimiter)
  const env = {
    ...process.env,
    PATH: path.filter((entry) => !entry.endsWith(join('node_modules', '.bin'))).join(delimiter),
  }
  delete env.NODE_OPTIONS
  if (!isWritable(homedir())) env.npm_config_cache = join(root, '.cache', 'npm')
  return env
}

function isWritable(directory) {
  try {
    accessSync(directory, constants.W_OK)
    return true
  } catch {
    return false
  }
}

function readText(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

function readJson(path) {
  const text = readText(path)
  return text === undefined ? undefined : JSON.parse(text)
}

function writeQuietly(path, text) {
  try {
    writeFileSync(path, text)
  } catch {
    // A read-only installation is fine: the next start compares again.
  }
}
