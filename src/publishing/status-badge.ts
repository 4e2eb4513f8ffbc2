import { createHash } from 'node:crypto'
import { isInboundType } from '#contract'
import type { BadgeStyle, BadgeTheme } from '#contract'
import { Fault, isUuid } from '#kernel'
import { findUnobserved } from '#observation'
import { findBadgeCheck, findBadgeGroup } from '#storage/checks'
import type { BadgeCheckRow, BadgeGroupRow } from '#storage/checks'
import type { Store } from '#storage/database'
import { renderBadge } from './render-badge.ts'
import type { BadgeStatus } from './badge.ts'

const badgeToken = /^[\da-f]{32}$/

export interface BadgeStyleOptions {
  readonly style: BadgeStyle
  readonly theme: BadgeTheme
  readonly responseTime: boolean
}

export interface PublishedBadge {
  readonly svg: string
  /** RFC 9110 section 8.8.3, quoted. */
  readonly etag: string
}

/**
 * The public badge of a check. Throws BADGE_NOT_FOUND alike for ids that are malformed, unknown, or of an account whose
 * setting `publicBadges` is false.
 */
export async function checkBadge(store: Store, checkId: string, options: BadgeStyleOptions): Promise<PublishedBadge> {
  const check = isUuid(checkId) ? await findBadgeCheck(store.db, checkId.toLowerCase()) : null
  if (check === null) throw new Fault('BADGE_NOT_FOUND')
  const isObserved = (await findUnobserved(store.db, check.accountId, [check.id])).size === 0
  const status = check.activated ? ((isObserved ? check.status : null) ?? 'unknown') : 'inactive'
  return published(check.name, status, responseTimeOf([check]), options)
}

/**
 * The badge of a group by its token: the worst of its activated members. Throws BADGE_NOT_FOUND like `checkBadge`, and
 * for a badge that is turned off.
 */
export async function groupBadge(store: Store, token: string, options: BadgeStyleOptions): Promise<PublishedBadge> {
  const group = badgeToken.test(token) ? await findBadgeGroup(store.db, token) : null
  if (group === null) throw new Fault('BADGE_NOT_FOUND')
  const ids = group.members.map(({ id }) => id)
  const unobserved = await findUnobserved(store.db, group.accountId, ids)
  const members = group.members.map((member) => ({ ...member, isUnobserved: unobserved.has(member.id) }))
  return published(group.name, groupStatusOf({ ...group, members }), responseTimeOf(members), options)
}

interface ShownGroup extends BadgeGroupRow {
  readonly members: readonly (BadgeGroupRow['members'][number] & { readonly isUnobserved: boolean })[]
}

/**
 * The worst of the members. One that nobody runs keeps the group from passing; one that has not run yet is ignored when
 * another one has.
 */
function groupStatusOf({ activated, members, memberCount: all }: ShownGroup): BadgeStatus {
  if (!activated || (members.length === 0 && all > 0)) return 'inactive'
  const observed = members.filter(({ isUnobserved }) => !isUnobserved)
  const is = (status: BadgeStatus): boolean => observed.some((member) => member.status === status)
  if (is('failing')) return 'failing'
  if (is('degraded')) return 'degraded'
  return observed.length === members.length && is('passing') ? 'passing' : 'unknown'
}

/** The longest of the last runs; heartbeats have no response time. */
function responseTimeOf(checks: readonly Pick<BadgeCheckRow, 'checkType' | 'lastResponseTimeMs'>[]): number | null {
  const times = checks.flatMap((check) => (isInboundType(check.checkType) ? [] : (check.lastResponseTimeMs ?? [])))
  return times.length === 0 ? null : Math.max(...times)
}

async function published(
  label: string,
  status: BadgeStatus,
  responseTimeMs: number | null,
  options: BadgeStyleOptions,
): Promise<PublishedBadge> {
  const { style, theme, responseTime } = options
  const isTimed = responseTime && responseTimeMs !== null && status !== 'inactive' && status !== 'unknown'
  const svg = await renderBadge({ label, status, style, theme, ...(isTimed ? { responseTimeMs } : {}) })
  return { svg, etag: `"${createHash('sha256').update(svg).digest('base64url').slice(0, 27)}"` }
}
