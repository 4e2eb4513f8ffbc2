import { alertTitle } from '#alerting'
import { locationName } from '#contract'
import type { AlertFacts, AlertType, ExampleEvent } from '#contract'

interface Example {
  readonly alertType: AlertType
  readonly checkErrorMessage: string
  readonly responseTimeMs: number
  readonly responseStatusCode: number | null
  readonly responseStatusText: string | null
  readonly sslDaysRemaining: number | null
  readonly sslCheckDomain: string | null
  readonly reminderSequence: number
}

const plain = {
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
  checkErrorMessage: 'The status code is 503; expected less than 400.',
  responseTimeMs: 842,
  responseStatusCode: 503,
  responseStatusText: 'Service Unavailable',
}

/** What each example is about. */
const examples: { readonly [E in ExampleEvent]: Example } = {
  failure: { ...unavailable, alertType: 'ALERT_FAILURE' },
  degraded: {
    ...plain,
    alertType: 'ALERT_DEGRADED',
    checkErrorMessage: 'The response took 4200 ms; more than 3000 ms is degraded.',
    responseTimeMs: 4200,
  },
  recovery: { ...plain, alertType: 'ALERT_RECOVERY' },
  ssl: { ...plain, alertType: 'ALERT_SSL', sslDaysRemaining: 14, sslCheckDomain: 'shop.example.com' },
  reminder: { ...unavailable, alertType: 'ALERT_FAILURE_REMAIN', reminderSequence: 1 },
}

const checkName = 'Example check'
const location = 'eu-west-1'
const note = 'This is a test of the alert channel; nothing is wrong.'

/**
 * The facts of an alert that never happened, marked in its title, its description, its tags and its error message, since
 * templates show what they like. `checkId` must be of no check, so that no incident of a real one is touched.
 */
export function exampleFacts(
  event: ExampleEvent,
  { checkId, nowMs, publicUrl }: { readonly checkId: string; readonly nowMs: number; readonly publicUrl: string },
): AlertFacts {
  const { reminderSequence, checkErrorMessage, ...example } = examples[event]
  const isReminder = reminderSequence > 0
  const title = { isReminder, days: example.sslDaysRemaining, domain: example.sslCheckDomain }
  return {
    ...example,
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
    runLocation: locationName(location),
    startedAt: new Date(nowMs).toISOString(),
    isReminder,
    reminderSequence,
  }
}
