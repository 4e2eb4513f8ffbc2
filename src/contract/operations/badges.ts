import Type from 'typebox'
import { badgeStyles, badgeThemes, GroupBadgeSchema } from '../resources/badge.ts'
import { OneOf } from '../schema.ts'
import { byCheckId, byIntegerId } from './request-parts.ts'
import { operationsOf } from './row.ts'

const operation = operationsOf('Badges')

const BadgeQuery = Type.Object({
  style: Type.Optional(OneOf(badgeStyles, { default: 'flat' })),
  theme: Type.Optional(OneOf(badgeThemes, { default: 'default' })),
  responseTime: Type.Optional(Type.Boolean({ default: false, description: 'Show the response time too.' })),
})
const GroupBadgeToken = () =>
  Type.String({ minLength: 1, maxLength: 100, description: 'The token of the badge, not the id of the group.' })
const success = { status: 200, contentType: 'image/svg+xml', hasEtag: true } as const

export const badgeOperations = {
  getCheckBadge: operation('GET /v1/badges/checks/{checkId}', {
    summary: 'Get the status badge of a check as SVG; needs no key',
    access: 'public',
    ignoresUnknown: true,
    params: byCheckId,
    query: BadgeQuery,
    success,
    faults: ['BADGE_NOT_FOUND', 'ENTITLEMENT_DISABLED'],
  }),
  getCheckGroupBadge: operation('GET /v1/badges/groups/{groupId}', {
    summary: 'Get the status badge of a check group as SVG, by the token of its badge; needs no key',
    access: 'public',
    ignoresUnknown: true,
    params: Type.Object({ groupId: GroupBadgeToken() }),
    query: BadgeQuery,
    success,
    faults: ['BADGE_NOT_FOUND', 'ENTITLEMENT_DISABLED'],
  }),
  getCheckGroupBadgeAddress: operation('GET /v1/check-groups/{id}/badge', {
    summary: 'Get the URL of the badge of a check group',
    params: byIntegerId,
    success: { status: 200, schema: GroupBadgeSchema },
    faults: ['CHECK_GROUP_NOT_FOUND', 'GROUP_BADGE_DISABLED'],
  }),
  enableCheckGroupBadge: operation('PUT /v1/check-groups/{id}/badge', {
    summary: 'Turn on the badge of a check group at a random URL; one that is on keeps its URL',
    params: byIntegerId,
    success: { status: 200, schema: GroupBadgeSchema },
    faults: ['CHECK_GROUP_NOT_FOUND'],
  }),
  disableCheckGroupBadge: operation('DELETE /v1/check-groups/{id}/badge', {
    summary: 'Turn off the badge of a check group; its URL stops working permanently',
    params: byIntegerId,
    faults: ['CHECK_GROUP_NOT_FOUND'],
  }),
} as const
