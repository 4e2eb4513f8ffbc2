import Type from 'typebox'
import { SubscriptionListSchema, SubscriptionsAddedSchema, SubscriptionsBodySchema } from '../resources/subscription.ts'
import { TextId } from './request-parts.ts'
import { planFaults } from './operation-faults.ts'
import { operation } from './row.ts'

const tag = 'Status pages'
const byStatusPage = Type.Object({ statusPageId: TextId() })

export const subscriptionOperations = {
  listSubscriptions: operation({
    method: 'GET',
    path: '/v1/status-pages/{statusPageId}/subscriptions',
    tag,
    summary: 'List the subscribers of a status page, oldest first',
    access: 'read',
    ignoresUnknown: true,
    params: byStatusPage,
    success: { status: 200, schema: SubscriptionListSchema },
    faults: ['STATUS_PAGE_NOT_FOUND'],
  }),
  createSubscriptions: operation({
    method: 'POST',
    path: '/v1/status-pages/{statusPageId}/subscriptions/bulk',
    tag,
    summary: 'Subscribe up to 100 addresses',
    access: 'write',
    params: byStatusPage,
    body: SubscriptionsBodySchema,
    success: { status: 201, schema: SubscriptionsAddedSchema },
    faults: ['STATUS_PAGE_NOT_FOUND', ...planFaults],
  }),
  deleteSubscription: operation({
    method: 'DELETE',
    path: '/v1/status-pages/{statusPageId}/subscriptions/{subscriptionId}',
    tag,
    summary: 'Unsubscribe an address',
    access: 'write',
    params: Type.Object({ statusPageId: TextId(), subscriptionId: TextId() }),
    success: { status: 204 },
    faults: ['STATUS_PAGE_NOT_FOUND', 'SUBSCRIPTION_NOT_FOUND'],
  }),
} as const
