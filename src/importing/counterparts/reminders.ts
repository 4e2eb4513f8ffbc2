import { defaultAlertSettings } from '#contract'
import type { AlertSettings } from '#contract'
import type { Escalation } from './retries.ts'

export interface ImportedReminders {
  readonly reminders: AlertSettings['reminders']
  /** Null when it is as in the source. */
  readonly note: string | null
}

const endless = 100_000
const mostCounted = 5
const minuteSteps = [1, 2, 3, 4, 5, 10, 15, 30] as const

/** Reminders of a failure that lasts, so many seconds apart; null seconds: none. Without an amount they end with the failure. */
export function remindersOf(seconds: number | null, amount = endless): ImportedReminders {
  if (seconds === null || seconds <= 0 || amount <= 0) return { reminders: { amount: 0, interval: 5 }, note: null }
  const interval = minuteSteps.findLast((step) => step * 60 <= seconds) ?? minuteSteps[0]
  const kept = amount <= mostCounted ? Math.floor(amount) : endless
  const notes = [
    ...(interval * 60 === seconds ? [] : [`Reminds every ${interval} min instead of every ${minutesOf(seconds)} min.`]),
    ...(kept === amount || amount >= endless ? [] : ['Reminds until the check recovers.']),
  ]
  return { reminders: { amount: kept, interval }, note: notes.length === 0 ? null : notes.join(' ') }
}

const minutesOf = (seconds: number): number => Math.round(seconds / 6) / 10

/** The fields of a check that say when it alerts, whatever the account has as its default. */
export const alertFieldsOf = (escalation: Escalation, { reminders }: Pick<ImportedReminders, 'reminders'>) => ({
  useGlobalAlertSettings: false,
  alertSettings: { ...defaultAlertSettings, ...escalation, reminders },
})
