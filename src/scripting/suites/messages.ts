// What the process of a suite and the service exchange, one JSON document a line over descriptor 3. The process runs code of
// users, so what it sends is to be validated before it is believed or stored.
export interface SuiteJob {
  /** The archive, and the package that unpacks it, as the process sees them. */
  readonly bundle: string
  readonly tar: string
  readonly npm: string
  /** Relative to the project. */
  readonly workingDirectory: string
  /** Empty: the package manager of the lock file. */
  readonly installCommand: string
  /** With what `testArguments` adds, run by a shell of the sandbox. */
  readonly testCommand: string
  readonly testArguments: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  readonly installMs: number
  readonly proxyUrl: string | null
  readonly chromium: {
    readonly program: string
    readonly environment: Readonly<Record<string, string>>
    readonly args: readonly string[]
  } | null
}

export type SuiteStage = 'unpack' | 'install' | 'test'

/** What arrives, if nobody forged it. */
export type SuiteMessage =
  | { readonly ready: true }
  | { readonly stage: SuiteStage; readonly at: number }
  | { readonly log: { readonly at: number; readonly level: 'info' | 'error'; readonly text: string } }
  /** The run cannot go on, in a sentence for the author of the suite. */
  | { readonly problem: string; readonly stage: SuiteStage }
  | { readonly end: { readonly code: number | null } }
