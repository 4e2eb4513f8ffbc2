import type { recurrence as English, RecurrenceFacts } from '../en/recurrence.ts'

/** No month is shorter. */
const shortestMonth = 28

const cycles = {
  DAY: ({ interval }: RecurrenceFacts) =>
    interval === 1 ? 'Täglich' : interval === 2 ? 'Jeden zweiten Tag' : `Alle ${interval} Tage`,
  WEEK: ({ interval, weekday }: RecurrenceFacts) =>
    interval === 1
      ? `Jeden ${weekday}`
      : interval === 2
        ? `Jeden zweiten ${weekday}`
        : `Alle ${interval} Wochen am ${weekday}`,
  MONTH: ({ interval, dayOfMonth }: RecurrenceFacts) =>
    `${interval === 1 ? 'Monatlich' : interval === 2 ? 'Jeden zweiten Monat' : `Alle ${interval} Monate`} am ${dayOfMonth}.${dayOfMonth > shortestMonth ? ' (in kürzeren Monaten am letzten Tag)' : ''}`,
}

export const recurrence: typeof English = (facts) => {
  const { unit, date, from, to, daysLater, zone, until } = facts
  const end = daysLater === 1 ? `${to} Uhr am Folgetag` : `${to} Uhr ${daysLater} Tage später`
  return [
    unit === null ? `Einmalig am ${date}` : cycles[unit](facts),
    daysLater === 0 ? `${from}–${to} Uhr` : `${from} bis ${end}`,
    zone,
    unit !== null && until !== null && `bis ${until}`,
  ]
    .filter(Boolean)
    .join(', ')
}
