import type { Granularity, QuickRange } from '#contract'
import { dayMs, parseInstant, rangeFault } from '#kernel'
import dayjs from 'dayjs'
import type { Dayjs } from 'dayjs'
import isoWeek from 'dayjs/plugin/isoWeek.js'
import timezone from 'dayjs/plugin/timezone.js'
import utc from 'dayjs/plugin/utc.js'

for (const plugin of [utc, timezone, isoWeek]) dayjs.extend(plugin)

/** Epoch milliseconds; `toMs` lies outside. */
export interface TimeRange {
  readonly fromMs: number
  readonly toMs: number
}

export interface RequestedRange {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly quickRange: QuickRange
}

const latestMs = Date.UTC(9999, 11, 31)

/** Weeks begin on Monday and days at midnight, UTC; `this` spans end now. */
const quickRanges: { readonly [R in QuickRange]: (now: Dayjs) => readonly [Dayjs, Dayjs] } = {
  last24Hours: (now) => [now.subtract(24, 'hour'), now],
  last7Days: (now) => [now.subtract(7 * 24, 'hour'), now],
  last30Days: (now) => [now.subtract(30 * 24, 'hour'), now],
  thisWeek: (now) => [now.startOf('isoWeek'), now],
  thisMonth: (now) => [now.startOf('month'), now],
  lastWeek: (now) => [now.startOf('isoWeek').subtract(7, 'day'), now.startOf('isoWeek')],
  lastMonth: (now) => [now.startOf('month').subtract(1, 'month'), now.startOf('month')],
}

export function quickRangeOf(name: QuickRange, nowMs: number): TimeRange {
  const [from, to] = quickRanges[name](dayjs.utc(nowMs))
  return { fromMs: from.valueOf(), toMs: to.valueOf() }
}

/**
 * The requested range. `from` and `to` go before the quick range; one alone is completed by now or by the 24 hours
 * before. Throws TIME_RANGE_INVALID.
 */
export function rangeOf(asked: RequestedRange, nowMs: number): TimeRange {
  if (asked.from === undefined && asked.to === undefined) {
    const quick = quickRangeOf(asked.quickRange, nowMs)
    return quick.toMs === nowMs ? { ...quick, toMs: nowMs + 1 } : quick
  }
  const toMs = asked.to === undefined ? nowMs + 1 : parseInstant('to', asked.to, latestMs)
  const fromMs = asked.from === undefined ? Math.max(0, toMs - dayMs) : parseInstant('from', asked.from, latestMs)
  if (fromMs >= toMs)
    throw rangeFault('from must be before to.', { path: 'to', rule: 'after', parameters: { field: 'from' } })
  return { fromMs, toMs }
}

/** A day, week or month in the time zone; hours that the clock skips or repeats are counted as they are. */
export function calendarSpans(range: TimeRange, granularity: Granularity, zone: string, most: number): TimeRange[] {
  const spans: TimeRange[] = []
  let start = startOf(dayjs(range.fromMs).tz(zone), granularity)
  while (start.valueOf() < range.toMs) {
    const next = dayAfter(start, granularity, zone)
    if (next.valueOf() > range.fromMs)
      spans.push({ fromMs: Math.max(start.valueOf(), range.fromMs), toMs: Math.min(next.valueOf(), range.toMs) })
    if (spans.length > most) throw rangeFault(`A report has at most ${most} spans: choose a coarser granularity.`)
    start = next
  }
  return spans
}

function startOf(moment: Dayjs, granularity: Granularity): Dayjs {
  const day = moment.startOf('day')
  if (granularity === 'month') return day.date(1)
  return granularity === 'week' ? day.subtract(day.isoWeekday() - 1, 'day') : day
}

/** By the names of days, because a day is not always 24 hours long. */
function dayAfter(start: Dayjs, granularity: Granularity, zone: string): Dayjs {
  const named = dayjs.utc(start.format('YYYY-MM-DD')).add(1, granularity)
  return dayjs.tz(`${named.format('YYYY-MM-DD')}T00:00:00`, zone)
}

/** Throws TIME_RANGE_INVALID for a name that is no IANA time zone. */
export function checkZone(zone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    throw rangeFault(`timezone ${zone} is not the name of an IANA time zone, for example Europe/Berlin.`, {
      path: 'timezone',
      rule: 'format',
      parameters: { format: 'time-zone' },
    })
  }
}
