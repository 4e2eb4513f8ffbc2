import { sslAlertEvent, sslAlertsDue } from '#alerting'
import type { SslToldByChannel } from '#alerting'
import type { CheckStateRow } from '#storage'
import type { AlertDesk } from './alert-desk.ts'
import type { EffectiveCheck } from './effective-checks.ts'
import type { FinishedTick } from './finished-tick.ts'

/** Days: the largest threshold a channel can have, so channels need not be read for certificates that expire later. */
export const largestSslThreshold = 30

export interface CertificateTick {
  readonly state: CheckStateRow
  readonly tick: FinishedTick
  readonly effective: EffectiveCheck
}

/**
 * Notifies each channel once when its threshold is reached, and returns which channels were notified. A silence only
 * postpones the notification: the certificate still expires.
 */
export function tellCertificate(
  desk: AlertDesk,
  { state, tick, effective }: CertificateTick,
): CheckStateRow['sslNotified'] {
  if (tick.sslDaysRemaining === null || tick.sslDomain === null) return state.sslNotified
  if (desk.silenceOf(effective, state, tick.result.startedAt) !== null) return state.sslNotified
  const due = sslAlertsDue({
    daysRemaining: tick.sslDaysRemaining,
    domain: tick.sslDomain,
    told: toldOf(state),
    channels: desk
      .channelsOf(effective)
      .filter((item) => item.activated && !desk.isPaused(item))
      .map((item) => ({
        channelId: item.channelId,
        sslExpiry: item.sslExpiry,
        threshold: item.sslExpiryThreshold,
      })),
  })
  if (due.channelIds.length > 0)
    desk.tell({
      effective,
      tick,
      row: state,
      event: sslAlertEvent(state.status ?? 'passing'),
      channelIds: due.channelIds,
    })
  return due.told
}

/** Only this file writes the column, always with what `sslAlertsDue` answered. */
const toldOf = (state: CheckStateRow): SslToldByChannel => state.sslNotified as SslToldByChannel
