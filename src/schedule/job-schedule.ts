import { Cron } from 'croner'
import type { JobSchedule } from '#contract'
import { dayMs } from '#kernel'
import type { SettingsProblem } from './find-frequency-problem.ts'
import { localTimeOf } from './local-occurrences.ts'
import { isTimeZone } from './occurrences.ts'
import { patternOfCalendar } from './on-calendar.ts'
import type { CronPattern, WrongPart } from './on-calendar.ts'

/** A time at which a job is due. */
export interface DueTime {
  readonly atMs: number
  /** By the clocks of the time zone, ISO 8601 with the offset. */
  readonly localAt: string
  readonly clockChange: 'BEFORE' | null
  /** Whether clocks skip its usual time, so that it is when they have changed. */
  readonly isShifted: boolean
}

const linesMax = 10
const fields = [
  { name: 'minute', expected: 'a minute from 0 to 59, a list, a range such as 0-30, a step such as */15, or *' },
  { name: 'hour', expected: 'an hour from 0 to 23, a list, a range such as 8-18, a step such as */6, or *' },
  { name: 'day of the month', expected: 'a day from 1 to 31, a list, a range such as 1-7, L, 15W, or *' },
  { name: 'month', expected: 'a month from 1 to 12 or JAN to DEC, a list, a range, or *' },
  { name: 'day of the week', expected: 'a day from 0 to 7 or SUN to SAT, a list, a range, FRI#2, FRI#L, or *' },
] as const
const characters = /^[\w*,/#?-]+$/

const nicknames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '@yearly': '0 0 1 1 *',
    '@annually': '0 0 1 1 *',
    '@monthly': '0 0 1 * *',
    '@weekly': '0 0 * * 0',
    '@daily': '0 0 * * *',
    '@midnight': '0 0 * * *',
    '@hourly': '0 * * * *',
  }),
)

/** A Monday from which periods are counted, so that a schedule always has the same. */
const countedFromMs = Date.UTC(2026, 0, 5)

/** The first time after `afterMs` at which a job with this valid schedule is due, in epoch milliseconds. */
export function nextDueAt(schedule: JobSchedule, afterMs: number): number {
  const times = timersOf(schedule).map((timer) => timer.nextRun(new Date(afterMs))?.getTime() ?? Infinity)
  return Math.min(...times)
}

/** The next times at which a job with this valid schedule is due. */
export function dueTimes(schedule: JobSchedule, afterMs: number, count: number): DueTime[] {
  const zone = schedule.timezone ?? 'UTC'
  const wallClocks = timersOf({ ...schedule, timezone: null })
  const found: DueTime[] = []
  let before = localTimeOf(afterMs, zone)
  for (let atMs = nextDueAt(schedule, afterMs); found.length < count; atMs = nextDueAt(schedule, atMs)) {
    const localAt = localTimeOf(atMs, zone)
    const onWall = new Date(`${localAt.slice(0, clockLength)}Z`)
    found.push({
      atMs,
      localAt,
      clockChange: localAt.slice(clockLength) === before.slice(clockLength) ? null : 'BEFORE',
      isShifted: !wallClocks.some((timer) => timer.match(onWall)),
    })
    before = localAt
  }
  return found
}

/** Of a date and a time; the offset follows. */
const clockLength = 'YYYY-MM-DDTHH:MM:SS'.length

/** The time between two occurrences of a valid schedule in January 2026, at most 365 days. */
export function usualPeriodMs(schedule: JobSchedule): number {
  const first = nextDueAt(schedule, countedFromMs)
  return Math.min(365 * dayMs, nextDueAt(schedule, first) - first)
}

/** The five fields of cron that a valid schedule of one line is; null for what cron cannot say. */
export function cronOfSchedule({ expression }: JobSchedule): string | null {
  const [line = '', more] = linesOf(expression)
  const found = patternOf(line)
  if (more !== undefined || !('pattern' in found)) return null
  const [second, ...rest] = found.pattern.split(' ')
  const [, , day, , weekday] = rest
  const isOnBoth = found.needsBothDays === true && day !== '*' && weekday !== '*'
  return Number(second) === 0 && !isOnBoth ? rest.join(' ') : null
}

