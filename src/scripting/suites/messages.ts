import type { SuiteSelection } from './suite-arguments.ts'

// What the process of a suite and the service exchange, one JSON document a line over descriptor 3. Code of users runs beside
// that process, so what it sends is to be validated before it is believed or stored.
export interface SuiteJob {
  /** The archive, and the package that unpacks it, as the process sees them. */
  readonly bundle: string
  readonly tar: string
  readonly npm: string
  readonly engine: { readonly kind: 'node' | 'bun'; readonly program: string }
  /** The tools that are installed besides npm, by id. */
  readonly tools: Readonly<Record<string, { readonly directory: string; readonly program: string }>>
  /** Relative to the project. */
  readonly workingDirectory: string
  /** Empty: the package manager of the lock file. */
  readonly installCommand: string
  /** Run by a shell of the sandbox, as it is. */
  readonly testCommand: string
  /** Epoch milliseconds: the time of the service when the job was sent. */
  readonly sentAt: number
  readonly environment: Readonly<Record<string, string>>
  readonly installMs: number
  readonly testMs: number
  readonly usesCache: boolean
  readonly proxyUrl: string | null
  /** A file of certificates to trust besides the usual ones. */
  readonly authorities: string | null
  readonly chromium: {
    readonly program: string
    readonly environment: Readonly<Record<string, string>>
    readonly args: readonly string[]
  } | null
  /** For what is loaded into Playwright. */
  readonly run: SuiteSelection & {
    readonly report: string
    /** The file in the work directory in which that says why the tests did not run. */
    readonly problemName: string
    readonly userAgentSuffix: string
    /** The directory of the runtime, whose packages the service uses beside those of the suite. */
    readonly runtime: string
    readonly hasVideo: boolean
  }
}

export const suiteStages = ['unpack', 'cache', 'install', 'save', 'test'] as const
export type SuiteStage = (typeof suiteStages)[number]

/** The messages of a suite, unless forged. */
export type SuiteMessage =
  | { readonly kind: 'ready' | 'unknown' }
  | { readonly kind: 'stage'; readonly stage: SuiteStage }
  | { readonly kind: 'log'; readonly level: 'INFO' | 'ERROR'; readonly text: string }
  /** The run cannot go on, in a sentence for the author of the suite. */
  | { readonly kind: 'problem'; readonly text: string }
  /** A package manager or engine that is not there yet; it waits forever. */
  | { readonly kind: 'needs'; readonly tool: string }
  /** Waits for `{ archive: string | null }`. */
  | { readonly kind: 'key'; readonly key: string }
  /** Waits for any answer. */
  | { readonly kind: 'damaged' }
  /** The name of an archive in its work directory; waits for any answer. */
  | { readonly kind: 'dependencies'; readonly name: string }
  | { readonly kind: 'end'; readonly code: number | null }
