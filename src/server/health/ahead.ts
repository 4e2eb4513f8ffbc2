import type { HealthMessageCode } from '#contract'
import { dayMs, hourMs, minuteMs } from '#kernel'
import { findLatestDueWork } from '#storage/runs'
import type { LatestDueWork } from '#storage/runs'
import { seconds } from './finding.ts'
import type { FindingSource, HealthResult } from './finding.ts'

/** How far ahead each kind of work can be scheduled: the longest interval, retry delay and wait for a receiver. */
const limitsMs: Readonly<Record<keyof LatestDueWork, number>> = {
  schedule: dayMs + minuteMs,
  run: dayMs + hourMs,
  notification: 2 * hourMs,
}
const codes: Readonly<Record<keyof LatestDueWork, HealthMessageCode>> = {
  schedule: 'CHECK_TOO_FAR_AHEAD',
  run: 'RUN_TOO_FAR_AHEAD',
  notification: 'NOTIFICATION_TOO_FAR_AHEAD',
}
const kinds = ['schedule', 'run', 'notification'] as const satisfies readonly (keyof LatestDueWork)[]

/** Whether anything is scheduled further ahead than is possible, so that it would not be done in time. */
export const ahead: FindingSource = {
  name: 'ahead',
  title: 'Schedules',
  meaning: 'Whether anything is scheduled further ahead than expected.',
  advice: 'Schedules are corrected automatically. Check the system clock.',
  readsDatabase: true,
  audience: 'everybody',
  find: async ({ db, timekeeper }, nowMs): Promise<HealthResult> => {
    const furthest = await findLatestDueWork(db)
    const waits = kinds.map((kind) => ({ kind, waitMs: (furthest[kind] ?? nowMs) - nowMs }))
    const absurd = waits.filter(({ kind, waitMs }) => waitMs > limitsMs[kind])
    const found = absurd.map(({ kind, waitMs }) => ({ code: codes[kind], values: { seconds: seconds(waitMs) } }))
    return {
      ok: absurd.length === 0,
      found: found.length > 0 ? found : [{ code: 'NOTHING_TOO_FAR_AHEAD' }],
      numbers: {
        furthestScheduleSeconds: Math.max(0, Math.round((waits[0]?.waitMs ?? 0) / 1000)),
        ...(timekeeper && { schedulesBroughtBack: timekeeper.schedulesBroughtBack }),
      },
    }
  },
}
