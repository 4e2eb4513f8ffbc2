import type { HeartbeatTimeline } from '../api.ts'

/** When a job runs: by a schedule, or a period after the last time. */
export type JobRhythm = Pick<HeartbeatTimeline, 'periodSeconds' | 'schedule'>

/** How the tools that run jobs say when. */
export interface RhythmWords {
  readonly cron: string
  /** Lines of a timer of systemd. */
  readonly timer: string
  /** Empty, or where the times are. */
  readonly cronComment: string
  /** The time zone; null: none is needed. */
  readonly zone: string | null
}

const minuteSeconds = 60
const hourSeconds = 3_600
const daySeconds = 86_400
const weekSeconds = 7 * daySeconds

/** A schedule of cron for a job that runs this often; for lengths that cron cannot say, the next shorter one. */
export function cronOf(periodSeconds: number): string {
  if (periodSeconds >= weekSeconds) return '0 2 * * 1'
  if (periodSeconds >= daySeconds) return '0 2 * * *'
  const hours = divisorUpTo(24, periodSeconds / hourSeconds)
  if (hours !== null) return hours === 1 ? '0 * * * *' : `0 */${hours} * * *`
  const minutes = divisorUpTo(60, periodSeconds / minuteSeconds) ?? 1
  return minutes === 1 ? '* * * * *' : `*/${minutes} * * * *`
}

/** The largest divisor of a number that is not above another one; null if that is below 1. */
function divisorUpTo(whole: number, most: number): number | null {
  for (let one = Math.min(whole, Math.floor(most)); one >= 1; one -= 1) if (whole % one === 0) return one
  return null
}

/** The same time in cron, in a timer of systemd, and its time zone. */
export function rhythmWords({ periodSeconds, schedule }: JobRhythm): RhythmWords {
  const often = { cron: cronOf(periodSeconds), timer: `OnActiveSec=0\nOnUnitActiveSec=${periodSeconds}s` }
  if (schedule === null) return { ...often, cronComment: '', zone: null }
  const zone = schedule.timezone ?? 'UTC'
  const [line = ''] = schedule.expression.trim().split('\n')
  const isCron = line.split(/\s+/).length === cronFields
  const calendar = isCron ? calendarOf(line) : line
  return {
    cron: isCron ? line : often.cron,
    timer: calendar === null ? often.timer : `OnCalendar=${calendar} ${zone}`,
    cronComment: `# The schedule is in ${zone}.\n`,
    zone,
  }
}

const cronFields = 5

/** A calendar event that is the same as a pattern of cron of single values; null for others. */
function calendarOf(cron: string): string | null {
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = cron.split(/\s+/)
  const isPlain = weekday === '*' && [minute, hour, day, month].every((field) => /^(?:\*|\d+)$/.test(field))
  const written = (field: string): string => (field === '*' ? field : field.padStart(2, '0'))
  return isPlain ? `*-${written(month)}-${written(day)} ${written(hour)}:${written(minute)}:00` : null
}
