import { receivedAlertTitle } from '#alerting'
import type { AlertEvent } from '#alerting'
import type { AlertFacts, HeldBack } from '#contract'
import type { AlertSourceRow, ReceivedAlertRow } from '#storage/alerts'

/** Alerts of other tools are told from outside, as the events of heartbeats are. */
export const receivedType = 'HEARTBEAT' as const

const tagLength = 255

/** Labels as tags, such as `severity:critical`. */
export const tagsOfLabels = (labels: ReceivedAlertRow['labels']): string[] =>
  Object.entries(labels).map(([name, value]) => `${name}:${value}`.slice(0, tagLength))

export interface ReceivedFactSources {
  readonly alert: ReceivedAlertRow
  readonly source: Pick<AlertSourceRow, 'name'>
  readonly groupName: string
  readonly event: AlertEvent
  readonly heldBack: HeldBack | null
  readonly publicUrl: string
  readonly nowMs: number
}

/** The facts of a notification about an alert of another tool, fixed when it is planned. */
export function receivedFacts(sources: ReceivedFactSources): AlertFacts {
  const { alert, source, groupName, event, heldBack, publicUrl, nowMs } = sources
  const isRecovery = event.kind === 'recovery'
  const since = event.since ?? alert.startsAt.getTime()
  const description = alert.annotations['description'] ?? ''
  return {
    alertType: event.type,
    alertTitle: receivedAlertTitle(event.type, {
      name: alert.name,
      source: source.name,
      isHeldBack: heldBack !== null,
    }),
    checkId: alert.id,
    checkName: alert.name,
    checkType: receivedType,
    checkDescription: description === alert.summary ? '' : description,
    checkErrorMessage: isRecovery ? '' : alert.summary,
    checkResultId: null,
    resultLink: `${publicUrl}/alerts/received/${alert.id}`,
    groupName,
    region: '',
    runLocation: '',
    responseTimeMs: 0,
    startedAt: new Date(nowMs).toISOString(),
    tags: tagsOfLabels(alert.labels),
    responseStatusCode: null,
    responseStatusText: null,
    sslDaysRemaining: null,
    sslCheckDomain: null,
    isReminder: false,
    reminderSequence: 0,
    heldBack,
    failingSince: new Date(since).toISOString(),
    outageSeconds: isRecovery ? Math.round(Math.max(0, nowMs - since) / 1000) : null,
    reasons: isRecovery || alert.summary === '' ? [] : [alert.summary],
    received: { source: source.name, link: alert.link, labels: alert.labels },
  }
}
