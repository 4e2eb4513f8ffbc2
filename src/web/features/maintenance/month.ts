/** A month as its first day: `2026-12-01`. Days are calendar dates in the time zone of the browser. */
const dayMs = 86_400_000
const daysOfWeek = 7

const utc = (day: string): Date => new Date(`${day}T00:00Z`)
const textOf = (date: Date): string => date.toISOString().slice(0, 10)

/** The day so many days later. */
export const dayAfter = (day: string, days: number): string => textOf(new Date(utc(day).getTime() + days * dayMs))

/** The first day of the month so many months later. */
export function monthAfter(month: string, months: number): string {
  const date = utc(month)
  return textOf(new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1)))
}

export const monthOf = (day: string): string => `${day.slice(0, 7)}-01`
export const isMonth = (text: string | undefined): text is string =>
  text !== undefined && /^\d{4}-(0[1-9]|1[0-2])-01$/.test(text)

/** The weeks from Monday to Sunday in which a month has days. */
export function weeksOf(month: string): readonly (readonly string[])[] {
  const weekday = (utc(month).getUTCDay() + daysOfWeek - 1) % daysOfWeek
  const first = dayAfter(month, -weekday)
  const next = monthAfter(month, 1)
  const weeks: string[][] = []
  for (let day = first; day < next; day = dayAfter(day, daysOfWeek))
    weeks.push(Array.from({ length: daysOfWeek }, (_day, index) => dayAfter(day, index)))
  return weeks
}

/** The calendar date of a time in the time zone of the browser. */
export function localDay(at: string | number): string {
  const date = new Date(at)
  return textOf(new Date(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate())))
}

interface Span {
  readonly startsAt: string
  readonly endsAt: string
}

/** The spans of each day; one that ends at midnight is not on the day after. */
export function byDay<T extends Span>(spans: readonly T[], days: readonly string[]): ReadonlyMap<string, readonly T[]> {
  const found = new Map<string, T[]>()
  for (const span of spans) {
    const first = localDay(span.startsAt)
    const last = localDay(Math.max(Date.parse(span.startsAt), Date.parse(span.endsAt) - 1))
    for (const day of days) if (day >= first && day <= last) found.set(day, [...(found.get(day) ?? []), span])
  }
  return found
}

/** Days chosen by a drag or with the keyboard, from where it began to where it is. */
export interface ChosenDays {
  readonly from: string
  readonly to: string
}

export const isChosen = (chosen: ChosenDays | null, day: string): boolean => {
  if (chosen === null) return false
  const [first = '', last = ''] = [chosen.from, chosen.to].toSorted()
  return day >= first && day <= last
}

/** The times of a window over chosen days: an hour at night of one day, else from midnight to midnight. */
export function timesOfDays({ from, to }: ChosenDays): { readonly start: string; readonly end: string } {
  const [first = '', last = ''] = [from, to].toSorted()
  return first === last
    ? { start: `${first}T02:00`, end: `${first}T03:00` }
    : { start: `${first}T00:00`, end: `${dayAfter(last, 1)}T00:00` }
}

const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -daysOfWeek,
  ArrowDown: daysOfWeek,
}

/** The day to which a key leads; null for other keys. */
export function dayByKey(day: string, key: string): string | null {
  const step = steps[key]
  if (step !== undefined) return dayAfter(day, step)
  const weekday = (utc(day).getUTCDay() + daysOfWeek - 1) % daysOfWeek
  if (key === 'Home') return dayAfter(day, -weekday)
  if (key === 'End') return dayAfter(day, daysOfWeek - 1 - weekday)
  if (key === 'PageUp' || key === 'PageDown') return sameDay(day, monthAfter(day, key === 'PageUp' ? -1 : 1))
  return null
}

/** The same day of another month, or its last. */
function sameDay(day: string, month: string): string {
  const wanted = `${month.slice(0, 7)}${day.slice(7)}`
  const last = dayAfter(monthAfter(month, 1), -1)
  return wanted > last ? last : wanted
}
