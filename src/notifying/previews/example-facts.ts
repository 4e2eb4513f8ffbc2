import { alertTitle } from '#alerting'
import { minuteMs } from '#kernel'
import type { AlertFacts, AlertType, ExampleEvent, LaterAlertFacts } from '#contract'

interface Example {
  /** The optional facts. */
  readonly later: LaterAlertFacts
  readonly alertType: AlertType
  readonly checkErrorMessage: string
  readonly responseTimeMs: number
  readonly responseStatusCode: number | null
  readonly responseStatusText: string | null
  readonly sslDaysRemaining: number | null
  readonly sslCheckDomain: string | null
  readonly reminderSequence: number
}

const limits = { kind: 'responseTime', degraded: 3000, max: 5000 } as const
const everywhere = { failing: 0, degraded: 0, total: 1, names: ['this machine'] }

const plain = {
  later: { limits },
  checkErrorMessage: '',
  responseTimeMs: 120,
  responseStatusCode: 200,
  responseStatusText: 'OK',
  sslDaysRemaining: null,
  sslCheckDomain: null,
  reminderSequence: 0,
}
const unavailable = {
  ...plain,
  later: {
    limits,
    reasons: ['The status code is 503, expected less than 400.'],
    answer: '{"error":"The database does not answer."}',
    locations: { ...everywhere, failing: 1 },
    cause: { classification: 'SERVER_ERROR', text: 'The server answered that it is unavailable.' },
  },
  checkErrorMessage: 'The status code is 503; expected less than 400.',
  responseTimeMs: 842,
  responseStatusCode: 503,
  responseStatusText: 'Service Unavailable',
}

/** The facts that differ between the examples. */
const examples: { readonly [E in ExampleEvent]: Example } = {
  failure: { ...unavailable, alertType: 'ALERT_FAILURE' },
  degraded: {
    ...plain,
    alertType: 'ALERT_DEGRADED',
    later: {
      limits,
      reasons: ['The response took 4200 ms; more than 3000 ms is degraded.'],
      locations: { ...everywhere, degraded: 1 },
    },
    checkErrorMessage: 'The response took 4200 ms; more than 3000 ms is degraded.',
    responseTimeMs: 4200,
  },
  recovery: { ...plain, alertType: 'ALERT_RECOVERY', later: { limits, outageSeconds: 1260 } },
  ssl: { ...plain, alertType: 'ALERT_SSL', sslDaysRemaining: 14, sslCheckDomain: 'shop.example.com' },
  reminder: { ...unavailable, alertType: 'ALERT_FAILURE_REMAIN', reminderSequence: 1 },
}

const checkName = 'Example check'
const location = 'eu-west-1'
const note = 'This is a test of the alert channel; nothing is wrong.'

/**
 * The facts of a test alert, marked as such in its title, description, tags and error message, since a template may
 * show any of them. `checkId` must not be the id of a check, so that no incident of a real check is changed.
 */
export function exampleFacts(
  event: ExampleEvent,
  { checkId, nowMs, publicUrl }: { readonly checkId: string; readonly nowMs: number; readonly publicUrl: string },
): AlertFacts {
  const { later, reminderSequence, checkErrorMessage, ...example } = examples[event]
  const isReminder = reminderSequence > 0
  const title = { isReminder, days: example.sslDaysRemaining, domain: example.sslCheckDomain }
  return {
    ...example,
    ...later,
    target: 'https://shop.example.com/checkout',
    failingSince: event === 'ssl' ? null : new Date(nowMs - 21 * minuteMs).toISOString(),
    alertTitle: `[Test] ${alertTitle(example.alertType, checkName, title)}`,
    checkErrorMessage: checkErrorMessage === '' ? note : `${checkErrorMessage} ${note}`,
    checkId,
    checkName,
    checkType: 'URL',
    checkDescription: note,
    checkResultId: null,
    resultLink: `${publicUrl}/checks/${checkId}`,
    groupName: '',
    tags: ['test'],
    region: location,
    runLocation: 'this machine',
    startedAt: new Date(nowMs).toISOString(),
    isReminder,
    reminderSequence,
  }
}
