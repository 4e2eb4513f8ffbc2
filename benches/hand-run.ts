import type { RunReport, RunTask, RunnerPort } from '#contract'
import { createEgress } from '#egress'
import { SystemClock, silentLog } from '#kernel'
import { createRunner } from '#runner'

const clock = new SystemClock()

/** The real runner, which executes the tasks it is given and hands back their reports. */
export interface HandRun {
  execute(tasks: readonly RunTask[]): Promise<RunReport[]>
  stop(): Promise<void>
}

export function startHandRun(): HandRun {
  const stop = new AbortController()
  const waiting: RunTask[] = []
  let given = Promise.withResolvers<void>()
  let expected = 0
  let reported: RunReport[] = []
  let done = Promise.withResolvers<RunReport[]>()
  const port: RunnerPort = {
    async claim({ limit, signal }) {
      if (waiting.length === 0) await Promise.race([given.promise, aborted(signal)])
      return waiting.splice(0, limit)
    },
    async report(reports) {
      reported.push(...reports)
      if (reported.length >= expected) done.resolve(reported)
    },
    storeArtifacts: async () => ({ stored: [], problems: [] }),
    readGoldenFile: async () => null,
    async giveBack() {},
    async renew() {},
  }
  const runner = createRunner({
    port,
    runnerId: 'bench',
    locations: ['eu-west-1'],
    concurrency: 50,
    tools: { egress: createEgress({ allowPrivateTargets: true }, clock), userAgent: 'bench' },
    clock,
    log: silentLog,
  })
  const ended = runner.run(stop.signal)
  return {
    async execute(tasks) {
      if (tasks.length === 0) return []
      reported = []
      expected = tasks.length
      done = Promise.withResolvers()
      waiting.push(...tasks)
      given.resolve()
      given = Promise.withResolvers()
      return done.promise
    },
    async stop() {
      stop.abort()
      given.resolve()
      await ended
    },
  }
}

const aborted = (signal: AbortSignal): Promise<unknown> =>
  signal.aborted ? Promise.resolve() : new Promise((resolve) => signal.addEventListener('abort', resolve))
