/** A part of an expression that no schedule can have. */
export interface WrongPart {
  /** As it was written. */
  readonly text: string
  readonly expected: string
}

/** A pattern of cron with seconds, or what is wrong. */
export type CronPattern =
  | {
      readonly pattern: string
      /** Due on days that are right by the month and by the week; in cron, on either. */
      readonly needsBothDays?: boolean
    }
  | WrongPart

const midnight = '00:00:00'
const shorthands: ReadonlyMap<string, string> = new Map(
  Object.entries({
    minutely: '*-*-* *:*:00',
    hourly: '*-*-* *:00:00',
    daily: `*-*-* ${midnight}`,
    weekly: `Mon *-*-* ${midnight}`,
    monthly: `*-*-01 ${midnight}`,
    quarterly: `*-01,04,07,10-01 ${midnight}`,
    semiannually: `*-01,07-01 ${midnight}`,
    yearly: `*-01-01 ${midnight}`,
    annually: `*-01-01 ${midnight}`,
  }),
)

const weekdayNames = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const weekdayExpected = 'days of the week such as Mon, Mon..Fri or Sat,Sun'

interface Unit {
  readonly least: number
  readonly most: number
  readonly expected: string
}
const months: Unit = { least: 1, most: 12, expected: 'a month from 1 to 12, a list, a range such as 1..3, or *' }
const days: Unit = { least: 1, most: 31, expected: 'a day from 1 to 31, a list, a range such as 1..7, or *' }
const hours: Unit = { least: 0, most: 23, expected: 'an hour from 0 to 23, a list, a range such as 8..18, or *' }
const minutes: Unit = { least: 0, most: 59, expected: 'a minute from 0 to 59, a list, a range such as 0..30, or *' }
const seconds: Unit = { least: 0, most: 59, expected: 'a second from 0 to 59' }

/** A calendar event of systemd (systemd.time(7)) as a pattern of cron; years and time zones are not part of it. */
export function patternOfCalendar(line: string): CronPattern {
  const parts = (shorthands.get(line.toLowerCase()) ?? line).split(/\s+/)
  const weekday = /^[a-z]/i.test(parts[0] ?? '') ? parts.shift() : undefined
  const date = /[-~]/.test(parts[0] ?? '') ? parts.shift() : undefined
  const time = parts.shift()
  const [more] = parts
  if (more !== undefined) return { text: more, expected: 'no further part: the time zone is a field of the schedule' }
  if (weekday === undefined && date === undefined && time === undefined) return { text: line, expected: 'a schedule' }
  return joined(timeOf(time ?? midnight), dateOf(date ?? '*-*-*'), weekdaysOf(weekday))
}

/** The parts in the order of cron, or the first that is wrong. */
function joined(...parts: readonly CronPattern[]): CronPattern {
  const wrong = parts.find((part) => 'expected' in part)
  return (
    wrong ?? {
      pattern: parts.map((part) => ('pattern' in part ? part.pattern : '')).join(' '),
      needsBothDays: true,
    }
  )
}

function timeOf(text: string): CronPattern {
  const [hour = '', minute, second = '00', ...more] = text.split(':')
  if (minute === undefined || more.length > 0) return { text, expected: 'a time such as 02:30 or 02:30:00' }
  return joined(partOf(second, seconds), partOf(minute, minutes), partOf(hour, hours))
}

function dateOf(text: string): CronPattern {
  const [, year, month = '', separator, day = ''] = /^(?:([^-~]+)-)?([^-~]+)([-~])([^-~]+)$/.exec(text) ?? []
  if (separator === undefined) return { text, expected: 'a date such as *-*-* or *-*-01' }
  if (year !== undefined && year !== '*') return { text: year, expected: '* for the year: a schedule goes on for ever' }
  if (separator === '~' && !/^0?1$/.test(day)) return { text: `~${day}`, expected: '~01, the last day of a month' }
  return joined(separator === '~' ? { pattern: 'L' } : partOf(day, days), partOf(month, months))
}

function weekdaysOf(text: string | undefined): CronPattern {
  if (text === undefined) return { pattern: '*' }
  const found = text.split(',').flatMap((range) => {
    const [from = '', to = from, ...more] = range.split(/\.\.|-/)
    const [first, last] = [numberOfDay(from), numberOfDay(to)]
    if (first < 0 || last < 0 || more.length > 0) return [-1]
    return Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, index) => (first + index) % 7)
  })
  return found.includes(-1) ? { text, expected: weekdayExpected } : { pattern: [...new Set(found)].join(',') }
}

const numberOfDay = (name: string): number => {
  const lower = name.toLowerCase()
  return weekdayNames.findIndex((day) => day === lower || day.slice(0, 3) === lower)
}

/** A list of values, ranges and steps; a step from a value goes on to the end. */
function partOf(text: string, { least, most, expected }: Unit): CronPattern {
  const found = text.split(',').map((item) => {
    const [, from = '', to, step] = /^(\*|\d{1,2})(?:\.\.(\d{1,2}))?(?:\/(\d{1,2}))?$/.exec(item) ?? []
    const isAll = from === '*'
    const [first, last] = [isAll ? least : Number(from), to === undefined ? null : Number(to)]
    const isWithin =
      from !== '' && first >= least && first <= most && (last === null || (last >= first && last <= most))
    if (!isWithin || (isAll && last !== null) || Number(step ?? 1) < 1 || Number(step ?? 1) > most) return null
    const range = isAll ? '*' : `${first}${last === null ? (step === undefined ? '' : `-${most}`) : `-${last}`}`
    return step === undefined ? range : `${range}/${Number(step)}`
  })
  return found.includes(null) ? { text, expected } : { pattern: found.join(',') }
}
