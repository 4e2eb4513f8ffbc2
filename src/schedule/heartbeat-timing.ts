import type { HeartbeatSettings } from '#contract'
import { dayMs, hourMs, minuteMs, secondMs } from '#kernel'
import type { SettingsProblem } from './find-frequency-problem.ts'

/** The part of a heartbeat's settings that timing needs. */
export type HeartbeatTiming = Pick<HeartbeatSettings, 'period' | 'periodUnit' | 'grace' | 'graceUnit'>

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

/** Validates period (30 seconds to 365 days) and grace (0 to 365 days); null when they are valid. */
export function findHeartbeatProblem(settings: HeartbeatTiming): SettingsProblem | null {
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

/** When the next ping is expected: one period after the timer was reset, in epoch milliseconds. */
export const expectedAt = (settings: HeartbeatTiming, resetAtMs: number): number =>
  resetAtMs + heartbeatPeriodMs(settings)

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
