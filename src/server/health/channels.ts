import { hourMs } from '#kernel'
import { canNotifyAnyone, listFailingChannels } from '#storage'
import type { FindingSource, HealthResult } from './finding.ts'

const maxNamed = 20

/**
 * Alert channels that keep failing, by their ids. They degrade the service, which keeps answering 200: one account's
 * receiver is no reason to restart it. The service is failing when they have failed for longer than the fallback delay
 * and the installation has neither a working channel nor an owner who can be mailed, so that no alert is delivered.
 */
export const channels: FindingSource = {
  name: 'alert channels',
  meaning: 'Whether alert channels of any account keep failing.',
  advice: 'Run npx belfry doctor, which names them, and correct them.',
  namesResources: true,
  readsDatabase: true,
  find: async ({ db, canMail = false, fallbackAfterMs = hourMs }, nowMs): Promise<HealthResult> => {
    const failing = await listFailingChannels(db, maxNamed + 1)
    const numbers = { failing: failing.length }
    if (failing.length === 0) return { ok: true, message: 'No alert channel keeps failing.', numbers }
    const sinceMs = Math.min(...failing.map((row) => row.failingSince?.getTime() ?? nowMs))
    const isLong = nowMs - sinceMs >= fallbackAfterMs
    if (isLong && !(await canNotifyAnyone(db, canMail)))
      return {
        ok: false,
        message: 'No alert is delivered: every alert channel fails, and no owner can be mailed.',
        numbers,
      }
    const ids = failing.slice(0, maxNamed).map((row) => row.channelId)
    const more = failing.length > maxNamed ? ' and more' : ''
    return {
      ok: true,
      isDegraded: true,
      message: `Alert channels that keep failing: ${ids.join(', ')}${more}.`,
      numbers,
    }
  },
}
