import { backoffMs, backoffPolicies, hasTriesLeft, minuteMs } from '#kernel'
import type { Log } from '#kernel'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'
import type { ClusterParts } from './initialise-cluster.ts'
import { launchPostmaster } from './postmaster.ts'
import type { Postmaster, ServerExit } from './postmaster.ts'
import { stopLeftovers } from './stop-leftovers.ts'
import { realTime } from './real-time.ts'

export interface SupervisedPostmaster {
  pid(): number
  onExit(listener: (exit: ServerExit) => void): void
  stop(): Promise<void>
}

/** After the first, failures to start are logged at most once a minute. */
const logEveryTries = 12
/** A server that ran this long resets the count of failures. */
const steadyMs = minuteMs

/**
 * Starts the server and restarts it whenever it exits unexpectedly, at once at first and then with growing
 * pauses, for as long as it takes. Only the first start can reject.
 */
export async function supervisePostmaster(parts: ClusterParts, log: Log): Promise<SupervisedPostmaster> {
  const listeners = new Set<(exit: ServerExit) => void>()
  const stopped = new AbortController()
  let current = await launchPatiently(parts, log, stopped.signal)
  const interrupt = (): void => current.interrupt()
  process.once('exit', interrupt)

  const watch = async (): Promise<void> => {
    for (let failures = 1; !stopped.signal.aborted; failures += 1) {
      const since = realTime.monotonicMs()
      const exit = await current.exited
      if (stopped.signal.aborted) return
      log.error({ pid: current.pid, code: exit.code, signal: exit.signal }, 'PostgreSQL ended and is started again')
      for (const listener of listeners) listener(exit)
      if (realTime.monotonicMs() - since > steadyMs) failures = 1
      current = (await relaunch(parts, log, { signal: stopped.signal, failures })) ?? current
    }
  }
  const watching = watch()

  return {
    pid: () => current.pid,
    onExit: (listener) => void listeners.add(listener),
    stop: async () => {
      stopped.abort()
      process.off('exit', interrupt)
      await current.stop()
      await watching
      await current.stop()
    },
  }
}

/** Tries until the server runs, or until it is stopped. */
async function relaunch(
  parts: ClusterParts,
  log: Log,
  { signal, failures }: { signal: AbortSignal; failures: number },
): Promise<Postmaster | undefined> {
  for (let tries = failures; !signal.aborted; tries += 1) {
    if (tries > 1) await realTime.sleep(backoffMs(backoffPolicies.internal, tries - 1), signal)
    try {
      await stopLeftovers(parts.layout, log)
      await parts.runtime.copy?.restore()
      const postmaster = await launchPostmaster(parts, log)
      log.info({ pid: postmaster.pid }, 'PostgreSQL runs again')
      return postmaster
    } catch (error) {
      if (tries === failures || tries % logEveryTries === 0)
        log.error(
          { error: error instanceof Error ? error.message : String(error) },
          'PostgreSQL could not be restarted',
        )
    }
  }
  return undefined
}

/** A predecessor that is just ending holds its lock file and shared memory for a moment longer. */
async function launchPatiently(parts: ClusterParts, log: Log, signal: AbortSignal): Promise<Postmaster> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await launchPostmaster(parts, log)
    } catch (error) {
      const passing =
        error instanceof EmbeddedPostgresError &&
        error.code === 'START_FAILED' &&
        /lock file|shared memory block/.test(error.message)
      if (!passing || !hasTriesLeft(backoffPolicies.serverStart, attempt)) throw error
      await realTime.sleep(backoffMs(backoffPolicies.serverStart, attempt), signal)
      await stopLeftovers(parts.layout, log)
    }
  }
}
