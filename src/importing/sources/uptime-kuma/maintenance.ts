import { Temporal } from 'temporal-polyfill'
import type { Draft } from '../../draft.ts'
import { idOf, isOn, jsonOf, linksOf, rowsOf, textOf } from './kuma-data.ts'
import type { KumaData, Row } from './kuma-data.ts'

interface Window {
  readonly name: string
  readonly startsAt: string
  readonly endsAt: string
  readonly timezone: string
  readonly repeatUnit?: 'DAY' | 'WEEK' | 'MONTH'
  readonly repeatInterval?: number
  readonly repeatEndsAt?: string
}

interface Maintenance {
  readonly row: Row
  readonly name: string
  readonly timezone: string
  /** The day from which on it repeats. */
  readonly from: Temporal.PlainDate
  readonly repeatEndsAt: { readonly repeatEndsAt?: string }
}

/** Adds windows that pause the checks of a generated tag; returns the tags by monitor, also by groups of them. */
export function addMaintenances(
  draft: Draft,
  data: KumaData,
  serverTimezone: string | null,
  pages: ReadonlyMap<string, string>,
): ReadonlyMap<string, readonly string[]> {
  const monitors = linksOf(rowsOf(data, 'monitor_maintenance'), 'maintenance_id', 'monitor_id')
  const onPages = linksOf(rowsOf(data, 'maintenance_status_page'), 'maintenance_id', 'status_page_id')
  const tags = new Map<string, string[]>()
  for (const row of rowsOf(data, 'maintenance')) {
    const id = idOf(row['id'])
    const name = (textOf(row['title']) || `Maintenance ${id}`).slice(0, 180)
    const item = `maintenance "${name}" (${id})`
    const windows = windowsOf(draft, item, { row, name, serverTimezone })
    if (windows.length === 0) continue
    const tag = `kuma-maintenance-${id}`
    const shown = (onPages.get(id) ?? []).flatMap((page) => pages.get(page) ?? [])
    const fields = { tags: [tag], ...descriptionOf(row), ...visibilityOf(shown) }
    for (const [index, window] of windows.entries()) {
      const logicalId = windows.length === 1 ? `kuma-${id}` : `kuma-${id}-${index + 1}`
      draft.add({ section: 'maintenanceWindows', logicalId, item, value: { ...window, ...fields } })
    }
    for (const monitor of monitors.get(id) ?? []) tags.set(monitor, [...(tags.get(monitor) ?? []), tag])
  }
  return tags
}

function descriptionOf(row: Row): { readonly description?: string } {
  const description = textOf(row['description']).slice(0, 2000)
  return description === '' ? {} : { description }
}

const visibilityOf = (pages: readonly string[]) =>
  pages.length > 0 && { statusPageVisibility: { enabled: true, statusPages: pages, affectAllServices: true } }

interface Given {
  readonly row: Row
  readonly name: string
  readonly serverTimezone: string | null
}

function windowsOf(draft: Draft, item: string, { row, name, serverTimezone }: Given): readonly Window[] {
  const say = (field: string, fate: 'exact' | 'approximated' | 'impossible' | 'ignored', note = ''): void =>
    draft.report({ item, field, fate, note })
  const strategy = textOf(row['strategy'])
  if (strategy === 'manual') {
    const note = 'A window needs times. Deactivate the checks instead, or make a window when you need one.'
    say('strategy', 'impossible', note)
    return []
  }
  if ('active' in row && !isOn(row['active'])) {
    say('active', 'ignored', 'It is not in use.')
    return []
  }
  const wanted = wantedTimezone(row, serverTimezone)
  const timezone = isTimezone(wanted) ? wanted : 'UTC'
  if (timezone !== wanted)
    say('timezone', 'approximated', `The time zone ${wanted.slice(0, 60)} is unknown: UTC is used.`)
  const windows = inStrategy(strategy, {
    row,
    name,
    timezone,
    from: firstDayOf(row),
    repeatEndsAt: lastDayOf(row),
  })
  if (windows.length === 0) say('strategy', 'impossible', 'Its times have no counterpart: make a window by hand.')
  else say('strategy', 'exact')
  return windows
}

