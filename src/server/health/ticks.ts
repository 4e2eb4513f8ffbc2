import { earliestNextRun } from '#storage/checks'
import { seconds } from './finding.ts'
import type { FindingSource, HealthResult } from './finding.ts'

const lagLimitMs = 10_000

/** Whether due checks are run: the delay of the earliest one. */
export const ticks: FindingSource = {
  name: 'ticks',
  title: 'Due',
  meaning: 'Whether due checks run on time.',
  advice: 'Start a process with the role scheduler. Check the event loop and the database.',
  readsDatabase: true,
  audience: 'everybody',
  find: async ({ db }, nowMs): Promise<HealthResult> => {
    const next = await earliestNextRun(db)
    const lagMs = next === null ? 0 : Math.max(0, nowMs - next.getTime())
    const ok = lagMs <= lagLimitMs
    return {
      ok,
      found: [ok ? { code: 'CHECKS_RUN' } : { code: 'CHECKS_OVERDUE', values: { seconds: seconds(lagMs) } }],
      numbers: { lagSeconds: seconds(lagMs) },
    }
  },
}
