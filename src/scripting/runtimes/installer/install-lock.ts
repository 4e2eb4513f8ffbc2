import { readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { writeReason } from '#contract/reasons'

const refreshMs = 500
const pollMs = 250
const abandonedAfterMs = 3_000
/** Process ids say nothing about holders in other containers, so a lock that nobody refreshes is taken in the end. */
const hopelessAfterMs = 30_000

/**
 * Waits for the lock of an installation and returns what releases it, or null when another process has finished the
 * work meanwhile. It saves work; correctness does not depend on it, because installations appear by a rename.
 */
export async function acquireInstallLock(
  file: string,
  isDone: () => boolean,
  report: (progress: string) => void,
  signal: AbortSignal,
): Promise<(() => Promise<void>) | null> {
  for (;;) {
    if (isDone()) return null
    if (await tryLock(file)) return holdLock(file)
    if (await isAbandoned(file)) await rm(file, { force: true })
    else {
      report(writeReason('INSTALLATION_WAITING'))
      await sleep(pollMs, undefined, { signal })
    }
  }
}

async function tryLock(file: string): Promise<boolean> {
  try {
    await writeFile(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

function holdLock(file: string): () => Promise<void> {
  const timer = setInterval(() => {
    const now = new Date()
    utimes(file, now, now).catch(() => {})
  }, refreshMs)
  return async () => {
    clearInterval(timer)
    await rm(file, { force: true })
  }
}

async function isAbandoned(file: string): Promise<boolean> {
  try {
    const ageMs = Date.now() - (await stat(file)).mtimeMs
    if (ageMs > hopelessAfterMs) return true
    return ageMs > abandonedAfterMs && !isAlive(Number(await readFile(file, 'utf8')))
  } catch {
    return false
  }
}

function isAlive(pid: number): boolean {
  if (!pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
