import type { FindingSource, HealthResult } from './finding.ts'

/** Runs of the last five minutes that this process repeated, or could not finish reliably, because it was stalled. */
export const runs: FindingSource = {
  name: 'runs',
  meaning: 'Whether runs end with reliable results.',
  advice: 'Give the service more processor time; look for suspended virtual machines.',
  readsDatabase: false,
  find: ({ runProblems }, nowMs): HealthResult => {
    const numbers = runProblems?.counts(nowMs) ?? { returned: 0, inconclusive: 0 }
    const [reason] = runProblems?.reasons(nowMs) ?? []
    return { ok: reason === undefined, message: reason ?? 'Runs end with reliable results.', numbers }
  },
}
