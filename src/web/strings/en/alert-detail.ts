import { number } from '../plural.ts'

/** One notification with its history. */
export const alertDetail = {
  subtitle: 'who was notified of what, and why somebody was not',
  title: 'Notification',
  close: 'Close',
  decided: 'Decided',
  since: 'Failing since',
  lasted: 'Lasted',
  locations: 'Locations',
  ofLocations: ({ failing, degraded, total }: { failing: number; degraded: number; total: number }) =>
    failing > 0 || degraded === 0 ? `${failing} of ${total} fail` : `${degraded} of ${total} are degraded`,
  openResult: 'Open result',
  delivery: 'Delivery',
  heldBack: (by: string, until: string) => `Held back ${by} until ${until}.`,
  heldBackBy: {
    MAINTENANCE: 'by a maintenance window',
    MUTED: 'because it was muted',
    SNOOZED: 'because the check was snoozed',
    CHANNEL_PAUSED: 'because the channel was paused',
  } as Readonly<Record<string, string>>,
  tried: { sent: 'Delivered', retry: 'Failed, to be tried again', rejected: 'Rejected' },
  reminder: (count: number, of: number | null) =>
    of === null ? `Reminder ${count}, if it goes on:` : `Reminder ${count} of ${of}, if it goes on:`,
  history: 'From the failure to the recovery',
  acknowledgedBy: (name: string) => `Acknowledged by ${name}`,
  refuses: (name: string, since: string | null) =>
    since === null ? `${name} does not deliver.` : `${name} does not deliver since ${since}.`,
  failures: (count: number) => number(count, '1 attempt failed.', `${count} attempts in a row failed.`),
  openChannel: 'Open channel',
}
