import { listAgentLocations, queueDepths } from '#storage'
import { inSeconds } from './finding.ts'
import type { FindingSource, HealthResult } from './finding.ts'

const waitLimitMs = 30_000

/**
 * Whether runs of the locations served by this process are claimed and their results stored. Locations that agents serve
 * are left out: to restart this process or to send it no requests would not help them.
 */
export const queues: FindingSource = {
  name: 'queues',
  meaning: 'Whether due runs are started.',
  advice: 'Raise BELFRY_RUNNER_CONCURRENCY, or add a server with the role runner.',
  readsDatabase: true,
  find: async ({ db, locations }, nowMs): Promise<HealthResult> => {
    const ofAgents = new Set((await listAgentLocations(db)).map(({ region }) => region))
    const all = await queueDepths(db, new Date(nowMs))
    const own = all.filter(({ queue }) => locations.includes(queue) && !ofAgents.has(queue))
    const waits = own.map((queue) => ({ ...queue, waitMs: nowMs - (queue.oldestClaimableAt?.getTime() ?? nowMs) }))
    const overdue = waits.filter((queue) => queue.waitMs > waitLimitMs)
    const maxWaitMs = Math.max(0, ...waits.map((queue) => queue.waitMs))
    return {
      ok: overdue.length === 0,
      message:
        overdue
          .map(
            ({ waiting, queue, waitMs }) =>
              `Due runs are not claimed or their results not stored: ${waiting} wait in ${queue}, the oldest for ${inSeconds(waitMs)}.`,
          )
          .join(' ') || 'Due runs are claimed.',
      numbers: {
        waiting: waits.reduce((sum, queue) => sum + queue.waiting, 0),
        leased: waits.reduce((sum, queue) => sum + queue.leased, 0),
        oldestSeconds: Math.round(maxWaitMs / 1000),
      },
    }
  },
}
