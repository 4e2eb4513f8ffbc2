/** The outcome of the test command of a suite that ran to its end. */
export interface SuiteAnswer {
  /** Epoch milliseconds. */
  readonly startTime: number
  readonly endTime: number
  /** Whether the test command succeeded. A test that passes when it is repeated is flaky, and does not fail it. */
  readonly isPassed: boolean
  readonly tests: { readonly passed: number; readonly failed: number; readonly flaky: number; readonly skipped: number }
  /** Messages of tests that failed finally, and of what failed outside of tests, in order. */
  readonly errors: readonly string[]
}

/** A suite as runners get it. */
export interface SuiteRequest {
  /** The id of its code bundle. */
  readonly codeBundlePath: string
  /** Relative to the project; empty: its top. */
  readonly workingDirectory: string
  /** Empty: the package manager of the lock file. */
  readonly installCommand: string
  readonly testCommand: string
  readonly browsers: readonly string[]
  /** Projects and tags to run; empty: those of the command. */
  readonly projects: readonly string[]
  readonly tags: readonly string[]
  /** Null: the default, which is Node. */
  readonly engine: 'node' | 'bun' | null
  readonly engineVersion: string | null
  readonly playwrightVersion: string | null
  readonly cacheHash: string | null
}

export const suiteSample: SuiteAnswer = {
  startTime: 1_767_225_600_000,
  endTime: 1_767_225_612_000,
  isPassed: true,
  tests: { passed: 2, failed: 0, flaky: 0, skipped: 0 },
  errors: [],
}
