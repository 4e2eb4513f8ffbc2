import { isInboundType } from '#contract'
import type { AlertFacts } from '#contract'
import { leadText } from '../alert-text.ts'
import type { NotificationOf } from '../channel-notification.ts'
import { laterFacts } from '../later-facts.ts'

/**
 * The JSON document sent to a webhook without a template. It has the template variables in camel case, and the id and
 * time of the notification, so that the signature covers them and a receiver can reject replays. `checkResultId` is
 * absent without a result, `responseTime` for heartbeats, `isDrill` unless it is one, and `received` unless another tool
 * sent the alert.
 */
export function webhookBody(notification: NotificationOf<'WEBHOOK'>, plannedAtMs: number): string {
  const { facts, actionLinks } = notification
  return JSON.stringify({
    notificationId: notification.id,
    createdAt: new Date(plannedAtMs).toISOString(),
    alertTitle: facts.alertTitle,
    alertType: facts.alertType,
    checkId: facts.checkId,
    checkName: facts.checkName,
    checkType: facts.checkType,
    checkDescription: facts.checkDescription,
    checkResultId: facts.checkResultId ?? undefined,
    checkErrorMessage: facts.checkErrorMessage,
    resultLink: facts.resultLink,
    groupName: facts.groupName,
    region: facts.region,
    runLocation: facts.runLocation,
    responseTime: isInboundType(facts.checkType) ? undefined : facts.responseTimeMs,
    startedAt: facts.startedAt,
    tags: facts.tags,
    responseStatusCode: facts.responseStatusCode,
    responseStatusText: facts.responseStatusText,
    sslDaysRemaining: facts.sslDaysRemaining,
    sslCheckDomain: facts.sslCheckDomain,
    isReminder: facts.isReminder,
    reminderSequence: facts.reminderSequence,
    ...laterFields(facts),
    ...(actionLinks ? { actionLinks } : {}),
    ...(facts.drillId ? { isDrill: true } : {}),
    ...(facts.received ? { received: facts.received } : {}),
  })
}

/** Null where unknown or not applicable. */
function laterFields(facts: AlertFacts) {
  const later = laterFacts(facts)
  return {
    target: later.target,
    reason: leadText(facts),
    reasons: later.reasons,
    failingSince: later.failingSince,
    outageSeconds: later.outageSeconds,
    heldBack: later.heldBack,
    limits: later.limits,
    answer: later.answer,
    locations: later.locations,
    cause: later.cause,
    differences: later.differences,
    nextReminder: later.nextReminder,
    heartbeat: later.heartbeat,
  }
}
