import type { FindingSource, HealthResult } from './finding.ts'

/** Runs of the last five minutes that this process repeated, or could not finish reliably, because it was stalled. */
export const runs: FindingSource = {
  name: 'runs',
  title: 'Runs',
  meaning: 'Whether runs produce reliable results.',
  advice: 'Give the service more CPU; look for suspended virtual machines.',
  readsDatabase: false,
  audience: 'everybody',
  needsService: true,
  find: ({ runProblems }, nowMs): HealthResult => {
    const numbers = runProblems?.counts(nowMs) ?? { returned: 0, inconclusive: 0 }
    // Returned runs alone are not a problem: they are repeated.
    if (numbers.inconclusive === 0) return { ok: true, found: [{ code: 'RUNS_RELIABLE' }], numbers }
    return { ok: false, found: [{ code: 'RUNS_INCONCLUSIVE', values: numbers }], numbers }
  },
}
