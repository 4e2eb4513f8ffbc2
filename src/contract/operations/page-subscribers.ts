import Type from 'typebox'
import { PageSubscriberListSchema, PageSubscribersBodySchema } from '../resources/page-subscriber.ts'
import { SubscriptionsAddedSchema, subscriptionStatuses } from '../resources/subscription.ts'
import { OneOf } from '../schema.ts'
import { cursorFields, TextId } from './request-parts.ts'
import { planFaults } from './operation-faults.ts'
import { operationsOf } from './row.ts'

const operation = operationsOf('Status pages v3')
const byStatusPage = Type.Object({ statusPageId: TextId() })

export const pageSubscriberOperations = {
  listStatusPageSubscribersV3: operation('GET /v3/status-pages/{statusPageId}/subscribers', {
    summary: 'List the subscribers of a status page, newest first',
    params: byStatusPage,
    query: Type.Object({
      ...cursorFields,
      status: Type.Optional(OneOf(subscriptionStatuses)),
      search: Type.Optional(Type.String({ maxLength: 254, description: 'Part of the address, case-insensitive.' })),
    }),
    success: { status: 200, schema: PageSubscriberListSchema },
    faults: ['STATUS_PAGE_NOT_FOUND', 'CURSOR_INVALID'],
  }),
  createStatusPageSubscribersV3: operation('POST /v3/status-pages/{statusPageId}/subscribers/bulk', {
    summary: 'Subscribe up to 100 addresses to a status page, or to some of its components',
    params: byStatusPage,
    body: PageSubscribersBodySchema,
    bodySize: 'largest',
    success: { status: 201, schema: SubscriptionsAddedSchema },
    faults: ['STATUS_PAGE_NOT_FOUND', 'COMPONENT_UNKNOWN', ...planFaults],
  }),
  deleteStatusPageSubscriberV3: operation('DELETE /v3/status-pages/{statusPageId}/subscribers/{subscriberId}', {
    summary: 'Unsubscribe an address from a status page',
    params: Type.Object({ statusPageId: TextId(), subscriberId: TextId() }),
    faults: ['STATUS_PAGE_NOT_FOUND', 'SUBSCRIPTION_NOT_FOUND'],
  }),
} as const
