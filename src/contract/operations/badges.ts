import Type from 'typebox'
import { badgeStyles, badgeThemes } from '../resources/badge.ts'
import { OneOf } from '../schema.ts'
import { byCheckId, TextId } from './request-parts.ts'
import { operation } from './row.ts'

const BadgeQuery = Type.Object({
  style: Type.Optional(OneOf(badgeStyles, { default: 'flat' })),
  theme: Type.Optional(OneOf(badgeThemes, { default: 'default' })),
  responseTime: Type.Optional(Type.Boolean({ default: false, description: 'Show the response time too.' })),
})
const success = { status: 200, contentType: 'image/svg+xml' } as const

export const badgeOperations = {
  getCheckBadge: operation({
    method: 'GET',
    path: '/v1/badges/checks/{checkId}',
    tag: 'Badges',
    summary: 'Get the status badge of a check as SVG; needs no key',
    access: 'public',
    params: byCheckId,
    query: BadgeQuery,
    success,
    faults: ['BADGE_NOT_FOUND', 'ENTITLEMENT_DISABLED'],
  }),
  getCheckGroupBadge: operation({
    method: 'GET',
    path: '/v1/badges/groups/{groupId}',
    tag: 'Badges',
    summary: 'Get the status badge of a check group as SVG; needs no key',
    access: 'public',
    params: Type.Object({ groupId: TextId() }),
    query: BadgeQuery,
    success,
    faults: ['BADGE_NOT_FOUND', 'ENTITLEMENT_DISABLED'],
  }),
} as const
