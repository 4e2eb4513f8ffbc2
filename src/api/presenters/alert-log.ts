import { locationOfQueue } from '#contract'
import type { AlertNotificationResource, CheckAlertResource } from '#contract'
import type { NotificationView } from '#reporting'
import type { CheckAlertRow } from '#storage'
import { judged } from './judged.ts'
import { maskedConfig } from './masked-config.ts'

/** The log shows what a channel is, never what opens it, whoever reads. */
export const presentNotification = ({ notification, channel }: NotificationView): AlertNotificationResource =>
  judged<AlertNotificationResource>({
    id: notification.id,
    type: notification.channel_type,
    status: notification.status,
    alertConfig: channel ? maskedConfig(channel.type, channel.config) : {},
    notificationResult: notification.tries.at(-1)?.response ?? null,
    timestamp: notification.created_at.toISOString(),
    checkType: notification.check_type,
    checkId: notification.check_id,
    checkName: notification.facts.checkName,
    checkAlertId: notification.check_alert_id,
    alertType: notification.facts.alertType,
    alertChannelId: notification.channel_id,
    ...(notification.check_result_id !== null && { checkResultId: notification.check_result_id }),
    attempts: notification.tries.length,
    silenceReason: notification.silence,
    messageId: notification.message_id ?? (notification.tries.length > 0 ? notification.id : null),
  })

export const presentCheckAlert = (alert: CheckAlertRow): CheckAlertResource => ({
  id: alert.id,
  name: alert.check_name,
  checkId: alert.check_id,
  alertType: alert.alert_type,
  checkType: alert.check_type,
  runLocation: alert.run_location === null ? '' : locationOfQueue(alert.run_location),
  responseTime: Math.round(alert.response_time_ms ?? 0),
  error: alert.error,
  statusCode: alert.status_code === null ? null : String(alert.status_code),
  created_at: alert.created_at.toISOString(),
  startedAt: alert.started_at.toISOString(),
})
