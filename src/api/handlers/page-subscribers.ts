import { defaultCursorPageSize } from '#contract'
import type { Handlers } from '#contract'
import { listSubscribersOfComponents, subscribeToComponents, unsubscribeFromComponents } from '#publishing'
import { uuidFromPath } from '../requests/path-id.ts'
import { presentedCursorList } from '../presenters/cursor-list.ts'
import { presentPageSubscriber } from '../presenters/subscription.ts'
import type { RequestContext } from '../request-context.ts'
import { callerOf } from './caller-of.ts'
import { componentPageIdOf } from './component-pages.ts'

export const pageSubscriberHandlers = {
  listStatusPageSubscribersV3: async ({ params, query }, context) => {
    const { limit = defaultCursorPageSize, nextId, status, search } = query
    const input = { statusPageId: componentPageIdOf(params), limit, nextId, status, search }
    const found = await listSubscribersOfComponents(context.store, callerOf(context), input)
    return presentedCursorList(found, presentPageSubscriber)
  },

  createStatusPageSubscribersV3: ({ params, body }, context) =>
    subscribeToComponents(context.store, callerOf(context), { statusPageId: componentPageIdOf(params), body }),

  deleteStatusPageSubscriberV3: ({ params }, context) =>
    unsubscribeFromComponents(context.store, callerOf(context), {
      statusPageId: componentPageIdOf(params),
      id: uuidFromPath(params.subscriberId, 'SUBSCRIPTION_NOT_FOUND'),
    }),
} satisfies Partial<Handlers<RequestContext>>