/** Validates an expression and its time zone; null when they are valid. `path` is what their names begin with. */
export function findScheduleProblem({ expression, timezone }: JobSchedule, path: string): SettingsProblem | null {
  if (timezone !== null && !isTimeZone(timezone)) return zoneProblem(timezone, path)
  const wrong = wrongPartOf(expression)
  if (wrong !== null)
    return problem(path, `${wrong.text === '' ? 'It' : JSON.stringify(wrong.text)} must be ${wrong.expected}.`)
  const schedule = { expression, timezone }
  if (!isEver(schedule)) return problem(path, 'It never comes.')
  return null
}

function wrongPartOf(expression: string): WrongPart | null {
  const lines = linesOf(expression)
  if (lines.length === 0 || lines.length > linesMax)
    return { text: '', expected: `a cron or OnCalendar expression, or up to ${linesMax} of them in lines` }
  const found = lines.map(patternOf)
  const wrong = found.find((one) => 'expected' in one)
  if (wrong !== undefined) return wrong
  const seconds = new Set(found.map((one) => ('pattern' in one ? one.pattern.split(' ')[0] : '')))
  const [second = ''] = seconds
  if (!/^\d+$/.test(second)) return { text: second, expected: 'one second: a schedule is due once a minute at most' }
  return seconds.size > 1 ? { text: '', expected: 'the same second in every line' } : null
}

const linesOf = (expression: string): readonly string[] =>
  expression
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Five fields are cron, everything else is OnCalendar; both become a pattern of six fields. */
function patternOf(line: string): CronPattern {
  const parts = (nicknames.get(line.toLowerCase()) ?? line).split(/\s+/)
  if (line.startsWith('@') && parts.length === 1)
    return { text: line, expected: `one of ${[...nicknames.keys()].join(', ')}` }
  if (parts.length !== fields.length) return wrongCount(parts) ?? patternOfCalendar(line)
  const wrong = parts.findIndex((part, index) => !isField(part, index))
  if (wrong === -1) return { pattern: `0 ${parts.join(' ')}` }
  return { text: parts[wrong] ?? '', expected: fields[wrong]?.expected ?? '' }
}

/** Every calendar event of several parts has a colon or a name. */
const wrongCount = (parts: readonly string[]): WrongPart | null =>
  parts.length > 1 && parts.every((part) => /^[\d*,/?-]+$/.test(part))
    ? { text: parts.join(' '), expected: `five fields: ${fields.map(({ name }) => name).join(', ')}` }
    : null

/** The library throws for fields that it cannot read. */
function isField(part: string, index: number): boolean {
  if (!characters.test(part)) return false
  try {
    timerOf({ pattern: `0 ${fields.map((_, at) => (at === index ? part : '*')).join(' ')}` }, null)
    return true
  } catch {
    return false
  }
}

const timersOf = ({ expression, timezone }: JobSchedule): readonly Cron[] =>
  linesOf(expression).flatMap((line) => {
    const found = patternOf(line)
    return 'pattern' in found ? [timerOf(found, timezone)] : []
  })

/**
 * Clocks are changed for jobs as for those of Vixie cron: a fixed time that is skipped comes when clocks have changed, one
 * that comes twice counts once, and a job of every hour or minute goes by the time that passes.
 */
const timerOf = (
  { pattern, needsBothDays = false }: { readonly pattern: string; readonly needsBothDays?: boolean },
  timezone: string | null,
): Cron =>
  new Cron(pattern, {
    timezone: timezone ?? 'UTC',
    paused: true,
    fixedTimeRule: 'no-wildcard',
    domAndDow: needsBothDays,
  })

/** The library finds none within the years that it looks at, or gives up. */
function isEver(schedule: JobSchedule): boolean {
  try {
    return nextDueAt(schedule, countedFromMs) < Infinity
  } catch {
    return false
  }
}

const zoneProblem = (timezone: string, path: string): SettingsProblem => ({
  code: 'HEARTBEAT_SCHEDULE_INVALID',
  values: { problem: `${path}timezone must be the IANA name of a time zone such as Europe/Berlin, not ${timezone}.` },
  problems: [{ path: `${path}timezone`, rule: 'format', parameters: { format: 'time-zone' } }],
})

const problem = (path: string, detail: string): SettingsProblem => ({
  code: 'HEARTBEAT_SCHEDULE_INVALID',
  values: { problem: `${path}expression: ${detail}` },
  problems: [{ path: `${path}expression`, rule: 'schedule', parameters: { detail } }],
})
