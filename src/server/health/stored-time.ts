import { findServiceTime } from '#storage/database'
import { seconds } from './finding.ts'
import type { FindingSource, HealthResult } from './finding.ts'

const toleranceMs = 2_000

/** Whether stored times are ahead of this machine: a running service has `clocks` for it. */
export const storedTime: FindingSource = {
  name: 'storedTime',
  title: 'Time',
  meaning: 'Whether the system clock is behind stored timestamps.',
  advice: 'Synchronise the system clock (NTP).',
  readsDatabase: true,
  audience: 'doctor',
  async find({ db }, nowMs): Promise<HealthResult> {
    const aheadMs = ((await findServiceTime(db))?.latestAt.getTime() ?? 0) - nowMs
    if (aheadMs <= toleranceMs) return { ok: true, found: [{ code: 'RECORDED_TIMES_PAST' }] }
    return {
      ok: true,
      isDegraded: true,
      found: [{ code: 'RECORDED_TIMES_AHEAD', values: { seconds: seconds(aheadMs) } }],
    }
  },
}
