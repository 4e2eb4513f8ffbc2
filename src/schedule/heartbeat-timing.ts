import type { HeartbeatSettings, JobSchedule } from '#contract'
import { dayMs, hourMs, minuteMs, secondMs } from '#kernel'
import type { SettingsProblem } from './find-frequency-problem.ts'
import { findScheduleProblem, nextDueAt, usualPeriodMs } from './job-schedule.ts'

/** The part of a heartbeat's settings that timing needs. */
export type HeartbeatTiming = Pick<HeartbeatSettings, 'period' | 'periodUnit' | 'grace' | 'graceUnit' | 'schedule'>

const unitMs = {
  seconds: secondMs,
  minutes: minuteMs,
  hours: hourMs,
  days: dayMs,
} as const satisfies Record<HeartbeatSettings['periodUnit'], number>

const maxPeriodMs = 365 * dayMs
const shortestPeriodMs = 30 * secondMs

/** How often a ping is expected, in whole milliseconds. */
export const heartbeatPeriodMs = ({ period, periodUnit }: HeartbeatTiming): number =>
  Math.round(period * unitMs[periodUnit])

/** How much later than expected a ping may be, in whole milliseconds. */
export const heartbeatGraceMs = ({ grace, graceUnit }: HeartbeatTiming): number => Math.round(grace * unitMs[graceUnit])

/** The period of a schedule, in the largest unit that it is a whole number of; a day for one that is not valid. */
export function periodOfSchedule(schedule: JobSchedule): Pick<HeartbeatTiming, 'period' | 'periodUnit'> {
  const ms = findScheduleProblem(schedule, '') === null ? usualPeriodMs(schedule) : dayMs
  const unit = (['days', 'hours', 'minutes'] as const).find((one) => ms % unitMs[one] === 0) ?? 'seconds'
  return { period: ms / unitMs[unit], periodUnit: unit }
}

/** Validates schedule, period (30 seconds to 365 days) and grace (0 to 365 days); null when they are valid. */
export function findHeartbeatProblem(settings: HeartbeatTiming): SettingsProblem | null {
  const wrong = settings.schedule && findScheduleProblem(settings.schedule, 'heartbeat.schedule.')
  if (wrong) return wrong
  if (!isWithin(heartbeatPeriodMs(settings), shortestPeriodMs)) {
    return problem(
      'heartbeat.period',
      shortestPeriodMs,
      `heartbeat.period must be from 30 seconds to 365 days, not ${settings.period} ${settings.periodUnit}.`,
    )
  }
  if (!isWithin(heartbeatGraceMs(settings), 0)) {
    const text = `heartbeat.grace must be from 0 to 365 days, not ${settings.grace} ${settings.graceUnit}.`
    return problem('heartbeat.grace', 0, text)
  }
  return null
}

/** When the next ping is expected, by the schedule or a period after the timer was reset, in epoch milliseconds. */
export const expectedAt = (settings: HeartbeatTiming, resetAtMs: number): number =>
  settings.schedule ? nextDueAt(settings.schedule, resetAtMs) : resetAtMs + heartbeatPeriodMs(settings)

const toleranceShare = 0.02

/** How much earlier or later a ping may be and still is on time: 2 % of the period, a second to a minute. */
export const toleranceMs = (settings: HeartbeatTiming): number =>
  Math.min(minuteMs, Math.max(secondMs, heartbeatPeriodMs(settings) * toleranceShare))

/** The time to which a ping resets the timer: one just before the scheduled time is that of this time. */
export function resetByPing(settings: HeartbeatTiming, atMs: number): number {
  if (!settings.schedule) return atMs
  const dueMs = nextDueAt(settings.schedule, atMs)
  return dueMs - atMs <= toleranceMs(settings) ? dueMs : atMs
}

/** The failing time: without a ping until then the heartbeat fails, and the timer is reset to that time. */
export const failingAt = (settings: HeartbeatTiming, resetAtMs: number): number =>
  expectedAt(settings, resetAtMs) + heartbeatGraceMs(settings)

const isWithin = (ms: number, shortestMs: number): boolean => ms >= shortestMs && ms <= maxPeriodMs

const problem = (path: string, shortestMs: number, text: string): SettingsProblem => ({
  code: 'HEARTBEAT_PERIOD_INVALID',
  values: { problem: text },
  problems: [
    {
      path,
      rule: 'duration',
      parameters: { minimumSeconds: shortestMs / secondMs, maximumSeconds: maxPeriodMs / secondMs },
    },
  ],
})
