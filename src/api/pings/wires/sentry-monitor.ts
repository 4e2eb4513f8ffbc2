import type { HeartbeatTimingInput } from '#management'

const unitDays: ReadonlyMap<string, number> = new Map([
  ['day', 1],
  ['week', 7],
  ['month', 30],
  ['year', 365],
])
/** Of a monitor that says nothing, in minutes. */
const usualMargin = 1
const usualRuntime = 30

/**
 * The timing of a heartbeat that the `monitor_config` of a check-in asks for; undefined without one, null for one that
 * cannot be read. The grace is the margin of the start and the longest run: a check-in that the job is done comes after both.
 */
export function timingOfMonitor(config: unknown): HeartbeatTimingInput | null | undefined {
  if (config === undefined || config === null) return undefined
  const { schedule, timezone, checkin_margin: margin, max_runtime: runtime }: Fields = Object(config)
  const grace = {
    grace: minutesOf(margin, usualMargin) + minutesOf(runtime, usualRuntime),
    graceUnit: 'minutes',
  } as const
  const { type, value, unit }: Fields = Object(schedule)
  if (type === 'crontab' && typeof value === 'string')
    return { ...grace, schedule: { expression: value, timezone: typeof timezone === 'string' ? timezone : null } }
  const period = type === 'interval' ? periodOf(value, unit) : null
  return period && { ...grace, ...period }
}

function periodOf(value: unknown, unit: unknown): Pick<HeartbeatTimingInput, 'period' | 'periodUnit'> | null {
  if (typeof value !== 'number') return null
  if (unit === 'minute' || unit === 'hour') return { period: value, periodUnit: `${unit}s` }
  const days = typeof unit === 'string' ? unitDays.get(unit) : undefined
  return days === undefined ? null : { period: value * days, periodUnit: 'days' }
}

type Fields = Readonly<Record<string, unknown>>

const minutesOf = (given: unknown, usual: number): number =>
  typeof given === 'number' && Number.isFinite(given) && given >= 0 ? given : usual
