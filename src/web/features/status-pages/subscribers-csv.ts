import type { Subscriber } from './api.ts'

/** A cell that a table program does not take for a formula. */
const cell = (text: string): string => {
  const harmless = /^[=+@\t-]/.test(text) ? `'${text}` : text
  return `"${harmless.replaceAll('"', '""')}"`
}

const columns = ['address', 'type', 'status', 'components', 'since', 'failure']

/** Subscribers as CSV (RFC 4180); `nameOf` names components by their ids. */
export const subscribersCsv = (subscribers: readonly Subscriber[], nameOf: (id: string) => string | null): string =>
  [
    columns.join(','),
    ...subscribers.map(({ address, type, status, subscribedComponents, created_at: since, failure = '' }) => {
      const names = subscribedComponents?.map((id) => nameOf(id) ?? id).join('; ') ?? ''
      return [address, type, status, names, since, failure].map(cell).join(',')
    }),
    '',
  ].join('\r\n')
