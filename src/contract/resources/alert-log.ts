import Type from 'typebox'
import type { Static } from 'typebox'
import { publicCheckTypes } from '../check-types/index.ts'
import { alertTypes, silenceReasons } from '../runs/alert.ts'
import { AnyObject, DateTime, Nullable, OneOf } from '../schema.ts'
import { alertChannelTypes } from '../channel-types/index.ts'

/** SILENCED is listed only on request: what was planned, and why nobody was notified. */
export const notificationStatuses = ['IN_PROGRESS', 'SUCCESS', 'FAILURE', 'RATE_LIMITED', 'SILENCED'] as const
export type NotificationStatus = (typeof notificationStatuses)[number]

/** One notification and the outcome of its last delivery attempt. */
export const AlertNotificationSchema = Type.Object({
  id: Type.String(),
  type: Nullable(OneOf(alertChannelTypes)),
  status: OneOf(notificationStatuses),
  alertConfig: AnyObject({ description: 'The settings of the channel at delivery, without credentials.' }),
  notificationResult: Nullable(Type.String(), {
    description: 'The response of the receiver, or the reason of the failure.',
  }),
  timestamp: Nullable(DateTime()),
  checkType: OneOf(publicCheckTypes),
  checkId: Type.String(),
  checkName: Type.String(),
  checkAlertId: Nullable(Type.String(), { description: 'Null for a change of state that never became an alert.' }),
  alertType: OneOf(alertTypes),
  alertChannelId: Nullable(Type.Integer()),
  checkResultId: Type.Optional(Type.String({ description: 'Omitted when no run caused the notification.' })),
  attempts: Type.Integer({ description: 'Delivery attempts so far.' }),
  silenceReason: Nullable(OneOf(silenceReasons)),
  messageId: Nullable(Type.String(), {
    description: 'The notification whose delivery carried this one; its own id unless many went out as one message.',
  }),
})
export type AlertNotificationResource = Static<typeof AlertNotificationSchema>

/** One alert of a check: what the notifications of that moment tell. */
export const CheckAlertSchema = Type.Object({
  id: Type.String(),
  name: Type.String({ description: 'Name of the check.' }),
  checkId: Type.String(),
  alertType: OneOf(alertTypes),
  checkType: OneOf(publicCheckTypes),
  runLocation: Type.String(),
  responseTime: Type.Number(),
  error: Nullable(Type.String()),
  statusCode: Nullable(Type.String()),
  created_at: DateTime(),
  startedAt: DateTime(),
})
export type CheckAlertResource = Static<typeof CheckAlertSchema>
