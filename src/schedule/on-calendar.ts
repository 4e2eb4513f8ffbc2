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
  const takes = (pattern: RegExp): string | undefined => (pattern.test(parts[0] ?? '') ? parts.shift() : undefined)
  const [weekday, date] = [takes(/^[a-z]/i), takes(/[-~]/)]
  const [time = midnight, more] = parts
  if (more !== undefined) return { text: more, expected: 'no further part: the time zone is a field of the schedule' }
  return joined(timeOf(time), dateOf(date ?? '*-*-*'), weekdaysOf(weekday))
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
  const found = text.split(',').map((range) => {
    const [from = '', to = from, ...more] = range.split(/\.\.|-/)
    const [first, last] = [numberOfDay(from), numberOfDay(to)]
    if (first < 0 || last < 0 || more.length > 0) return null
    if (first <= last) return first === last ? `${first}` : `${first}-${last}`
    return last === 0 ? `${first}-7` : `${first}-6,0-${last}`
  })
  return found.includes(null) ? { text, expected: weekdayExpected } : { pattern: found.join(',') }
}

const numberOfDay = (name: string): number => {
  const lower = name.toLowerCase()
  return weekdayNames.findIndex((day) => day === lower || day.slice(0, 3) === lower)
}

/** A list of values, ranges and steps. */
function partOf(text: string, unit: Unit): CronPattern {
  const found = text.split(',').map((item) => itemOf(item, unit))
  return found.includes(null) ? { text, expected: unit.expected } : { pattern: found.join(',') }
}

const itemPattern = /^(?:\*|(\d{1,2})(?:\.\.(\d{1,2}))?)(?:\/(\d{1,2}))?$/

/** A value, a range or a step as cron has it; a step from a value goes on to the end. Null for what is none. */
function itemOf(item: string, unit: Unit): string | null {
  const found = itemPattern.exec(item)
  if (found === null) return null
  const [, from, to, step] = found
  if (step !== undefined && !isWithin('1', step, { ...unit, least: 1 })) return null
  if (from === undefined) return step === undefined ? '*' : `*/${Number(step)}`
  return step === undefined ? rangeOf(from, to ?? from, unit) : stepsOf([from, to ?? String(unit.most), step], unit)
}

function rangeOf(from: string, to: string, unit: Unit): string | null {
  if (!isWithin(from, to, unit)) return null
  return from === to ? String(Number(from)) : `${Number(from)}-${Number(to)}`
}

const stepsOf = ([from, to, step]: readonly [string, string, string], unit: Unit): string | null =>
  isWithin(from, to, unit) ? `${Number(from)}-${Number(to)}/${Number(step)}` : null

const isWithin = (from: string, to: string, { least, most }: Unit): boolean =>
  Number(from) >= least && Number(to) >= Number(from) && Number(to) <= most
