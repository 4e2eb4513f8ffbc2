import type { BadgeStyle, BadgeTheme, Handlers } from '#contract'
import { checkBadge, disableGroupBadge, enableGroupBadge, getGroupBadgeToken, groupBadge } from '#publishing'
import { assertEntitled } from '#kernel'
import type { BadgeStyleOptions, PublishedBadge } from '#publishing'
import type { RequestContext } from '../request-context.ts'
import { callerOf } from './caller-of.ts'

interface BadgeQuery {
  readonly style?: BadgeStyle
  readonly theme?: BadgeTheme
  readonly responseTime?: boolean
}

const styleOf = ({ style = 'flat', theme = 'default', responseTime = false }: BadgeQuery): BadgeStyleOptions => ({
  style,
  theme,
  responseTime,
})

/**
 * A badge that is opened by itself loads nothing and runs nothing; the social style has an inline style sheet and
 * picture.
 */
const badgePolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; sandbox"

/** Badges are embedded in other sites, whose proxies may cache them for half a minute. */
function answer({ svg, etag }: PublishedBadge, context: RequestContext): string {
  context.setHeader('content-security-policy', badgePolicy)
  context.setHeader('x-content-type-options', 'nosniff')
  context.setHeader('etag', etag)
  context.setHeader('cache-control', 'public, max-age=30')
  return svg
}

const addressOf = (token: string, { publicUrl }: RequestContext) => ({
  token,
  url: `${publicUrl}/v1/badges/groups/${token}`,
})

export const badgeHandlers = {
  getCheckBadge: async ({ params, query }, context) => {
    assertEntitled(context.planTerms.allowances, 'BADGES')
    return answer(await checkBadge(context.store, params.checkId, styleOf(query)), context)
  },

  getCheckGroupBadge: async ({ params, query }, context) => {
    assertEntitled(context.planTerms.allowances, 'BADGES')
    return answer(await groupBadge(context.store, params.groupId, styleOf(query)), context)
  },

  getCheckGroupBadgeAddress: async ({ params }, context) =>
    addressOf(await getGroupBadgeToken(context.store, callerOf(context), params), context),

  enableCheckGroupBadge: async ({ params }, context) =>
    addressOf(await enableGroupBadge(context.store, callerOf(context), params), context),

  disableCheckGroupBadge: ({ params }, context) => disableGroupBadge(context.store, callerOf(context), params),
} satisfies Partial<Handlers<RequestContext>>
