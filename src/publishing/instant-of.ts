import { Fault } from '#kernel'

const firstYearAfterMs = Date.UTC(10_000, 0)

/**
 * The time of a `date-time`; a leap second is the second before it. Throws TIME_RANGE_INVALID for times before 1970 or
 * after 9999.
 */
export function instantOf(field: string, text: string): Date {
  const ms = Date.parse(text.replace(/:60(?=[.Zz+-])/, ':59'))
  if (ms >= 0 && ms < firstYearAfterMs) return new Date(ms)
  throw new Fault('TIME_RANGE_INVALID', {
    values: { problem: `${field}: give a date and time from 1970 to 9999.` },
    attributes: { [field]: 'not a date and time from 1970 to 9999' },
    problems: [{ path: field, rule: 'format', parameters: { format: 'date-time' } }],
  })
}
