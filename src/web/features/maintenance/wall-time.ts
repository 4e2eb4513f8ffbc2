const minuteMs = 60_000
const dayMs = 86_400_000

const formats = new Map<string, Intl.DateTimeFormat>()

/** Throws a RangeError for a zone that the browser does not know. */
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  formats.set(zone, made)
  return made
}

/** The time that clocks of a zone show, as if it were UTC, in epoch milliseconds. */
function clockMs(zone: string, ms: number): number {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const of = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'))
}

const offsetMs = (zone: string, ms: number): number => clockMs(zone, ms) - Math.floor(ms / 1_000) * 1_000

/** The time that clocks of a zone show then, as fields for times take it: `2026-12-01T02:30`. */
export const wallTimeOf = (zone: string, at: string | number): string =>
  new Date(clockMs(zone, new Date(at).getTime())).toISOString().slice(0, 16)

/**
 * When clocks of a zone show a time: of a time that they skip as much later as they skip, of one that they show twice the
 * first; null while the text is no time.
 */
export function instantOf(zone: string, wallTime: string): string | null {
  const asUtc = Date.parse(`${wallTime}Z`)
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(wallTime) || Number.isNaN(asUtc)) return null
  const [before, after] = [offsetMs(zone, asUtc - dayMs), offsetMs(zone, asUtc + dayMs)]
  const found = [before, after].map((offset) => asUtc - offset).find((ms) => clockMs(zone, ms) === asUtc)
  return new Date(found ?? asUtc - before).toISOString()
}

/** A time of a field so many minutes later. */
export const laterBy = (wallTime: string, minutes: number): string =>
  new Date(Date.parse(`${wallTime}Z`) + minutes * minuteMs).toISOString().slice(0, 16)

export const isZone = (zone: string): boolean => {
  try {
    return Boolean(formatOf(zone))
  } catch {
    return false
  }
}
