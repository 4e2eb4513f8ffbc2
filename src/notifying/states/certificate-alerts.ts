import { sslAlertEvent, sslAlertsDue } from '#alerting'
import type { SslNotifiedByChannel } from '#alerting'
import type { CheckStateRow } from '#storage/checks'
import type { AlertBatch } from '../planning/alert-batch.ts'
import type { EffectiveCheck } from '#management'
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
export function notifyOfCertificate(
  alertBatch: AlertBatch,
  { state, tick, effective }: CertificateTick,
): CheckStateRow['sslNotified'] {
  if (tick.sslDaysRemaining === null || tick.sslDomain === null) return state.sslNotified
  if (alertBatch.silenceOf(effective, state, tick.result.startedAt) !== null) return state.sslNotified
  const due = sslAlertsDue({
    daysRemaining: tick.sslDaysRemaining,
    domain: tick.sslDomain,
    notified: notifiedOf(state),
    channels: alertBatch
      .channelsOf(effective)
      .filter((item) => item.activated && !alertBatch.isPaused(item))
      .map((item) => ({
        channelId: item.channelId,
        sslExpiry: item.sslExpiry,
        threshold: item.sslExpiryThreshold,
      })),
  })
  if (due.channelIds.length > 0)
    alertBatch.planNotice({
      effective,
      tick,
      row: state,
      event: sslAlertEvent(state.status ?? 'passing'),
      channelIds: due.channelIds,
    })
  return due.notified
}

/** Only this file writes the column, always with what `sslAlertsDue` answered. */
const notifiedOf = (state: CheckStateRow): SslNotifiedByChannel => state.sslNotified as SslNotifiedByChannel
