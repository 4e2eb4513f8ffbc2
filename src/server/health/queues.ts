import { queueDepths } from '#storage'
import { inSeconds } from './finding.ts'
import type { FindingSource, Judged } from './finding.ts'

const waitLimitMs = 30_000

/** Whether runs of the locations served by this installation are claimed and their results stored. */
export const queues: FindingSource = {
  name: 'queues',
  asksDatabase: true,
  find: async ({ db, locations }, nowMs): Promise<Judged> => {
    const own = (await queueDepths(db, new Date(nowMs))).filter((queue) => locations.includes(queue.queue))
    const waits = own.map((queue) => ({ ...queue, waitMs: nowMs - (queue.oldestClaimableAt?.getTime() ?? nowMs) }))
    const late = waits.filter((queue) => queue.waitMs > waitLimitMs)
    const longestMs = Math.max(0, ...waits.map((queue) => queue.waitMs))
    return {
      ok: late.length === 0,
      message:
        late
          .map(
            ({ waiting, queue, waitMs }) =>
              `Due runs are not claimed or their results not stored: ${waiting} wait in ${queue}, the oldest for ${inSeconds(waitMs)}.`,
          )
          .join(' ') || 'Due runs are claimed.',
      numbers: {
        waiting: waits.reduce((sum, queue) => sum + queue.waiting, 0),
        leased: waits.reduce((sum, queue) => sum + queue.leased, 0),
        oldestSeconds: Math.round(longestMs / 1000),
      },
    }
  },
}
