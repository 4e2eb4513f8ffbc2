import type { Handlers } from '#contract'
import { createSubscriptions, deleteSubscription, listSubscriptions } from '#publishing'
import { uuidFromPath } from '../requests/path-id.ts'
import { presentSubscription } from '../presenters/subscription.ts'
import type { RequestContext } from '../request-context.ts'
import { callerOf } from './caller-of.ts'

const pageIdOf = ({ statusPageId }: { readonly statusPageId: string }): string =>
  uuidFromPath(statusPageId, 'STATUS_PAGE_NOT_FOUND')

export const subscriptionHandlers = {
  listSubscriptions: async ({ params }, context) =>
    (await listSubscriptions(context.store, callerOf(context), pageIdOf(params))).map(presentSubscription),

  createSubscriptions: ({ params, body }, context) =>
    createSubscriptions(context.store, callerOf(context), { statusPageId: pageIdOf(params), body }),

  deleteSubscription: async ({ params }, context) => {
    const reference = { statusPageId: pageIdOf(params), id: params.subscriptionId.toLowerCase() }
    await deleteSubscription(context.store, callerOf(context), reference)
  },
} satisfies Partial<Handlers<RequestContext>>
