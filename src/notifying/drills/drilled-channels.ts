import { plan } from '#alerting'
import type { DrillDelivery } from '#contract'
import type { AlertBatch } from '../planning/alert-batch.ts'
import { failureEvent } from '../previews/alert-preview.ts'
import type { EffectiveCheck } from '#management'

export type DrilledChannel = Pick<DrillDelivery, 'channelId' | 'type' | 'silenceReason'>

/** The channels of a check, with why one would not be notified of a failure. Silences of the whole check do not count. */
export function drilledChannels(batch: AlertBatch, effective: EffectiveCheck): DrilledChannel[] {
  const types = new Map(batch.channelsOf(effective).map(({ channelId, type }) => [channelId, type]))
  return plan({ event: failureEvent, silence: null, subscriptions: batch.subscriptionsOf(effective) }).flatMap(
    ({ channelId, silence }) => {
      const type = channelId === null ? undefined : types.get(channelId)
      return channelId === null || type === undefined ? [] : [{ channelId, type, silenceReason: silence }]
    },
  )
}
