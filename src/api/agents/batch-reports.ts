import type { RunReport, RunnerPort } from '#contract'
import { Fault } from '#kernel'
import type { Clock } from '#kernel'

type Report = RunnerPort['report']

interface Call {
  readonly reports: readonly RunReport[]
  readonly done: () => void
  readonly failed: (error: unknown) => void
}

/** How long a call waits for those of other agents: many agents report single runs, and a batch costs about as much as one. */
const gatherMs = 30
const maxReports = 400

/**
 * Settles reports of several agents together. A call ends when its own reports are stored; when a batch fails, each call
 * of it is settled alone, so that no agent is rejected for what another one reported.
 */
export function batchReports(report: Report, clock: Clock): Report {
  let waiting: Call[] = []
  const settle = async (): Promise<void> => {
    await clock.gather(gatherMs)
    const calls = waiting
    waiting = []
    await settleTogether(report, calls)
  }
  return (reports) =>
    new Promise((done, failed) => {
      waiting.push({ reports, done, failed })
      if (waiting.length === 1) void settle()
    })
}

async function settleTogether(report: Report, calls: readonly Call[]): Promise<void> {
  for (const batch of batchesOf(calls)) {
    const [, ...others] = batch
    const all = batch.flatMap(({ reports }) => reports)
    try {
      await report(all)
      for (const { done } of batch) done()
    } catch (error) {
      const isOutage = error instanceof Fault && error.code === 'STORAGE_UNAVAILABLE'
      if (others.length === 0 || isOutage) for (const { failed } of batch) failed(error)
      else for (const call of batch) await settleTogether(report, [call])
    }
  }
}

/** A report that an agent sent again while the first call waits is settled behind it. */
function batchesOf(calls: readonly Call[]): Call[][] {
  const batches: Call[][] = []
  let runs = new Set<string>()
  for (const call of calls) {
    const last = batches.at(-1)
    const isAgain = call.reports.some(({ taskId }) => runs.has(taskId))
    if (last === undefined || isAgain || runs.size + call.reports.length > maxReports) {
      batches.push([call])
      runs = new Set()
    } else last.push(call)
    for (const { taskId } of call.reports) runs.add(taskId)
  }
  return batches
}
