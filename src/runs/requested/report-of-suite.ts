import type { Observation, Outcome, RunReport, StoredArtifact, SuiteAnswer, SuiteRequest } from '#contract'
import { writeReason } from '#contract/reasons'
import { describeResult } from '#evaluation'

/** The report of a suite on all its tests. */
export type SuiteSummary = Pick<SuiteAnswer, 'tests' | 'errors'>

/** How a suite ended elsewhere, as its reporter says. */
export interface ReportedSuite {
  readonly outcome: Outcome
  /** Epoch milliseconds. Null: not said. */
  readonly startedAtMs: number | null
  readonly stoppedAtMs: number | null
  readonly responseTimeMs: number | null
  readonly errors: readonly string[]
}

interface Kept {
  readonly files: readonly StoredArtifact[]
  readonly summary: SuiteSummary | null
  readonly nowMs: number
}

const maxReasons = 20

/** The report of a suite in the form that runners have for theirs, so that its result is stored and shown as those are. */
export function reportOfSuite(suite: ReportedSuite, kept: Kept): RunReport {
  const { outcome } = suite
  const observation = observationOf(suite, kept)
  const reasons = outcome === 'failed' ? reasonsOf(observation.answer.errors) : []
  const verdict = { outcome, reasons, assertions: [], overMaxResponseTime: false }
  const task = { checkType: 'PLAYWRIGHT', request: unknownSuite, secrets: [] } as const
  const described = describeResult(task, observation, verdict)
  const detail = kept.summary === null ? withoutTests(described) : described
  return { taskId: '', leaseToken: '', observation, verdict, detail, isRunnerError: false, artifacts: kept.files }
}

type SuiteObservation = Observation<'PLAYWRIGHT'> & { readonly answer: SuiteAnswer }

function observationOf(suite: ReportedSuite, { files, summary, nowMs }: Kept): SuiteObservation {
  const stoppedAt = suite.stoppedAtMs ?? nowMs
  const startedAt = suite.startedAtMs ?? stoppedAt - (suite.responseTimeMs ?? 0)
  const errors = summary !== null && summary.errors.length > 0 ? summary.errors : suite.errors
  const tests = summary?.tests ?? noTests
  return {
    startedAt,
    stoppedAt,
    responseTimeMs: suite.responseTimeMs ?? Math.max(0, stoppedAt - startedAt),
    answer: { startTime: startedAt, endTime: stoppedAt, isPassed: suite.outcome !== 'failed', errors, tests },
    failure: null,
    log: [],
    storedArtifacts: files,
  }
}

const noTests = { passed: 0, failed: 0, flaky: 0, skipped: 0 }

/** Without a report nothing is known of single tests. */
const withoutTests = ({ playwrightCheckResult, ...detail }: ReturnType<typeof describeResult>) => ({
  ...detail,
  playwrightCheckResult: { ...playwrightCheckResult, tests: null },
})

const reasonsOf = (errors: readonly string[]): RunReport['verdict']['reasons'] =>
  (errors.length === 0 ? [writeReason('SUITE_FAILED')] : errors)
    .slice(0, maxReasons)
    .map((error) => ({ kind: 'script', outcome: 'failed', message: error.trim().split('\n')[0] ?? '' }))

/** Its reporter does not say how a suite was started. */
const unknownSuite: SuiteRequest & { readonly assertions: readonly [] } = {
  codeBundlePath: '',
  workingDirectory: '',
  installCommand: '',
  testCommand: '',
  browsers: [],
  projects: [],
  tags: [],
  engine: null,
  engineVersion: null,
  playwrightVersion: null,
  cacheHash: null,
  assertions: [],
}
