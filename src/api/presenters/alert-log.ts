import { locationOfQueue } from '#contract'
import type { AlertNotificationDetail, AlertNotificationResource, CheckAlertResource } from '#contract'
import type { NotificationDetail, NotificationView } from '#reporting'
import type { CheckAlertRow } from '#storage/alerts'
import { validated } from './validated.ts'
import { maskedConfig } from './masked-config.ts'

/** The log shows what a channel is, never its credentials, to any role. */
export const presentNotification = ({ notification, channel }: NotificationView): AlertNotificationResource =>
  validated<AlertNotificationResource>({
    id: notification.id,
    type: notification.channelType,
    status: notification.status,
    alertConfig: channel ? maskedConfig(channel.type, channel.config) : {},
    notificationResult: notification.tries.at(-1)?.response ?? null,
    timestamp: notification.createdAt.toISOString(),
    checkType: notification.checkType,
    checkId: notification.checkId,
    checkName: notification.facts.checkName,
    ...(notification.facts.received && { alertSource: notification.facts.received.source }),
    checkAlertId: notification.checkAlertId,
    alertType: notification.facts.alertType,
    alertChannelId: notification.channelId,
    ...(notification.checkResultId !== null && { checkResultId: notification.checkResultId }),
    attempts: notification.tries.length,
    silenceReason: notification.silence,
    messageId: notification.messageId ?? (notification.tries.length > 0 ? notification.id : null),
  })

export function presentNotificationDetail({ history, ...view }: NotificationDetail): AlertNotificationDetail {
  const { facts, tries } = view.notification
  return {
    ...presentNotification(view),
    title: facts.alertTitle,
    error: facts.checkErrorMessage === '' ? null : facts.checkErrorMessage,
    reasons: [...(facts.reasons ?? [])],
    failingSince: facts.failingSince ?? null,
    outageSeconds: facts.outageSeconds ?? null,
    locations: facts.locations ? { ...facts.locations, names: [...facts.locations.names] } : null,
    heldBack: facts.heldBack ?? null,
    nextReminder: facts.nextReminder ?? null,
    deliveries: tries,
    history: history.map(presentNotification),
  }
}

export const presentCheckAlert = (alert: CheckAlertRow): CheckAlertResource => ({
  ...alert,
  name: alert.checkName,
  runLocation: alert.runLocation === null ? '' : locationOfQueue(alert.runLocation),
  responseTime: Math.round(alert.responseTimeMs ?? 0),
  statusCode: alert.statusCode === null ? null : String(alert.statusCode),
  created_at: alert.createdAt.toISOString(),
  startedAt: alert.startedAt.toISOString(),
})
