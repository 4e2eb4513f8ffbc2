import { queueDepths } from '#storage'
import { inSeconds } from './finding.ts'
import type { FindingSource, HealthResult } from './finding.ts'

const waitLimitMs = 30_000

/** Whether runs of the locations served by this installation are claimed and their results stored. */
export const queues: FindingSource = {
  name: 'queues',
  readsDatabase: true,
  find: async ({ db, locations }, nowMs): Promise<HealthResult> => {
    const own = (await queueDepths(db, new Date(nowMs))).filter((queue) => locations.includes(queue.queue))
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