/** Of windows that always were in use. */
const earliest = Temporal.PlainDate.from('2025-01-01')

const firstDayOf = (row: Row): Temporal.PlainDate =>
  dateOf(row['start_date']) ?? dateOf(row['last_start_date']) ?? earliest

function wantedTimezone(row: Row, serverTimezone: string | null): string {
  const given = textOf(row['timezone'])
  return given === '' || given === 'SAME_AS_SERVER' ? (serverTimezone ?? 'UTC') : given
}

function inStrategy(strategy: string, maintenance: Maintenance): readonly Window[] {
  const { row, from } = maintenance
  switch (strategy) {
    case 'single':
      return once(maintenance)
    case 'recurring-interval': {
      const days = Math.round(Number(textOf(row['interval_day'])))
      return days >= 1 && days <= 365 ? timed(maintenance, from, { repeatUnit: 'DAY', repeatInterval: days }) : []
    }
    case 'recurring-weekday':
      return numbersIn(row['weekdays'], 0, 7).flatMap((day) => weekly(maintenance, day, timesOf(row)))
    case 'recurring-day-of-month':
      return monthDays(row['days_of_month']).flatMap((day) => monthly(maintenance, day, timesOf(row)))
    case 'cron':
      return byCron(maintenance)
    default:
      return []
  }
}

function once({ row, name, timezone }: Maintenance): readonly Window[] {
  const start = dateTimeOf(row['start_date'])
  const end = dateTimeOf(row['end_date'])
  if (start === null || end === null || Temporal.PlainDateTime.compare(start, end) >= 0) return []
  return [{ name, startsAt: instantOf(start, timezone), endsAt: instantOf(end, timezone), timezone }]
}

interface Times {
  readonly start: Temporal.PlainTime
  readonly seconds: number
}

type Repetition = { readonly repeatUnit: 'DAY' | 'WEEK' | 'MONTH'; readonly repeatInterval: number }

/** An end before the start is that of the next day. */
function timesOf(row: Row): Times | null {
  const start = timeOf(row['start_time'])
  const end = timeOf(row['end_time'])
  if (start === null || end === null) return null
  const seconds = Math.round(start.until(end).total('seconds'))
  return { start, seconds: seconds <= 0 ? seconds + 86_400 : seconds }
}

const timed = (maintenance: Maintenance, day: Temporal.PlainDate, repetition: Repetition): readonly Window[] =>
  windowAt(maintenance, day, repetition, timesOf(maintenance.row))

function windowAt(
  { name, timezone, repeatEndsAt }: Maintenance,
  day: Temporal.PlainDate,
  repetition: Repetition,
  times: Times | null,
): readonly Window[] {
  if (times === null || times.seconds > shortest[repetition.repeatUnit] * repetition.repeatInterval) return []
  const { repeatEndsAt: last } = repeatEndsAt
  if (last !== undefined && last < day.toString()) return []
  const start = day.toPlainDateTime(times.start)
  const startsAt = instantOf(start, timezone)
  const endsAt = new Date(Date.parse(startsAt) + times.seconds * 1000).toISOString()
  return [{ name, startsAt, endsAt, timezone, ...repetition, ...repeatEndsAt }]
}

/** Seconds between two occurrences at least. */
const shortest = { DAY: 86_400 - 3600, WEEK: 7 * 86_400 - 3600, MONTH: 28 * 86_400 - 3600 } as const

/** Days count from 0, a Sunday; 7 is one as well. */
const weekly = (maintenance: Maintenance, day: number, times: Times | null): readonly Window[] => {
  const weekday = day % 7 === 0 ? 7 : day
  const first = maintenance.from.add({ days: (weekday - maintenance.from.dayOfWeek + 7) % 7 })
  return windowAt(maintenance, first, { repeatUnit: 'WEEK', repeatInterval: 1 }, times)
}

/** The window begins in a month that has the day, of which shorter months have the last one. */
function monthly(maintenance: Maintenance, day: number, times: Times | null): readonly Window[] {
  let month = maintenance.from.with({ day: 1 })
  while (month.daysInMonth < day || Temporal.PlainDate.compare(month.with({ day }), maintenance.from) < 0)
    month = month.add({ months: 1 })
  return windowAt(maintenance, month.with({ day }), { repeatUnit: 'MONTH', repeatInterval: 1 }, times)
}

