import { hourMs } from '#kernel'
import type { HealthMessage } from '#contract'
import { canNotifyAnyone, listFailingChannels } from '#storage/alerts'
import type { FailingChannelRow } from '#storage/alerts'
import type { FindingSource, HealthResult } from './finding.ts'

const maxNamed = 20

/**
 * Alert channels that keep failing, by their ids. They degrade the service, which keeps answering 200: one account's
 * receiver is no reason to restart it. The service is failing when they have failed for longer than the fallback delay
 * and the installation has neither a working channel nor an owner who can be mailed, so that no alert is delivered.
 */
export const channels: FindingSource = {
  name: 'alert channels',
  title: 'Channels',
  meaning: 'Whether alert channels of any account are failing.',
  advice: 'Fix the channels; npx belfry doctor shows their errors. Test one with POST /v1/alert-channels/{id}/test.',
  namesResources: true,
  readsDatabase: true,
  audience: 'everybody',
  find: async ({ db, canMail = false, fallbackAfterMs = hourMs }, nowMs): Promise<HealthResult> => {
    const failing = await listFailingChannels(db, maxNamed + 1)
    const numbers = { failing: failing.length }
    if (failing.length === 0) return { ok: true, found: [{ code: 'NO_CHANNEL_FAILS' }], numbers }
    const sinceMs = Math.min(...failing.map((row) => row.failingSince?.getTime() ?? nowMs))
    const isLong = nowMs - sinceMs >= fallbackAfterMs
    if (isLong && !(await canNotifyAnyone(db, canMail)))
      return { ok: false, found: [{ code: 'NO_ALERT_DELIVERED' }], details: failing.map(detailOf), numbers }
    const named = failing.slice(0, maxNamed)
    const code = failing.length > maxNamed ? 'MORE_CHANNELS_FAIL' : 'CHANNELS_FAIL'
    const values = { channels: named.map(({ channelId }) => channelId).join(', ') }
    return { ok: true, isDegraded: true, found: [{ code, values }], details: named.map(detailOf), numbers }
  },
}

const detailOf = ({ type, channelId, failingSince, lastError }: FailingChannelRow): HealthMessage => ({
  code: 'CHANNEL_FAILS_SINCE',
  values: {
    type,
    channel: channelId,
    at: failingSince?.toISOString() ?? '?',
    error: lastError?.split('\n', 1)[0] ?? '',
  },
})
