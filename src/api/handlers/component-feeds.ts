import type { Handlers } from '#contract'
import { listComponentFeeds, tryFeed } from '#publishing'
import type { FollowedComponent } from '#publishing'
import type { RequestContext } from '../request-context.ts'
import { callerOf } from './caller-of.ts'
import { componentPageIdOf } from './component-pages.ts'

const presentFeed = ({ feed, state }: FollowedComponent) =>
  feed === null || feed.url === null
    ? []
    : [
        {
          componentId: feed.componentId,
          url: feed.url,
          component: feed.remoteId,
          componentName: feed.remoteName,
          pageName: feed.pageName,
          state,
          readAt: feed.readAt?.toISOString() ?? null,
          checkedAt: feed.checkedAt?.toISOString() ?? null,
          problem: feed.problem,
        },
      ]

export const componentFeedHandlers = {
  listComponentFeedsV3: async ({ params }, context) => {
    const feeds = await listComponentFeeds(context.store, callerOf(context), componentPageIdOf(params))
    return { entries: feeds.flatMap(presentFeed) }
  },
  tryFeed: async ({ body }, context) => {
    const { components, ...page } = await tryFeed(body.url, context.fetchFeed)
    return { ...page, components: [...components] }
  },
} satisfies Partial<Handlers<RequestContext>>
