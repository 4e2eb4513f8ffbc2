import Type from 'typebox'
import { badgeStyles, badgeThemes, GroupBadgeSchema } from '../resources/badge.ts'
import { OneOf } from '../schema.ts'
import { byCheckId, byIntegerId } from './request-parts.ts'
import { operation } from './row.ts'

const BadgeQuery = Type.Object({
  style: Type.Optional(OneOf(badgeStyles, { default: 'flat' })),
  theme: Type.Optional(OneOf(badgeThemes, { default: 'default' })),
  responseTime: Type.Optional(Type.Boolean({ default: false, description: 'Show the response time too.' })),
})
const GroupBadgeToken = () =>
  Type.String({ minLength: 1, maxLength: 100, description: 'The token of the badge, not the id of the group.' })
const success = { status: 200, contentType: 'image/svg+xml', hasEtag: true } as const

export const badgeOperations = {
  getCheckBadge: operation({
    method: 'GET',
    path: '/v1/badges/checks/{checkId}',
    tag: 'Badges',
    summary: 'Get the status badge of a check as SVG; needs no key',
    access: 'public',
    ignoresUnknown: true,
    params: byCheckId,
    query: BadgeQuery,
    success,
    faults: ['BADGE_NOT_FOUND', 'ENTITLEMENT_DISABLED'],
  }),
  getCheckGroupBadge: operation({
    method: 'GET',
    path: '/v1/badges/groups/{groupId}',
    tag: 'Badges',
    summary: 'Get the status badge of a check group as SVG, by the token of its badge; needs no key',
    access: 'public',
    ignoresUnknown: true,
    params: Type.Object({ groupId: GroupBadgeToken() }),
    query: BadgeQuery,
    success,
    faults: ['BADGE_NOT_FOUND', 'ENTITLEMENT_DISABLED'],
  }),
  getCheckGroupBadgeAddress: operation({
    method: 'GET',
    path: '/v1/check-groups/{id}/badge',
    tag: 'Badges',
    summary: 'Get the URL of the badge of a check group',
    access: 'read',
    params: byIntegerId,
    success: { status: 200, schema: GroupBadgeSchema },
    faults: ['CHECK_GROUP_NOT_FOUND', 'GROUP_BADGE_DISABLED'],
  }),
  enableCheckGroupBadge: operation({
    method: 'PUT',
    path: '/v1/check-groups/{id}/badge',
    tag: 'Badges',
    summary: 'Turn on the badge of a check group at a random URL; one that is on keeps its URL',
    access: 'write',
    params: byIntegerId,
    success: { status: 200, schema: GroupBadgeSchema },
    faults: ['CHECK_GROUP_NOT_FOUND'],
  }),
  disableCheckGroupBadge: operation({
    method: 'DELETE',
    path: '/v1/check-groups/{id}/badge',
    tag: 'Badges',
    summary: 'Turn off the badge of a check group; its URL stops working permanently',
    access: 'write',
    params: byIntegerId,
    success: { status: 204 },
    faults: ['CHECK_GROUP_NOT_FOUND'],
  }),
} as const
