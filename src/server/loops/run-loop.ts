import { backoffMs, backoffPolicies, minuteMs } from '#kernel'
import type { Activity, Clock, Log, Signal } from '#kernel'
import { isDiskFull } from '#storage/database'
import type { LoopWatch } from './loop-watch.ts'
import type { SelfMetrics } from '../metrics/self-metrics.ts'

export interface Loop {
  readonly name: string
  /** One iteration. Answers how long to sleep before the next, in milliseconds; 0 means there may be more to do. */
  readonly iteration: () => Promise<number>
  /** Waits for what turns left under way, when no turn follows any more. */
  readonly finish?: () => Promise<void>
}

export interface LoopTools {
  readonly clock: Clock
  readonly log: Log
  readonly watch: LoopWatch
  readonly activity: Pick<Activity, 'during'>
  readonly metrics: Pick<SelfMetrics, 'turned'>
  readonly signal: AbortSignal
  /** Wakes a sleeping loop early; a hint that there is work. */
  readonly wake: Signal
  /**
   * The part of its first sleep that is slept, from 0 to 1. Loops that start together would always turn together, and
   * need a connection to the database each.
   */
  readonly firstShare?: number
}

/** A database that is unavailable for a day must not fill the log: after the first, failures are logged once per interval. */
const logEveryMs = minuteMs

/**
 * Turns a loop until the signal aborts. What an iteration throws is trouble from outside (the database is away): it is
 * logged, backed off from, and shown by the health page.
 */
export async function runLoop(loop: Loop, tools: LoopTools): Promise<void> {
  const { clock, log, watch, activity, metrics, signal, wake } = tools
  let failures = 0
  let loggedAt = 0
  let share = tools.firstShare ?? 1
  while (!signal.aborted) {
    const startedAt = clock.now()
    const heard = wake.notifications
    try {
      const sleepMs = await activity.during(loop.name, loop.iteration)
      failures = 0
      watch.succeeded(loop.name, sleepMs)
      metrics.turned(loop.name, 'ended', clock.now() - startedAt)
      await rest(tools, heard, sleepMs * share)
      share = 1
    } catch (error) {
      failures += 1
      const message = messageOf(error)
      watch.failed(loop.name, message, isDiskFull(error))
      metrics.turned(loop.name, 'failed', clock.now() - startedAt)
      if (!signal.aborted && (failures === 1 || clock.now() - loggedAt >= logEveryMs)) {
        loggedAt = clock.now()
        log.warn({ loop: loop.name, error: message, failures }, 'An iteration of a loop failed')
      }
      await clock.sleep(backoffMs(backoffPolicies.internal, failures), signal)
    }
  }
  try {
    await loop.finish?.()
  } catch (error) {
    log.warn({ loop: loop.name, error: messageOf(error) }, 'A loop did not end in order')
  }
}

/** Sleeps unless a hint came since `heard`: it may be about work that the iteration did not see. */
async function rest({ clock, signal, wake }: LoopTools, heard: number, ms: number): Promise<void> {
  if (ms > 0 && wake.notifications === heard) await wake.sleep(clock, ms, signal)
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
