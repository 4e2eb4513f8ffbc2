import Type from 'typebox'
import { largestId } from '../resources/alert-channel-subscription.ts'
import { AlertNotificationDetailSchema, AlertNotificationSchema, CheckAlertSchema } from '../resources/alert-log.ts'
import { silenceReasons } from '../runs/alert.ts'
import { OneOf, Uuid } from '../schema.ts'
import { byCheckId, byId, pageFields, rangeFields } from './request-parts.ts'
import { operationsOf } from './row.ts'

const operation = operationsOf('Alert notifications')

const RangeQuery = Type.Object({ ...pageFields, ...rangeFields })

export const alertLogOperations = {
  listAlertNotifications: operation('GET /v1/alert-notifications', {
    summary: 'List notifications and the responses of their receivers; at most 24 hours, by default the last',
    ignoresUnknown: true,
    query: Type.Object({
      ...RangeQuery.properties,
      alertChannelId: Type.Optional(Type.Integer({ minimum: 1, maximum: largestId })),
      checkId: Type.Optional(Uuid()),
      silenceReason: Type.Optional(
        Type.Array(OneOf(silenceReasons), { maxItems: 20, description: 'Silenced for one of these reasons.' }),
      ),
      hasFailures: Type.Optional(Type.Boolean({ description: 'Whether the delivery failed.' })),
      includeSilenced: Type.Optional(
        Type.Boolean({ default: false, description: 'Also list notifications that were silenced, with the reason.' }),
      ),
    }),
    success: { status: 200, schema: Type.Array(AlertNotificationSchema), list: 'page' },
    faults: ['TIME_RANGE_INVALID'],
    limit: { requests: 5, seconds: 10 },
  }),
  getAlertNotification: operation('GET /v1/alert-notifications/{id}', {
    summary: 'Get a notification with its attempts and the timeline from the failure to the recovery',
    params: byId,
    success: { status: 200, schema: AlertNotificationDetailSchema },
    faults: ['ALERT_NOTIFICATION_NOT_FOUND'],
  }),
  listCheckAlerts: operation('GET /v1/check-alerts', {
    tag: 'Check alerts',
    summary: 'List alerts of all checks; at most 6 hours, by default the last',
    ignoresUnknown: true,
    query: RangeQuery,
    success: { status: 200, schema: Type.Array(CheckAlertSchema), list: 'page' },
    faults: ['TIME_RANGE_INVALID'],
  }),
  listCheckAlertsOfCheck: operation('GET /v1/check-alerts/{checkId}', {
    tag: 'Check alerts',
    summary: 'List alerts of one check; at most 6 hours, by default the last',
    ignoresUnknown: true,
    params: byCheckId,
    query: RangeQuery,
    success: { status: 200, schema: Type.Array(CheckAlertSchema), list: 'page' },
    faults: ['CHECK_NOT_FOUND', 'TIME_RANGE_INVALID'],
  }),
} as const
