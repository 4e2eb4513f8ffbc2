/** When a window takes place, as its words need it. */
export interface RecurrenceFacts {
  readonly unit: 'DAY' | 'WEEK' | 'MONTH' | null
  readonly interval: number
  /** Of the first occurrence, in the language of the page. */
  readonly weekday: string
  readonly date: string
  readonly dayOfMonth: number
  readonly from: string
  readonly to: string
  /** How many days later it ends by the calendar. */
  readonly daysLater: number
  readonly zone: string
  /** The last day on which it may start. */
  readonly until: string | null
}

const ordinalRules = new Intl.PluralRules('en', { type: 'ordinal' })
const suffixes: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> = { one: 'st', two: 'nd', few: 'rd' }
const ordinal = (day: number): string => `${day}${suffixes[ordinalRules.select(day)] ?? 'th'}`

/** No month is shorter. */
const shortestMonth = 28

const cycles = {
  DAY: ({ interval }: RecurrenceFacts) =>
    interval === 1 ? 'Every day' : interval === 2 ? 'Every second day' : `Every ${interval} days`,
  WEEK: ({ interval, weekday }: RecurrenceFacts) =>
    interval === 1
      ? `Every ${weekday}`
      : interval === 2
        ? `Every second ${weekday}`
        : `Every ${interval} weeks on ${weekday}`,
  MONTH: ({ interval, dayOfMonth }: RecurrenceFacts) =>
    `${interval === 1 ? 'Every month' : interval === 2 ? 'Every second month' : `Every ${interval} months`} on the ${ordinal(dayOfMonth)}${dayOfMonth > shortestMonth ? ' (in shorter months on the last day)' : ''}`,
}

/** For example "Every second Tuesday, 02:00–03:00, Europe/Berlin". */
export const recurrence = (facts: RecurrenceFacts): string => {
  const { unit, date, from, to, daysLater, zone, until } = facts
  const end = daysLater === 0 ? to : `${to} ${daysLater === 1 ? 'the next day' : `${daysLater} days later`}`
  return [
    unit === null ? `Once on ${date}` : cycles[unit](facts),
    daysLater === 0 ? `${from}–${to}` : `${from} to ${end}`,
    zone,
    unit !== null && until !== null && `until ${until}`,
  ]
    .filter(Boolean)
    .join(', ')
}
