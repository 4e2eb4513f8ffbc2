import type { AlertEvent, CheckStatus } from './alert-state.ts'

/** The last certificate alert that a channel was sent for a domain. */
export interface SslNotified {
  readonly domain: string
  readonly stage: 'expiring' | 'expired'
}

/** Stored with the check as JSON, keyed by channel id. */
export type SslNotifiedByChannel = Readonly<Record<string, SslNotified>>

export interface SslChannel {
  readonly channelId: number
  readonly sslExpiry: boolean
  /** Days. */
  readonly threshold: number
}

export interface SslFacts {
  /** Whole days, negative when the certificate has expired. */
  readonly daysRemaining: number
  readonly domain: string
  readonly channels: readonly SslChannel[]
  readonly notified: SslNotifiedByChannel
}

export interface SslAlertsDue {
  readonly channelIds: readonly number[]
  readonly notified: SslNotifiedByChannel
}

/**
 * Which channels are to be notified of a certificate now: each once when its threshold is reached, and again when
 * the certificate has expired. A renewal or another domain starts over. Do not call it for a silenced check, so that
 * the channels are notified when the silence ends. The record of notified channels is the same object when nothing
 * changed.
 */
export function sslAlertsDue({ daysRemaining, domain, channels, notified }: SslFacts): SslAlertsDue {
  const next: Record<string, SslNotified> = { ...notified }
  const channelIds: number[] = []
  for (const channel of channels) {
    const stage = stageFor(channel, daysRemaining)
    if (stage && isUnannounced(stage, domain, notified[channel.channelId])) channelIds.push(channel.channelId)
    if (stage) next[channel.channelId] = { domain, stage }
    else delete next[channel.channelId]
  }
  return { channelIds, notified: isSame(notified, next) ? notified : next }
}

function stageFor({ sslExpiry, threshold }: SslChannel, daysRemaining: number): SslNotified['stage'] | null {
  if (!sslExpiry || daysRemaining > threshold) return null
  return daysRemaining < 0 ? 'expired' : 'expiring'
}

// A renewed certificate that is still under the threshold is not announced: short-lived ones would alert at every
// renewal.
const isUnannounced = (stage: SslNotified['stage'], domain: string, before: SslNotified | undefined): boolean =>
  before?.domain !== domain || (stage === 'expired' && before.stage === 'expiring')

const isSame = (notified: SslNotifiedByChannel, next: SslNotifiedByChannel): boolean =>
  Object.keys(notified).length === Object.keys(next).length &&
  Object.entries(next).every(
    ([channelId, { domain, stage }]) => notified[channelId]?.domain === domain && notified[channelId].stage === stage,
  )

/** The event of certificate alerts, for `plan` with the subscriptions of the channels that are due. */
export const sslAlertEvent = (status: CheckStatus): AlertEvent => ({
  type: 'ALERT_SSL',
  kind: 'ssl',
  isAlert: true,
  silence: null,
  from: status,
  to: status,
  notifiedBefore: [],
  since: null,
})