const names = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'] as const

/** Minute and hour as numbers, day of the month, any month, day of the week. */
const cronPattern = /^(\d{1,2})\s+(\d{1,2})\s+(\S+)\s+\*\s+(\S+)$/

/** A time of every day, of days of the week or of days of the month. */
function byCron(maintenance: Maintenance): readonly Window[] {
  const { row } = maintenance
  const [, minute = '', hour = '', day = '', weekday = ''] = cronPattern.exec(textOf(row['cron']).toUpperCase()) ?? []
  const times = cronTimes(row, `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`)
  return times === null ? [] : onDays(maintenance, { day, weekday }, times)
}

type Days = Readonly<Record<'day' | 'weekday', string>>

function onDays(maintenance: Maintenance, { day, weekday }: Days, times: Times): readonly Window[] {
  if (isAny(day) && isAny(weekday))
    return windowAt(maintenance, maintenance.from, { repeatUnit: 'DAY', repeatInterval: 1 }, times)
  if (isAny(weekday)) return listed(day, 1, 31).flatMap((one) => monthly(maintenance, one, times))
  const numbered = names.reduce((text, name, index) => text.replaceAll(name, String(index)), weekday)
  return isAny(day) ? listed(numbered, 0, 7).flatMap((one) => weekly(maintenance, one, times)) : []
}

const isAny = (field: string): boolean => field === '*' || field === '?'

function cronTimes(row: Row, time: string): Times | null {
  const start = timeOf(time)
  const seconds = Number(textOf(row['duration']))
  return start !== null && seconds >= 60 ? { start, seconds } : null
}

/** `1,3-5`; empty for everything else. */
function listed(text: string, least: number, most: number): readonly number[] {
  const parts = text.split(',').map((part) => /^(\d{1,2})(?:-(\d{1,2}))?$/.exec(part))
  const days = parts.flatMap((part) => {
    if (part === null) return [Number.NaN]
    const [, from, to = from] = part
    return Array.from({ length: Math.max(0, Number(to) - Number(from) + 1) }, (_none, index) => Number(from) + index)
  })
  return days.every((day) => day >= least && day <= most) ? [...new Set(days)] : []
}

function numbersIn(value: unknown, least: number, most: number): readonly number[] {
  const given = jsonOf(value)
  const list: readonly unknown[] = Array.isArray(given) ? given : []
  return [...new Set(list.map(Number))].filter((day) => Number.isInteger(day) && day >= least && day <= most)
}

const lastDay = 31

function monthDays(value: unknown): readonly number[] {
  const given = jsonOf(value)
  const list: readonly unknown[] = Array.isArray(given) ? given : []
  return numbersIn(
    list.map((day) => (day === 'lastDay1' ? lastDay : day)),
    1,
    lastDay,
  )
}

const isTimezone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const instantOf = (local: Temporal.PlainDateTime, timezone: string): string =>
  new Date(local.toZonedDateTime(timezone).epochMilliseconds).toISOString()

/** `YYYY-MM-DD HH:MM[:SS]`, also with a T, in the years that dates of the service have. */
function dateTimeOf(value: unknown): Temporal.PlainDateTime | null {
  const found = /^(20\d\d-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d)?))?/.exec(textOf(value))
  if (!found) return null
  try {
    return Temporal.PlainDateTime.from(`${found[1]}T${found[2] ?? '00:00'}`)
  } catch {
    return null
  }
}

const dateOf = (value: unknown): Temporal.PlainDate | null => dateTimeOf(value)?.toPlainDate() ?? null

function timeOf(value: unknown): Temporal.PlainTime | null {
  const found = /^(\d\d):(\d\d)(?::\d\d(?:\.\d+)?)?$/.exec(textOf(value))
  const [hour, minute] = [Number(found?.[1]), Number(found?.[2])]
  return found && hour < 24 && minute < 60 ? Temporal.PlainTime.from({ hour, minute }) : null
}

function lastDayOf(row: Row): { readonly repeatEndsAt?: string } {
  const day = dateOf(row['end_date'])
  return day === null ? {} : { repeatEndsAt: day.toString() }
}
