import type { BadgeStyle, BadgeTheme, Handlers } from '#contract'
import { checkBadge, groupBadge } from '#publishing'
import { assertEntitled } from '#kernel'
import type { BadgeLook, PublishedBadge } from '#publishing'
import type { RequestContext } from '../request-context.ts'

interface BadgeQuery {
  readonly style?: BadgeStyle
  readonly theme?: BadgeTheme
  readonly responseTime?: boolean
}

const lookOf = ({ style = 'flat', theme = 'default', responseTime = false }: BadgeQuery): BadgeLook => ({
  style,
  theme,
  responseTime,
})

/** Badges stand in pages of others, whose proxies may keep them for half a minute. */
function answer({ svg, etag }: PublishedBadge, context: RequestContext): string {
  context.setHeader('etag', etag)
  context.setHeader('cache-control', 'public, max-age=30')
  return svg
}

export const badgeHandlers = {
  getCheckBadge: async ({ params, query }, context) => {
    assertEntitled(context.planTerms.allowances, 'BADGES')
    return answer(await checkBadge(context.store, params.checkId, lookOf(query)), context)
  },

  getCheckGroupBadge: async ({ params, query }, context) => {
    assertEntitled(context.planTerms.allowances, 'BADGES')
    return answer(await groupBadge(context.store, params.groupId, lookOf(query)), context)
  },
} satisfies Partial<Handlers<RequestContext>>
