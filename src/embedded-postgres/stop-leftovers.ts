import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Log } from '#kernel'
import { socketPort } from './cluster-layout.ts'
import type { ClusterLayout } from './cluster-layout.ts'
import { EmbeddedPostgresError, systemErrorCode } from './embedded-postgres-error.ts'
import { findServerProcesses } from './process-table.ts'
import { ensureUnlocked } from './server-lock.ts'
import { realTime } from './real-time.ts'

/** The signals and their waiting times: fast shutdown, then immediate shutdown, which recovery repairs. */
const steps = [
  { signal: 'SIGINT', waitMs: 15_000 },
  { signal: 'SIGQUIT', waitMs: 5_000 },
  { signal: 'SIGKILL', waitMs: 2_000 },
] as const

/**
 * Ends a server that outlived the process that started it and removes stale lock files. Call it only while
 * owning the data directory. A process is signalled only after its command line or directory named this cluster.
 */
export async function stopLeftovers(layout: ClusterLayout, log: Log): Promise<void> {
  for (const { signal, waitMs } of steps) {
    const processes = findServerProcesses(layout.cluster)
    if (processes.length === 0) break
    const postmaster = await readPostmasterId(layout)
    const targets = processes.filter((entry) => entry.pid === postmaster || signal !== 'SIGINT')
    log.warn({ pids: processes.map((entry) => entry.pid), signal }, 'Stopping a PostgreSQL server left behind')
    for (const { pid } of targets) trySignal(pid, signal)
    await waitUntilEnded(layout, waitMs)
  }
  const left = findServerProcesses(layout.cluster)[0]
  if (left !== undefined) {
    throw new EmbeddedPostgresError(
      'DATA_DIRECTORY_IN_USE',
      `PostgreSQL process ${left.pid} works on ${layout.cluster} and does not end. Stop it and start again.`,
    )
  }
  await ensureUnlocked(layout)
  const socket = path.join(layout.socketDirectory, `.s.PGSQL.${socketPort}`)
  const stale = [path.join(layout.cluster, 'postmaster.pid'), `${socket}.lock`, socket]
  await Promise.all(stale.map((file) => rm(file, { force: true })))
}

/** The first line of `postmaster.pid`, which may be stale. */
async function readPostmasterId(layout: ClusterLayout): Promise<number | undefined> {
  try {
    const text = await readFile(path.join(layout.cluster, 'postmaster.pid'), 'utf8')
    return Number.parseInt(text, 10)
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

async function waitUntilEnded(layout: ClusterLayout, waitMs: number): Promise<void> {
  const pollMs = 20
  for (let waited = 0; waited < waitMs; waited += pollMs) {
    if (findServerProcesses(layout.cluster).length === 0) return
    await realTime.sleep(pollMs)
  }
}

function trySignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (systemErrorCode(error) !== 'ESRCH') throw error
  }
}
