import type { NotificationOf } from './channel-notification.ts'

/**
 * The JSON document a webhook without a template receives. It names what templates name, in camel case, and holds the
 * notification's id and moment, so that the signature covers them and a receiver can refuse repeats.
 */
export function webhookBody(notification: NotificationOf<'WEBHOOK'>, plannedAtMs: number): string {
  const { facts } = notification
  return JSON.stringify({
    notificationId: notification.id,
    createdAt: new Date(plannedAtMs).toISOString(),
    alertTitle: facts.alertTitle,
    alertType: facts.alertType,
    checkId: facts.checkId,
    checkName: facts.checkName,
    checkType: facts.checkType,
    checkDescription: facts.checkDescription,
    checkResultId: facts.checkResultId,
    checkErrorMessage: facts.checkErrorMessage,
    resultLink: facts.resultLink,
    groupName: facts.groupName,
    region: facts.region,
    runLocation: facts.runLocation,
    responseTime: facts.responseTimeMs,
    startedAt: facts.startedAt,
    tags: facts.tags,
    responseStatusCode: facts.responseStatusCode,
    responseStatusText: facts.responseStatusText,
    sslDaysRemaining: facts.sslDaysRemaining,
    sslCheckDomain: facts.sslCheckDomain,
    isReminder: facts.isReminder,
    reminderSequence: facts.reminderSequence,
  })
}
