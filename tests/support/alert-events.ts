import type { AlertFacts, ChannelType } from '#contract'
import type { ActionLinks, NotificationOf } from '#channels'
import { facts as bareFacts } from './notification.ts'

/** The content of a notification apart from its channel. */
export type EventContent = Pick<NotificationOf<ChannelType>, 'facts' | 'actionLinks' | 'others'>

export const actionLinks: ActionLinks = {
  acknowledge: 'https://belfry.example/alerts/acknowledge/AbCdEf123456',
  snooze: 'https://belfry.example/alerts/snooze/AbCdEf123456',
  mute: 'https://belfry.example/alerts/mute/AbCdEf123456',
}

const failing: AlertFacts = {
  ...bareFacts,
  alertTitle: 'Check "Checkout API" has failed',
  checkName: 'Checkout API',
  checkDescription: 'Buys one thing and cancels it.',
  checkErrorMessage: 'Expected a status code below 400, but it was 503 Service Unavailable.',
  runLocation: 'this machine',
  target: 'https://shop.example/api/checkout',
  failingSince: '2026-11-21T09:25:15.250Z',
  heldBack: null,
  reasons: [
    'Expected a status code below 400, but it was 503 Service Unavailable.',
    'Expected the JSON body at $.state to equal "open", but nothing was found.',
  ],
  limits: { kind: 'responseTime', degraded: 3000, max: 5000 },
  answer: '503 Service Temporarily Unavailable · nginx',
  locations: { failing: 2, degraded: 0, total: 3, names: ['this machine'] },
  cause: {
    classification: 'INFRASTRUCTURE_ERROR',
    text: 'https://shop.example/api/checkout is overloaded, in maintenance, or a proxy in front of it has no healthy server to pass the request to.',
  },
  differences: [
    'The address moved from 192.0.2.1 to 192.0.2.7.',
    'The response is 503 instead of 200.',
    'The header content-type was "application/json" and is "text/html".',
  ],
  nextReminder: { at: '2026-11-21T09:40:15.250Z', number: 2, of: 5 },
}

const quiet = {
  reasons: [],
  answer: null,
  cause: null,
  differences: [],
  nextReminder: null,
  checkErrorMessage: '',
} as const

const recovered: AlertFacts = {
  ...failing,
  ...quiet,
  alertType: 'ALERT_RECOVERY',
  alertTitle: 'Check "Checkout API" has recovered',
  responseStatusCode: 200,
  responseStatusText: 'OK',
  locations: { failing: 0, degraded: 0, total: 3, names: [] },
  outageSeconds: 745,
}

const degraded: AlertFacts = {
  ...failing,
  ...quiet,
  alertType: 'ALERT_DEGRADED',
  alertTitle: 'Check "Checkout API" is degraded',
  responseTimeMs: 3512,
  responseStatusCode: 200,
  responseStatusText: 'OK',
  reasons: ['Expected a response in less than the degraded limit of 3000 ms, but it took 3512 ms.'],
  locations: { failing: 0, degraded: 1, total: 3, names: ['Berlin rack 4'] },
}

const late: AlertFacts = {
  ...bareFacts,
  ...quiet,
  alertTitle: 'Check "Nightly backup" has failed',
  checkName: 'Nightly backup',
  checkType: 'HEARTBEAT',
  checkDescription: '',
  checkResultId: null,
  resultLink: 'https://belfry.example/checks/5a0f5c1e',
  checkErrorMessage: 'No ping arrived within the period and the grace time.',
  region: '',
  runLocation: '',
  responseTimeMs: 0,
  responseStatusCode: null,
  responseStatusText: null,
  failingSince: '2026-11-21T09:30:15.250Z',
  reasons: [
    'Expected a ping every 1 day with 30 minutes of grace, but the last one arrived at 2026-11-20 03:00:02 UTC.',
  ],
  heartbeat: { periodSeconds: 86_400, graceSeconds: 1800, lastPingAt: '2026-11-20T03:00:02.000Z' },
}

const expiring: AlertFacts = {
  ...failing,
  ...quiet,
  alertType: 'ALERT_SSL',
  alertTitle: 'SSL certificate for shop.example will expire in 7 days',
  locations: null,
  limits: null,
  failingSince: null,
  responseStatusCode: 200,
  responseStatusText: 'OK',
  sslDaysRemaining: 7,
  sslCheckDomain: 'shop.example',
}

const reason =
  'Sent here because the subscribed alert channels did not deliver it. Alert channel 7 (Slack) has been failing since 2026-11-21T08:10:00.000Z: HTTP 404: <no_service> & more'
const others = `Other alerts that were not delivered:
- 2026-11-21T09:26:15.250Z: Check "Search" is degraded`

const fallback: AlertFacts = {
  ...failing,
  alertTitle: `[Fallback] ${failing.alertTitle} (and 1 more)`,
  checkErrorMessage: [reason, failing.checkErrorMessage, others].join('\n\n'),
  fallback: { reason, others, ownErrorMessage: failing.checkErrorMessage, isToOwner: true },
}

const named = (base: AlertFacts, name: string, index: number): AlertFacts => ({
  ...base,
  checkId: `5a0f5c1e-3c53-4d35-9c0b-${String(index).padStart(12, '0')}`,
  checkName: name,
  alertTitle: base.alertTitle.replace(base.checkName, name),
  resultLink: `https://belfry.example/checks/${index}/results/1`,
})

const groupOf = (all: readonly AlertFacts[]): EventContent => {
  const [facts = bareFacts, ...others] = all
  return { facts, others: others.map((one, index) => ({ id: `other-${index}`, facts: one })) }
}

/** Every kind of alert event. Each channel type has a recorded message for each of them. */
export const alertEvents = {
  failure: { facts: failing, actionLinks },
  degraded: { facts: degraded, actionLinks },
  recovery: { facts: recovered },
  reminder: {
    facts: {
      ...failing,
      alertType: 'ALERT_FAILURE_REMAIN',
      alertTitle: 'Reminder: check "Checkout API" is still failing',
      isReminder: true,
      reminderSequence: 1,
    },
    actionLinks,
  },
  'certificate-expiry': { facts: expiring },
  'heartbeat-late': { facts: late, actionLinks },
  'heartbeat-recovery': {
    facts: {
      ...late,
      ...quiet,
      alertType: 'ALERT_RECOVERY',
      alertTitle: 'Check "Nightly backup" has recovered',
      outageSeconds: 5400,
      heartbeat: { periodSeconds: 86_400, graceSeconds: 1800, lastPingAt: '2026-11-21T11:00:15.250Z' },
    },
  },
  'held-back': {
    facts: { ...failing, heldBack: { reason: 'MAINTENANCE', until: '2026-11-21T09:30:00.000Z' } },
    actionLinks,
  },
  fallback: { facts: fallback, actionLinks },
  grouped: groupOf([
    named(failing, 'Checkout API', 1),
    named(degraded, 'Search', 2),
    named(recovered, 'Front page', 3),
    named(late, 'Nightly backup', 4),
    expiring,
    ...Array.from({ length: 8 }, (_, index) => named(failing, `Shop ${index + 1}`, index + 10)),
  ]),
  'planned-by-an-earlier-version': { facts: bareFacts },
} as const satisfies Record<string, EventContent>

export type AlertEventName = keyof typeof alertEvents

/** Names listed in the type of the table, so the cast adds nothing. */
export const alertEventNames = Object.keys(alertEvents) as AlertEventName[]
