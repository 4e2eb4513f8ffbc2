import Type from 'typebox'
import {
  AlertChannelCreateBodySchema,
  AlertChannelSchema,
  AlertChannelUpdateBodySchema,
  ListedChannelSchema,
} from '../resources/alert-channel.ts'
import { ChannelSubscriptionInput, ChannelSubscriptionSchema } from '../resources/alert-channel-subscription.ts'
import {
  ChannelPreviewSchema,
  ChannelTestBodySchema,
  ChannelTestSchema,
  PreviewBodySchema,
  PreviewQuerySchema,
} from '../resources/channel-preview.ts'
import { SubscribedSchema, SubscriptionSelectionSchema } from '../resources/subscription-selection.ts'
import { ChannelUsesSchema } from '../resources/used-by.ts'
import { WebPushKeySchema } from '../resources/web-push-key.ts'
import { byIntegerId, pageFields } from './request-parts.ts'
import { planFaults } from './operation-faults.ts'
import { operationsOf } from './row.ts'

const operation = operationsOf('Alert channels')

const subscriptionFaults = ['SUBSCRIPTION_TARGET_INVALID', 'CHECK_UNKNOWN', 'GROUP_UNKNOWN'] as const

export const alertChannelOperations = {
  listAlertChannels: operation('GET /v1/alert-channels', {
    summary: 'List alert channels',
    ignoresUnknown: true,
    query: Type.Object({
      ...pageFields,
      includeSubscriptions: Type.Optional(
        Type.Boolean({ default: true, description: 'Without them, channels have the number of active ones instead.' }),
      ),
    }),
    success: { status: 200, schema: Type.Array(ListedChannelSchema), list: 'page' },
  }),
  createAlertChannel: operation('POST /v1/alert-channels', {
    summary: 'Create an alert channel',
    ignoresUnknown: true,
    body: AlertChannelCreateBodySchema,
    bodySize: 'largest',
    success: { status: 201, schema: AlertChannelSchema },
    faults: [
      'TEMPLATE_INVALID',
      'CHANNEL_CONFIG_INVALID',
      'TIME_RANGE_INVALID',
      ...planFaults,
      ...subscriptionFaults,
      'SUBSCRIPTION_SELECTION_EMPTY',
    ],
  }),
  getWebPushKey: operation('GET /v1/web-push-key', {
    summary: 'Get the key for which a browser subscribes to notifications (RFC 8292)',
    success: { status: 200, schema: WebPushKeySchema },
  }),
  getUsesOfAlertChannel: operation('GET /v1/alert-channels/{id}/uses', {
    summary: 'Find the checks and groups that notify by a channel, and the checks that have no other',
    params: byIntegerId,
    success: { status: 200, schema: ChannelUsesSchema },
    faults: ['ALERT_CHANNEL_NOT_FOUND'],
  }),
  getAlertChannel: operation('GET /v1/alert-channels/{id}', {
    summary: 'Get an alert channel',
    ignoresUnknown: true,
    params: byIntegerId,
    success: { status: 200, schema: AlertChannelSchema },
    faults: ['ALERT_CHANNEL_NOT_FOUND'],
  }),
  updateAlertChannel: operation('PUT /v1/alert-channels/{id}', {
    summary: 'Update an alert channel; absent flags keep their value',
    ignoresUnknown: true,
    params: byIntegerId,
    body: AlertChannelUpdateBodySchema,
    bodySize: 'largest',
    success: { status: 200, schema: AlertChannelSchema },
    faults: [
      'ALERT_CHANNEL_NOT_FOUND',
      'TEMPLATE_INVALID',
      'CHANNEL_CONFIG_INVALID',
      'TIME_RANGE_INVALID',
      ...planFaults,
      ...subscriptionFaults,
    ],
  }),
  deleteAlertChannel: operation('DELETE /v1/alert-channels/{id}', {
    summary: 'Delete an alert channel and its subscriptions',
    params: byIntegerId,
    faults: ['ALERT_CHANNEL_NOT_FOUND'],
  }),
  updateAlertChannelSubscription: operation('PUT /v1/alert-channels/{id}/subscriptions', {
    summary: 'Subscribe one check or one group to an alert channel, or change its subscription',
    params: byIntegerId,
    body: ChannelSubscriptionInput,
    success: { status: 200, schema: ChannelSubscriptionSchema },
    faults: ['ALERT_CHANNEL_NOT_FOUND', ...subscriptionFaults],
  }),
  subscribeToAlertChannel: operation('POST /v1/alert-channels/{id}/subscribe', {
    summary: 'Subscribe all checks and groups to an alert channel, or those with a tag, or some groups',
    params: byIntegerId,
    body: SubscriptionSelectionSchema,
    success: { status: 200, schema: SubscribedSchema },
    faults: ['ALERT_CHANNEL_NOT_FOUND', 'GROUP_UNKNOWN', 'SUBSCRIPTION_SELECTION_EMPTY'],
  }),
  testAlertChannel: operation('POST /v1/alert-channels/{id}/test', {
    summary: 'Send a test notification over an alert channel and answer the outcome',
    params: byIntegerId,
    success: { status: 200, schema: ChannelTestSchema },
    faults: ['ALERT_CHANNEL_NOT_FOUND'],
    limit: { requests: 10, seconds: 60 },
  }),
  previewAlertChannel: operation('GET /v1/alert-channels/{id}/preview', {
    summary: 'Preview the message of an alert channel without sending it',
    params: byIntegerId,
    query: PreviewQuerySchema,
    success: { status: 200, schema: ChannelPreviewSchema },
    faults: ['ALERT_CHANNEL_NOT_FOUND'],
  }),
  testNewAlertChannel: operation('POST /v1/alert-channels/test', {
    summary: 'Send a test notification over an alert channel that does not exist yet, and answer the outcome',
    body: ChannelTestBodySchema,
    bodySize: 'largest',
    success: { status: 200, schema: ChannelTestSchema },
    faults: ['TEMPLATE_INVALID', 'CHANNEL_CONFIG_INVALID', ...planFaults],
    limit: { requests: 10, seconds: 60 },
  }),
  previewNewAlertChannel: operation('POST /v1/alert-channels/preview', {
    summary: 'Preview the message of an unsaved alert channel',
    readsOnly: true,
    body: PreviewBodySchema,
    bodySize: 'largest',
    success: { status: 200, schema: ChannelPreviewSchema },
    faults: ['TEMPLATE_INVALID', 'CHANNEL_CONFIG_INVALID'],
  }),
} as const
