import { dayMs, hourMs, minuteMs } from '#kernel'
import { findFurthestWork } from '#storage'
import type { FurthestWork } from '#storage'
import { inSeconds } from './finding.ts'
import type { FindingSource, HealthResult } from './finding.ts'

/** How far ahead each kind of work can be scheduled: the longest interval, retry delay and wait for a receiver. */
const limitsMs: Readonly<Record<keyof FurthestWork, number>> = {
  schedule: dayMs + minuteMs,
  run: dayMs + hourMs,
  notification: 2 * hourMs,
}
const labels: Readonly<Record<keyof FurthestWork, string>> = {
  schedule: 'The next run of a check',
  run: 'A waiting run',
  notification: 'A pending notification',
}
const kinds = ['schedule', 'run', 'notification'] as const satisfies readonly (keyof FurthestWork)[]

/** Whether anything is scheduled further ahead than is possible, so that it would not be done in time. */
export const ahead: FindingSource = {
  name: 'ahead',
  meaning: 'Whether something is scheduled further ahead than it can be.',
  advice: 'The service corrects schedules by itself; look at the clock.',
  readsDatabase: true,
  find: async ({ db, timekeeper }, nowMs): Promise<HealthResult> => {
    const furthest = await findFurthestWork(db)
    const waits = kinds.map((kind) => ({ kind, waitMs: (furthest[kind] ?? nowMs) - nowMs }))
    const absurd = waits.filter(({ kind, waitMs }) => waitMs > limitsMs[kind])
    return {
      ok: absurd.length === 0,
      message:
        absurd.map(({ kind, waitMs }) => `${labels[kind]} is due in ${inSeconds(waitMs)} only.`).join(' ') ||
        'Nothing is scheduled further ahead than it can be.',
      numbers: {
        furthestScheduleSeconds: Math.max(0, Math.round((waits[0]?.waitMs ?? 0) / 1000)),
        ...(timekeeper && { schedulesBroughtBack: timekeeper.schedulesBroughtBack }),
      },
    }
  },
}
