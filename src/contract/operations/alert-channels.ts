import Type from 'typebox'
import {
  AlertChannelCreateBodySchema,
  AlertChannelSchema,
  AlertChannelUpdateBodySchema,
} from '../resources/alert-channel.ts'
import { ChannelSubscriptionInput, ChannelSubscriptionSchema } from '../resources/alert-channel-subscription.ts'
import { byIntegerId, PageQuery } from './request-parts.ts'
import { planFaults } from './operation-faults.ts'
import { operation } from './row.ts'

const subscriptionFaults = ['SUBSCRIPTION_TARGET_INVALID', 'CHECK_UNKNOWN', 'GROUP_UNKNOWN'] as const

export const alertChannelOperations = {
  listAlertChannels: operation({
    method: 'GET',
    path: '/v1/alert-channels',
    tag: 'Alert channels',
    summary: 'List alert channels',
    access: 'read',
    query: PageQuery,
    success: { status: 200, schema: Type.Array(AlertChannelSchema), list: 'page' },
    faults: [],
  }),
  createAlertChannel: operation({
    method: 'POST',
    path: '/v1/alert-channels',
    tag: 'Alert channels',
    summary: 'Create an alert channel',
    access: 'write',
    body: AlertChannelCreateBodySchema,
    success: { status: 201, schema: AlertChannelSchema },
    faults: ['TEMPLATE_INVALID', 'CHANNEL_CONFIG_INVALID', 'TIME_RANGE_INVALID', ...planFaults, ...subscriptionFaults],
  }),
  getAlertChannel: operation({
    method: 'GET',
    path: '/v1/alert-channels/{id}',
    tag: 'Alert channels',
    summary: 'Get an alert channel',
    access: 'read',
    params: byIntegerId,
    success: { status: 200, schema: AlertChannelSchema },
    faults: ['ALERT_CHANNEL_NOT_FOUND'],
  }),
  updateAlertChannel: operation({
    method: 'PUT',
    path: '/v1/alert-channels/{id}',
    tag: 'Alert channels',
    summary: 'Update an alert channel; absent flags keep their value',
    access: 'write',
    params: byIntegerId,
    body: AlertChannelUpdateBodySchema,
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
  deleteAlertChannel: operation({
    method: 'DELETE',
    path: '/v1/alert-channels/{id}',
    tag: 'Alert channels',
    summary: 'Delete an alert channel and its subscriptions',
    access: 'write',
    params: byIntegerId,
    success: { status: 204 },
    faults: ['ALERT_CHANNEL_NOT_FOUND'],
  }),
  updateAlertChannelSubscription: operation({
    method: 'PUT',
    path: '/v1/alert-channels/{id}/subscriptions',
    tag: 'Alert channels',
    summary: 'Subscribe one check or one group to an alert channel, or change its subscription',
    access: 'write',
    params: byIntegerId,
    body: ChannelSubscriptionInput,
    success: { status: 200, schema: ChannelSubscriptionSchema },
    faults: ['ALERT_CHANNEL_NOT_FOUND', ...subscriptionFaults],
  }),
} as const
