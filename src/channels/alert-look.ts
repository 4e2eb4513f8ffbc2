import type { AlertFacts, AlertType } from '#contract'

/** How a state is shown: a word, so that colour is not the only sign, and a colour readable on white and black. */
export interface AlertLook {
  readonly word: string
  readonly colour: string
  readonly symbol: string
}

const failing: AlertLook = { word: 'Failing', colour: '#cf222e', symbol: '🔴' }
const degraded: AlertLook = { word: 'Degraded', colour: '#9a6700', symbol: '🟡' }
const passing: AlertLook = { word: 'Passing', colour: '#1a7f37', symbol: '🟢' }
const expiring: AlertLook = { word: 'Certificate expires', colour: '#9a6700', symbol: '🔒' }
const neutral: AlertLook = { word: 'No change', colour: '#57606a', symbol: '⚪' }

export const alertLooks = {
  NO_ALERT: neutral,
  ALERT_FAILURE: failing,
  ALERT_FAILURE_REMAIN: failing,
  ALERT_FAILURE_DEGRADED: degraded,
  ALERT_RECOVERY: passing,
  ALERT_DEGRADED: degraded,
  ALERT_DEGRADED_REMAIN: degraded,
  ALERT_DEGRADED_FAILURE: failing,
  ALERT_DEGRADED_RECOVERY: passing,
  ALERT_SSL: expiring,
} as const satisfies { [T in AlertType]: AlertLook }

/** The facts a person reads, in order, as label and value. Facts that are absent are left out. */
export function readableFacts(facts: AlertFacts): readonly (readonly [string, string])[] {
  const status = [facts.responseStatusCode, facts.responseStatusText].filter((part) => part !== null).join(' ')
  const rows: readonly (readonly [string, string])[] = [
    ['Check', facts.checkName],
    ['State', alertLooks[facts.alertType].word],
    ['Type', facts.checkType],
    ['Location', facts.runLocation],
    ['Response time', facts.alertType === 'ALERT_SSL' ? '' : `${Math.round(facts.responseTimeMs)} ms`],
    ['Response status', status],
    ['Domain', facts.sslCheckDomain ?? ''],
    ['Days until expiry', facts.sslDaysRemaining === null ? '' : String(facts.sslDaysRemaining)],
    ['Started', facts.startedAt],
    ['Group', facts.groupName],
    ['Tags', facts.tags.join(', ')],
    ['Reminder', facts.isReminder ? `number ${facts.reminderSequence}` : ''],
  ]
  return rows.filter(([, value]) => value !== '')
}
