import type { FindingSource, Judged } from './finding.ts'

/** Runs of the last five minutes that this process repeated, or could not finish reliably, because it was stalled. */
export const runs: FindingSource = {
  name: 'runs',
  asksDatabase: false,
  find: ({ trouble }, nowMs): Judged => {
    const numbers = trouble?.counts(nowMs) ?? { returned: 0, inconclusive: 0 }
    const [reason] = trouble?.reasons(nowMs) ?? []
    return { ok: reason === undefined, message: reason ?? 'Runs end with reliable results.', numbers }
  },
}
