import Type from 'typebox'
import { SubscriptionListSchema, SubscriptionsAddedSchema, SubscriptionsBodySchema } from '../resources/subscription.ts'
import { TextId } from './request-parts.ts'
import { planFaults } from './operation-faults.ts'
import { operationsOf } from './row.ts'

const operation = operationsOf('Status pages')
const byStatusPage = Type.Object({ statusPageId: TextId() })

export const subscriptionOperations = {
  listSubscriptions: operation('GET /v1/status-pages/{statusPageId}/subscriptions', {
    summary: 'List the subscribers of a status page, oldest first',
    ignoresUnknown: true,
    params: byStatusPage,
    success: { status: 200, schema: SubscriptionListSchema },
    faults: ['STATUS_PAGE_NOT_FOUND'],
  }),
  createSubscriptions: operation('POST /v1/status-pages/{statusPageId}/subscriptions/bulk', {
    summary: 'Subscribe up to 100 addresses',
    params: byStatusPage,
    body: SubscriptionsBodySchema,
    success: { status: 201, schema: SubscriptionsAddedSchema },
    faults: ['STATUS_PAGE_NOT_FOUND', ...planFaults],
  }),
  deleteSubscription: operation('DELETE /v1/status-pages/{statusPageId}/subscriptions/{subscriptionId}', {
    summary: 'Unsubscribe an address',
    params: Type.Object({ statusPageId: TextId(), subscriptionId: TextId() }),
    faults: ['STATUS_PAGE_NOT_FOUND', 'SUBSCRIPTION_NOT_FOUND'],
  }),
} as const
