import type { TestRun } from './run-tests.ts'

/** What became of a fault. */
export interface Outcome {
  readonly isFound: boolean
  /** The tests that turned red, as `file › name`. */
  readonly by: readonly string[]
  /** Why it was not found; empty when it was. */
  readonly reason: string
  readonly seconds: number
}

/**
 * Whether the tests found a fault: one of them failed that passes without it. Tests that do not load find nothing.
 */
export function outcomeOf(run: TestRun, redBefore: ReadonlySet<string>, seconds: number): Outcome {
  const by = run.red.filter((title) => !redBefore.has(title))
  if (by.length > 0) return { isFound: true, by, reason: '', seconds }
  const reason = run.problem ?? (run.passed === 0 ? 'No test was run.' : `${run.passed} tests passed.`)
  return { isFound: false, by, reason, seconds }
}
