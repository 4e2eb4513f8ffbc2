import type { BackTestLimit } from '#contract'
import { number } from '../plural.ts'

const outages = (count: number): string => number(count, '1 outage', `${count} outages`)
const times = (count: string): string => number(Number(count), 'once', `${count} times`)
/** One or several, of a number as it is shown. */
const shown = (count: string, one: string, several: string): string =>
  number(Number(count), `1 ${one}`, `${count} ${several}`)

export const backTest = {
  title: 'Try on history',
  text: 'Replays the runs that are stored with the alert settings and retries in this form. Nothing is changed.',
  changed: 'The settings have changed since. Try them again.',
  range: 'Range',
  days: (count: number) => `${count} days`,
  same: (count: number) => `Would have alerted ${times(String(count))}, as now.`,
  instead: (proposed: string, now: string) => `Would have alerted ${times(proposed)} instead of ${now}.`,
  later: (count: number, longest: string) =>
    number(
      count,
      `1 outage would have been alerted ${longest} later.`,
      `${count} outages would have been alerted up to ${longest} later.`,
    ),
  missed: (count: number) => `${outages(count)} would not have been alerted.`,
  added: (count: number) => `${outages(count)} more would have been alerted.`,
  now: 'Now',
  proposed: 'Proposed',
  failing: 'Failing',
  degraded: 'Degraded',
  alert: 'Alert',
  lineOf: (title: string, intervals: string, alerts: string) =>
    `${title}: ${shown(intervals, 'problem', 'problems')}, ${shown(alerts, 'alert', 'alerts')}`,
  kinds: { failure: 'Failures', degraded: 'Degradations', recovery: 'Recoveries', reminder: 'Reminders' },
  ofKind: (kind: string, now: string, proposed: string) => `${kind}: ${now} → ${proposed}`,
  outage: 'Outage',
  lasts: 'lasts',
  never: 'No alert',
  atOnce: 'At once',
  after: (time: string) => `After ${time}`,
  limits: {
    HISTORY_SHORTER: (_count: string, from: string) => `Results are kept since ${from}, so the replay begins there.`,
    HEARTBEATS_LEFT_OUT: (count: string) =>
      `${shown(count, 'heartbeat is', 'heartbeats are')} left out: heartbeats alert by missed pings.`,
    RETRIES_UNKNOWN: (count: string) =>
      `${shown(count, 'failed run', 'failed runs')} would have been retried more often. The replay counts each as failed.`,
    KINDS_OF_ERRORS_UNKNOWN: () => 'The replay retries all errors: it does not know which were errors of the network.',
    RECORDED_DIFFERS: (count: string) =>
      `${shown(count, 'alert was', 'alerts were')} recorded in this range: settings, mutes, snoozes or acknowledgements were different then.`,
    LISTS_SHORTENED: (count: string) =>
      `${shown(count, 'more outage is', 'more outages are')} counted, and not listed.`,
  } satisfies Readonly<Record<BackTestLimit, (count: string, from: string) => string>>,
}
