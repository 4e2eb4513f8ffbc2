/** What one run of vitest reports. */
export interface Report {
  readonly files: readonly FileReport[]
  /** Errors that no test caught. */
  readonly unhandled: number
}

export interface FileReport {
  /** Path in the repository. */
  readonly file: string
  readonly project: string
  readonly passed: number
  /** A file that fails outside its tests counts as one failure. */
  readonly failed: number
  readonly skipped: number
  readonly cpuSeconds: number
  readonly failures: readonly Failure[]
  /** The last lines that the file printed. */
  readonly output: readonly string[]
}

export interface Failure {
  /** File and test. */
  readonly name: string
  /** The name, the message and where. */
  readonly text: string
}

/** Names the file that the reporter writes. */
export const reportVariable = 'BELFRY_TEST_REPORT'
