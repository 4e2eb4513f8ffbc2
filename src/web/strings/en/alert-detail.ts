import type { HeldBackReason } from '#contract'
import { number } from '../plural.ts'

/** One notification with its history. */
export const alertDetail = {
  subtitle: 'Delivery log',
  title: 'Notification',
  close: 'Close',
  decided: 'Time',
  since: 'Failing since',
  lasted: 'Duration',
  locations: 'Locations',
  ofLocations: ({ failing, degraded, total }: { failing: number; degraded: number; total: number }) =>
    failing > 0 || degraded === 0 ? `${failing} of ${total} fail` : `${degraded} of ${total} are degraded`,
  openResult: 'Open result',
  delivery: 'Delivery',
  heldBack: (by: string, until: string) => `On hold until ${until} ${by}.`,
  heldBackBy: {
    MAINTENANCE: 'because of a maintenance window',
    MUTED: 'because it was muted',
    SNOOZED: 'because the check was snoozed',
    CHANNEL_PAUSED: 'because the channel was paused',
  } satisfies Readonly<Record<HeldBackReason, string>>,
  tried: { sent: 'Delivered', retry: 'Failed; will be retried', rejected: 'Rejected' },
  reminder: (count: number, of: number | null) =>
    of === null ? `Reminder ${count}, if not resolved:` : `Reminder ${count} of ${of}, if not resolved:`,
  history: 'Timeline',
  acknowledgedBy: (name: string) => `Acknowledged by ${name}`,
  refuses: (name: string, since: string | null) =>
    since === null ? `${name} is failing.` : `${name} has been failing since ${since}.`,
  failures: (count: number) => number(count, '1 failed attempt.', `${count} failed attempts in a row.`),
  openChannel: 'Open channel',
}
