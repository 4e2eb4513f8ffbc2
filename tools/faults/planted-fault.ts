/** A fault that the tests must find when it is in the code. */
export interface PlantedFault {
  /** Kebab-case, unique. */
  readonly id: string
  /** What breaks for a user, in one sentence. */
  readonly breaks: string
  readonly file: string
  /** Occurs exactly once in the file. */
  readonly text: string
  readonly replacement: string
  /** The files of tests that can notice it: as few as possible. */
  readonly tests: readonly string[]
  /** A regular expression for the names of the tests, where a whole file would take long. */
  readonly names?: string
}
