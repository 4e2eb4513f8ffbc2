import Type from 'typebox'
import { FeedTrialBodySchema, FeedTrialSchema, FollowedFeedsSchema } from '../resources/component-feed.ts'
import { TextId } from './request-parts.ts'
import { operationsOf } from './row.ts'

const operation = operationsOf('Status pages v3')

/** Operations on pages of providers that components follow. */
export const componentFeedOperations = {
  listComponentFeedsV3: operation('GET /v3/status-pages/{statusPageId}/feeds', {
    summary: 'List the pages of providers that components of a status page follow, and what they said last',
    params: Type.Object({ statusPageId: TextId() }),
    success: { status: 200, schema: FollowedFeedsSchema },
    faults: ['STATUS_PAGE_NOT_FOUND'],
  }),
  tryFeed: operation('POST /v1/status-page-feeds/try', {
    summary: 'Read the page of a provider once, to choose what a component follows',
    access: 'write',
    readsOnly: true,
    body: FeedTrialBodySchema,
    success: { status: 200, schema: FeedTrialSchema },
    limit: { requests: 20, seconds: 60 },
  }),
} as const
