import Type from 'typebox'
import type { Static } from 'typebox'
import { publicCheckTypes } from '../check-types/index.ts'
import { alertTypes, heldBackReasons, silenceReasons } from '../runs/alert.ts'
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
  alertSource: Type.Optional(
    Type.String({ description: 'Set for an alert of another tool, whose id is checkId: the name of its source.' }),
  ),
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

const AttemptSchema = Type.Object({
  at: DateTime(),
  outcome: OneOf(['sent', 'retry', 'rejected']),
  response: Type.String({ description: 'The response of the receiver, without credentials.' }),
})

const AlertedLocationsSchema = Type.Object({
  failing: Type.Integer(),
  degraded: Type.Integer(),
  total: Type.Integer(),
  names: Type.Array(Type.String(), { description: 'Those that did not pass.' }),
})

/** A notification with all attempts, what it says, and what else was decided between the failure and the recovery. */
export const AlertNotificationDetailSchema = Type.Object({
  ...AlertNotificationSchema.properties,
  title: Type.String({ description: 'As messages begin.' }),
  error: Nullable(Type.String()),
  reasons: Type.Array(Type.String(), { description: 'Expected and actual values, the decisive one first.' }),
  failingSince: Nullable(DateTime()),
  outageSeconds: Nullable(Type.Integer({ description: 'Of a recovery: how long the check did not pass.' })),
  locations: Nullable(AlertedLocationsSchema),
  heldBack: Nullable(
    Type.Object({ reason: OneOf(heldBackReasons), until: DateTime({ description: 'When the silence ended.' }) }),
    { description: 'Why it was sent later than it was due.' },
  ),
  nextReminder: Nullable(Type.Object({ at: DateTime(), number: Type.Integer(), of: Nullable(Type.Integer()) }), {
    description: 'The next one, while the problem continued.',
  }),
  deliveries: Type.Array(AttemptSchema, { description: 'Every attempt, the first one first.' }),
  history: Type.Array(AlertNotificationSchema, {
    description:
      'All notifications of the check from the beginning of the failure to its recovery, silenced ones too, the oldest first; at most 200.',
  }),
})
export type AlertNotificationDetail = Static<typeof AlertNotificationDetailSchema>

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
