import { language, locale } from '../language.ts'

/** Made when it is first needed: each takes a millisecond or two, which the first screen shall not wait for. */
function later<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

/** With the symbol of the unit, which is the same in every language: "mins" and "secs" are not. */
const measured = (symbol: string, digits = 0, zeros = 0) =>
  later(() => {
    const number = new Intl.NumberFormat(locale, { minimumFractionDigits: zeros, maximumFractionDigits: digits })
    return { format: (value: number): string => `${number.format(value)}\u00a0${symbol}` }
  })
const date = (options: Intl.DateTimeFormatOptions) => later(() => new Intl.DateTimeFormat(locale, options))
const number = later(() => new Intl.NumberFormat(locale))
const availability = later(
  () => new Intl.NumberFormat(locale, { style: 'percent', minimumFractionDigits: 2, maximumFractionDigits: 2 }),
)
const milliseconds = measured('ms')
const fineMilliseconds = measured('ms', 1)
const seconds = measured('s', 2)
const alignedFineMilliseconds = measured('ms', 1, 1)
const alignedSeconds = measured('s', 2, 2)
const units = [
  { unit: 'day', ms: 86_400_000, format: measured('d') },
  { unit: 'hour', ms: 3_600_000, format: measured('h') },
  { unit: 'minute', ms: 60_000, format: measured('min') },
  { unit: 'second', ms: 1_000, format: measured('s') },
] as const
const relative = later(() => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }))
const clock = date({ hour: '2-digit', minute: '2-digit', second: '2-digit' })
const minute = date({ hour: '2-digit', minute: '2-digit' })
const day = date({ weekday: 'short', day: 'numeric', month: 'short' })
const utcDay = date({ weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' })
const fullDay = date({ dateStyle: 'medium' })
const month = date({ month: 'long', year: 'numeric' })
const axisDay = date({ day: 'numeric', month: 'short' })
const full = date({ dateStyle: 'medium', timeStyle: 'medium' })
const exact = date({ hour: '2-digit', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3 })

export const formatAxisDay = (at: number): string => axisDay().format(new Date(at))

export const formatNumber = (value: number): string => number().format(value)

export const formatPercent = (share: number, digits = 2): string =>
  new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: digits }).format(share)

/** Always with two decimals, so that columns of it can be compared. Of 0 to 100. */
export const formatAvailability = (percent: number): string => availability().format(percent / 100)

const sizes = ['B', 'kB', 'MB', 'GB'] as const

/** A size of files: "0 MB" of nothing, "3.1 kB", "2 MB". */
export function formatBytes(bytes: number): string {
  const step = bytes === 0 ? 2 : Math.min(Math.floor(Math.log2(bytes) / 10), sizes.length - 1)
  return `${new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(bytes / 1024 ** step)} ${sizes[step]}`
}

/** A response time: "312 ms", "1.31 s". */
export const formatMs = (ms: number | null | undefined): string =>
  ms === null || ms === undefined
    ? '–'
    : ms < 10
      ? fineMilliseconds().format(ms)
      : ms < 1_000
        ? milliseconds().format(Math.round(ms))
        : seconds().format(ms / 1_000)

/** The same in a column of them, where trailing zeros stay: "1.60 s" below "1.59 s". */
export function formatAlignedMs(ms: number | null | undefined): string {
  if (ms === null || ms === undefined) return formatMs(ms)
  if (ms < 10) return alignedFineMilliseconds().format(ms)
  return ms < 1_000 ? formatMs(ms) : alignedSeconds().format(ms / 1_000)
}

/** The two largest units of a length: "3 h 2 min". */
export function formatDuration(ms: number): string {
  const first = units.findIndex(({ ms: size }) => ms >= size)
  const shown = units.slice(first < 0 ? units.length - 1 : first).slice(0, 2)
  let left = Math.max(0, ms)
  const parts = shown.map(({ format, ms: size }) => {
    const count = Math.floor(left / size)
    left -= count * size
    return { format, count }
  })
  return parts
    .filter(({ count }, index) => index === 0 || count > 0)
    .map(({ format, count }) => format().format(count))
    .join(' ')
}

/** "5 minutes ago". */
export function formatAgo(at: number, now: number): string {
  const ms = at - now
  const found = units.find(({ ms: size }) => Math.abs(ms) >= size)
  return found ? relative().format(Math.round(ms / found.ms), found.unit) : relative().format(0, 'second')
}

/** To the millisecond. */
export const formatExact = (at: number): string => exact().format(new Date(at))
export const formatClock = (at: number | string): string => clock().format(new Date(at))
/** With what the language says of the half of the day. */
export const formatMinute = (at: number | string): string => minute().format(new Date(at))
export const formatMonth = (at: Date): string => month().format(at)
export const formatDay = (at: number | string): string => day().format(new Date(at))
/** Of what is counted by days of UTC. */
export const formatUtcDay = (at: number | string): string => utcDay().format(new Date(at))
/** With the year. */
export const formatFullDay = (at: number | string): string => fullDay().format(new Date(at))
/** Both zones, for a tooltip. */
export const formatBoth = (at: number | string): string => {
  const date = new Date(at)
  return `${full().format(date)}\n${date
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, ' UTC')}`
}
export const formatFull = (at: number | string): string => full().format(new Date(at))

/** A word as it stands within a sentence: German keeps the capitals of its other words. */
export const withinSentence = (word: string): string => `${word.slice(0, 1).toLowerCase()}${word.slice(1)}`
