import type { Activity } from '#kernel'
import type { RunLease, RunnerPort } from '#contract'

/**
 * Counts each run from its claim until it is handed in, and the reports and returns under way. Who tries again later what
 * failed does nothing meanwhile.
 */
export function countedRuns(port: RunnerPort, activity: Pick<Activity, 'begin' | 'during'>): RunnerPort {
  const ends = new Map<string, () => void>()
  const handIn = (leases: readonly RunLease[], send: () => Promise<void>): Promise<void> =>
    activity.during('report', () => {
      for (const { taskId } of leases) {
        ends.get(taskId)?.()
        ends.delete(taskId)
      }
      return send()
    })
  return {
    ...port,
    async claim(request) {
      const tasks = await port.claim(request)
      for (const { id } of tasks) if (!ends.has(id)) ends.set(id, activity.begin('run'))
      return tasks
    },
    report: (reports) => handIn(reports, () => port.report(reports)),
    giveBack: (returns) => handIn(returns, () => port.giveBack(returns)),
  }
}
