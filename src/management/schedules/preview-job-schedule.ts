import type { HeartbeatSchedulePreview, JobSchedule } from '#contract'
import { Fault, secondMs } from '#kernel'
import type { Caller } from '#kernel'
import { cronOfSchedule, dueTimes, findScheduleProblem, usualPeriodMs } from '#schedule'

const previewed = 5

/** When a job with this schedule would be due next. Throws HEARTBEAT_SCHEDULE_INVALID. */
export function previewJobSchedule({ nowMs }: Pick<Caller, 'nowMs'>, schedule: JobSchedule): HeartbeatSchedulePreview {
  const problem = findScheduleProblem(schedule, '')
  if (problem) throw new Fault(problem.code, problem)
  return {
    cron: cronOfSchedule(schedule),
    periodSeconds: usualPeriodMs(schedule) / secondMs,
    occurrences: dueTimes(schedule, nowMs, previewed).map(({ atMs, ...local }) => ({
      at: new Date(atMs).toISOString(),
      ...local,
    })),
  }
}
