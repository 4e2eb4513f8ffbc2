import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Log } from '#kernel'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import type { ClusterParts } from './initialise-cluster.ts'
import { serverEnvironment } from './server-environment.ts'
import { lockConflictExitCode, lockedElsewhere } from './server-lock.ts'
import { openServerLog, readServerLog } from './server-log-file.ts'
import { clusterName, serverPaths, withDirectory } from './server-paths.ts'
import { realTime } from './real-time.ts'

export interface ServerExit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** One run of the server, from its start to its end. */
export interface Postmaster {
  readonly pid: number
  readonly exited: Promise<ServerExit>
  /** Ends the server: at first fast, later hard. Resolves when it has ended. */
  stop(): Promise<void>
  /** Requests a fast shutdown without waiting, for the exit handler of this process. */
  interrupt(): void
}

const stopSteps = [
  { signal: 'SIGINT', waitMs: 15_000 },
  { signal: 'SIGQUIT', waitMs: 5_000 },
  { signal: 'SIGKILL', waitMs: 2_000 },
] as const

/** Starts the server and returns when it takes connections. Rejects with `START_FAILED` when it ends before. */
export async function launchPostmaster(parts: ClusterParts, log: Log): Promise<Postmaster> {
  const { layout, account, launcher, runtime } = parts
  const { cluster, lockFile } = serverPaths(layout, account)
  const options = ['-D', cluster, '-c', `cluster_name=${clusterName(layout.cluster)}`]
  const { command, args, ...identity } = launcher(runtime.postgres, options, lockFile)
  const serverLog = openServerLog(layout.serverLog)
  // Its own session: an interrupt typed at the terminal must reach us first, not the server.
  const child = withDirectory(parts, (directory) =>
    spawn(command, args, {
      ...identity,
      cwd: '/',
      env: serverEnvironment,
      detached: true,
      stdio: ['ignore', serverLog.descriptor, serverLog.descriptor, ...directory],
    }),
  )
  const exited = exitOf(child)
  serverLog.close()
  const ended = await waitUntilReady(child, exited, layout.cluster, log)
  if (ended !== undefined) {
    if (ended.code === lockConflictExitCode) throw lockedElsewhere(layout.dataDir)
    throw startFailed(ended, layout.serverLog, await readServerLog(layout.serverLog, serverLog.position))
  }
  return {
    pid: child.pid ?? 0,
    exited,
    stop: () => stopChild(child, exited),
    interrupt: () => void child.kill('SIGINT'),
  }
}

interface EarlyExit extends ServerExit {
  readonly problem?: string
}

const exitOf = (child: ChildProcess): Promise<EarlyExit> =>
  new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: null, signal: null, problem: error.message }))
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })

/** Waits as long as the server lives, since recovery may take its time. Returns how it ended when it ended first. */
async function waitUntilReady(
  child: ChildProcess,
  exited: Promise<EarlyExit>,
  cluster: string,
  log: Log,
): Promise<EarlyExit | undefined> {
  const pollMs = 5
  const reportMs = 5000
  for (let waited = 0; ; waited += pollMs) {
    const ended = await Promise.race([exited, realTime.sleep(pollMs)])
    if (ended !== undefined) return ended
    if (await isReady(cluster, child.pid)) return undefined
    if (waited > 0 && waited % reportMs === 0) log.info({ pid: child.pid }, 'PostgreSQL is still recovering')
  }
}

/** The first line of `postmaster.pid` is the process id, the eighth its state. */
async function isReady(cluster: string, pid: number | undefined): Promise<boolean> {
  const text = await readFile(path.join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n')
  return lines[0]?.trim() === String(pid) && lines[7]?.trim() === 'ready'
}

async function stopChild(child: ChildProcess, exited: Promise<ServerExit>): Promise<void> {
  for (const { signal, waitMs } of stopSteps) {
    child.kill(signal)
    const waiting = new AbortController()
    const ended = await Promise.race([exited, realTime.sleep(waitMs, waiting.signal)])
    waiting.abort()
    if (ended !== undefined) return
  }
}

function startFailed(ended: EarlyExit, file: string, output: string): EmbeddedPostgresError {
  const reason = ended.problem ?? (ended.signal === null ? `exit code ${ended.code}` : `signal ${ended.signal}`)
  const outputText = output === '' ? 'It wrote nothing.' : `Its output:\n${output}`
  return new EmbeddedPostgresError('START_FAILED', `PostgreSQL did not start (${reason}, log: ${file}). ${outputText}`)
}
