import { alertTitle } from '#alerting'
import { locationName } from '#contract'
import type { AlertFacts, AlertType } from '#contract'
import type { EffectiveCheck } from './effective-checks.ts'
import type { FinishedTick, TellingResult } from './finished-tick.ts'

export interface FactSources {
  readonly effective: EffectiveCheck
  readonly tick: FinishedTick
  readonly alertType: AlertType
  /** 0 for the alert itself. */
  readonly reminderSequence: number
  readonly publicUrl: string
  /** Start of the episode, in epoch milliseconds; null for certificates. */
  readonly sinceMs: number | null
  readonly heldBack: AlertFacts['heldBack']
}

/** What a notification says, fixed at the moment it is planned. */
export function alertFacts(sources: FactSources): AlertFacts {
  const { effective, tick, alertType, reminderSequence, publicUrl, sinceMs, heldBack } = sources
  const { own, check, group } = effective
  const isReminder = reminderSequence > 0
  const title = { isReminder, isHeldBack: Boolean(heldBack), days: tick.sslDaysRemaining, domain: tick.sslDomain }
  return {
    alertType,
    alertTitle: alertTitle(alertType, own.name, title),
    checkId: own.id,
    checkName: own.name,
    checkType: own.checkType,
    checkDescription: own.settings.description ?? '',
    groupName: group === null ? '' : group.name,
    tags: check.tags,
    isReminder,
    reminderSequence,
    heldBack: heldBack ?? null,
    failingSince: sinceMs === null ? null : new Date(sinceMs).toISOString(),
    ...resultFacts(tick.result, `${publicUrl}/checks/${own.id}`),
    ...certificateFacts(tick, alertType),
  }
}

const resultFacts = (result: TellingResult, checkLink: string) => ({
  checkResultId: result.id,
  resultLink: result.id === null ? checkLink : `${checkLink}/results/${result.id}`,
  checkErrorMessage: result.error ?? '',
  region: result.location ?? '',
  runLocation: result.location === null ? '' : locationName(result.location),
  responseTimeMs: Math.round(result.responseTimeMs),
  startedAt: result.startedAt.toISOString(),
  responseStatusCode: result.statusCode,
  responseStatusText: result.statusText,
})

const certificateFacts = (tick: FinishedTick, alertType: AlertType) =>
  alertType === 'ALERT_SSL'
    ? { sslDaysRemaining: tick.sslDaysRemaining, sslCheckDomain: tick.sslDomain }
    : { sslDaysRemaining: null, sslCheckDomain: null }
