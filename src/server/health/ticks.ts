import { earliestNextRun } from '#storage'
import { inSeconds } from './finding.ts'
import type { FindingSource, Judged } from './finding.ts'

const lagLimitMs = 10_000

/** Whether due checks become runs: how late the earliest one is. */
export const ticks: FindingSource = {
  name: 'ticks',
  asksDatabase: true,
  find: async ({ db }, nowMs): Promise<Judged> => {
    const next = await earliestNextRun(db)
    const lagMs = next === null ? 0 : Math.max(0, nowMs - next.getTime())
    const ok = lagMs <= lagLimitMs
    return {
      ok,
      message: ok ? 'Due checks become runs.' : `Ticks are not taken: the oldest is ${inSeconds(lagMs)} late.`,
      numbers: { lagSeconds: Math.round(lagMs / 1000) },
    }
  },
}
