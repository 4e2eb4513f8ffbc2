import type { RunReport, RunTask, RunnerPort } from '#contract'
import { backoffMs } from '#kernel'
import type { Clock, Log } from '#kernel'
import type { ProbeTools } from '#probes'
import { executeTask } from './execute-task.ts'

export interface RunnerOptions {
  readonly port: RunnerPort
  readonly runnerId: string
  /** Region codes or queues of private locations. */
  readonly locations: readonly string[]
  readonly checkTypes: readonly string[]
  /** Tasks under way at once. */
  readonly concurrency: number
  readonly tools: Omit<ProbeTools, 'signal'>
  readonly clock: Clock
  readonly log: Log
}

export interface Runner {
  /** Works until `signal` aborts, then finishes and reports what it holds. */
  run(signal: AbortSignal): Promise<void>
  /** Tasks under way, and reports not stored yet. */
  readonly load: () => { readonly running: number; readonly unreported: number }
}

const claimBatch = 200
const reportBatch = 400
const claimWaitMs = 1_000
const renewEveryMs = 20_000

/** One runner: a claimer that keeps its free places filled and a reporter that sends what has finished, in batches. */
export function createRunner(options: RunnerOptions): Runner {
  const { clock } = options
  const held = new Map<string, RunTask>()
  let finished: RunReport[] = []
  let running = 0
  let wakeClaimer = (): void => {}
  let wakeReporter = (): void => {}
  // A stop lets runs finish: their own deadline ends them, and their results must not be lost.
  const unstopped = new AbortController().signal

  const start = (task: RunTask): void => {
    running += 1
    held.set(task.id, task)
    void executeTask(task, { ...options.tools, signal: unstopped }, () => clock.now()).then((report) => {
      running -= 1
      finished.push(report)
      wakeClaimer()
      wakeReporter()
    })
  }

  const claimUntil = async (signal: AbortSignal): Promise<void> => {
    let failures = 0
    while (!signal.aborted) {
      const free = options.concurrency - running
      if (free < Math.min(claimBatch, options.concurrency / 4)) {
        await new Promise<void>((resolve) => (wakeClaimer = resolve))
        continue
      }
      try {
        const request = { ...options, limit: Math.min(free, claimBatch), waitMs: claimWaitMs, signal }
        for (const task of await options.port.claim(request)) start(task)
        failures = 0
      } catch (error) {
        failures += 1
        options.log.warn({ error: messageOf(error), failures }, 'Claiming runs failed')
        await clock.sleep(backoffMs(failures, 100, 5_000), signal)
      }
    }
  }

  const reportUntil = async (isDone: () => boolean): Promise<void> => {
    let failures = 0
    for (;;) {
      if (finished.length === 0) {
        if (isDone()) return
        await new Promise<void>((resolve) => (wakeReporter = resolve))
        continue
      }
      const batch = finished.slice(0, reportBatch)
      try {
        await options.port.report(batch)
        finished = finished.slice(batch.length)
        for (const report of batch) held.delete(report.taskId)
        failures = 0
      } catch (error) {
        failures += 1
        options.log.warn({ error: messageOf(error), failures, reports: batch.length }, 'Reporting runs failed')
        if (isDone() && failures > 5) return
        await clock.sleep(backoffMs(failures, 100, 5_000))
      }
    }
  }

  const renewUntil = async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      await clock.sleep(renewEveryMs, signal)
      const leases = [...held.values()].map((task) => ({ taskId: task.id, leaseToken: task.leaseToken }))
      if (leases.length > 0) await options.port.renew(leases).catch(() => {})
    }
  }

  return {
    async run(signal) {
      let isClaiming = true
      const done = (): boolean => !isClaiming && running === 0
      signal.addEventListener('abort', () => wakeClaimer(), { once: true })
      const reporting = reportUntil(done)
      const renewing = renewUntil(signal)
      await claimUntil(signal)
      isClaiming = false
      wakeReporter()
      await Promise.all([reporting, renewing])
    },
    load: () => ({ running, unreported: finished.length }),
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
