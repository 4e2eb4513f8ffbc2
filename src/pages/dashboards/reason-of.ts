import { isInboundType } from '#contract'
import type { ReasonKind } from '#contract'
import type { DashboardCheck, PublishedDashboard } from '#publishing'

const longest = 200

/** In place of messages that may contain addresses, code or what a service answered. Null: the message has none. */
const publicWords: { readonly [K in ReasonKind]: string | null } = {
  failure: 'No answer',
  status: null,
  assertion: 'Not the expected answer',
  'max-response-time': null,
  'degraded-response-time': null,
  'max-packet-loss': null,
  'degraded-packet-loss': null,
  'response-code': null,
  certificate: 'A problem with the certificate',
  'security-baseline': 'Security requirements are not met',
  script: 'A step failed',
  'response-schema': 'Not the expected answer',
}

/** Why a check fails or is degraded: in full where readers have a key, else only what reveals nothing. */
export function reasonOf(
  { status, checkType, reasonKind, reason }: DashboardCheck,
  { isPrivate }: Pick<PublishedDashboard, 'isPrivate'>,
): string | null {
  if (status !== 'failing' && status !== 'degraded') return null
  if (isInboundType(checkType)) return 'No ping in time'
  const full = reason === null ? null : shortened(reason)
  if (isPrivate) return full
  return reasonKind === null ? full && publicWords.failure : (publicWords[reasonKind] ?? full)
}

const shortened = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line
}
