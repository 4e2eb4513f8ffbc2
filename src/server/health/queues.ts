import { listAgentLocations } from '#storage/agents'
import { queueDepths } from '#storage/runs'
import { seconds } from './finding.ts'
import type { FindingSource, HealthResult } from './finding.ts'

const waitLimitMs = 30_000

/**
 * Whether runs of the locations served by this process are claimed and their results stored. Locations that agents serve
 * are left out: to restart this process or to send it no requests would not help them.
 */
export const queues: FindingSource = {
  name: 'queues',
  title: 'Queues',
  meaning: 'Whether due runs start on time.',
  advice: 'Raise BELFRY_RUNNER_CONCURRENCY, or add a server with the role runner.',
  readsDatabase: true,
  audience: 'everybody',
  find: async ({ db, locations }, nowMs): Promise<HealthResult> => {
    const ofAgents = new Set((await listAgentLocations(db)).map(({ region }) => region))
    const all = await queueDepths(db, new Date(nowMs))
    const own = all.filter(({ queue }) => locations.includes(queue) && !ofAgents.has(queue))
    const waits = own.map((queue) => ({ ...queue, waitMs: nowMs - (queue.oldestClaimableAt?.getTime() ?? nowMs) }))
    const overdue = waits.filter((queue) => queue.waitMs > waitLimitMs)
    const maxWaitMs = Math.max(0, ...waits.map((queue) => queue.waitMs))
    const found = overdue.map(({ waiting, queue, waitMs }) => ({
      code: 'RUNS_WAITING' as const,
      values: { waiting, location: queue, seconds: seconds(waitMs) },
    }))
    return {
      ok: overdue.length === 0,
      found: found.length > 0 ? found : [{ code: 'RUNS_CLAIMED' }],
      numbers: {
        waiting: waits.reduce((sum, queue) => sum + queue.waiting, 0),
        leased: waits.reduce((sum, queue) => sum + queue.leased, 0),
        oldestSeconds: seconds(maxWaitMs),
      },
    }
  },
}
