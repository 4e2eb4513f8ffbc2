// What the process of a Playwright run and the service send each other, one JSON document a line over descriptor 3. What
// comes from the process may have been changed by user code: it must be validated before it is used or stored.

/** The one job of a process. */
export interface PlaywrightJob {
  /** Sources by their path, relative and with `/`: the entry and what it imports. */
  readonly files: Readonly<Record<string, string>>
  /** Which of `files` has the tests. */
  readonly entry: string
  /** Multi-step checks have no browser. */
  readonly kind: 'browser' | 'multi-step'
  /** Variables of this run; they are added to those of the process. */
  readonly environment: Readonly<Record<string, string>>
  /** Epoch milliseconds: the time of the service when the job was sent. */
  readonly sentAt: number
  readonly chromium: {
    readonly program: string
    readonly environment: Readonly<Record<string, string>>
    readonly args: readonly string[]
    /** Its own sandbox, which root cannot have. */
    readonly sandbox: boolean
  } | null
  readonly timeouts: {
    /** Of one test. */
    readonly testMs: number
    readonly expectMs: number
    /** Of everything; the caller has its own limit besides. */
    readonly globalMs: number
  }
  readonly artifacts: {
    readonly trace: ArtifactMode
    readonly screenshot: 'off' | 'on' | 'only-on-failure'
    /** Needs an encoder. */
    readonly video: ArtifactMode
  }
  readonly userAgent: string | null
  /** Options of `use` of Playwright, as JSON. */
  readonly use?: Readonly<Record<string, unknown>>
  /** Options of `expect` of Playwright, as JSON. */
  readonly expect?: Readonly<Record<string, unknown>>
  /** Golden files that `toHaveScreenshot` and `toMatchSnapshot` compare with: their bytes in base64, by their path among `files`. */
  readonly snapshots?: Readonly<Record<string, string>>
  /** Write the golden files that are missing or differ, instead of failing. */
  readonly updateSnapshots?: boolean
}

export type ArtifactMode = 'off' | 'on' | 'retain-on-failure'

/** Where code is, in the path of a file of the job. Lines and columns count from 1. */
export interface SourcePosition {
  readonly file: string
  readonly line: number
  readonly column: number
}

export interface RunError {
  readonly message: string
  readonly stack: string | null
  readonly position: SourcePosition | null
  /** Some lines around the position. */
  readonly snippet: string | null
}

export interface RunStep {
  readonly title: string
  /** `test.step`, `pw:api`, `expect`, `hook`, `fixture`, `attach`. */
  readonly category: string
  /** Epoch milliseconds. */
  readonly startedAt: number
  readonly durationMs: number
  readonly error: RunError | null
  readonly position: SourcePosition | null
  readonly steps: readonly RunStep[]
}

export interface RunAttachment {
  readonly name: string
  readonly contentType: string
  /** In the work directory of the process. Absent for a small body. */
  readonly path?: string
  readonly bodyBase64?: string
}

export interface RunTest {
  /** Describe blocks and the test. */
  readonly titles: readonly string[]
  readonly position: SourcePosition | null
  readonly status: 'passed' | 'failed' | 'timedOut' | 'skipped' | 'interrupted'
  readonly expectedStatus: string
  /** Of this result; results of retries follow each other. */
  readonly retry: number
  readonly startedAt: number
  readonly durationMs: number
  readonly errors: readonly RunError[]
  readonly annotations: readonly { readonly type: string; readonly description: string | null }[]
  readonly steps: readonly RunStep[]
  readonly attachments: readonly RunAttachment[]
}

export interface WebVital {
  readonly name: 'LCP' | 'CLS' | 'FCP' | 'TTFB' | 'INP' | 'TBT'
  /** Milliseconds; CLS has no unit. */
  readonly value: number
  readonly rating: string | null
}

/** The events of the browser, in order. */
export type BrowserEvent =
  | { readonly type: 'page'; readonly at: number; readonly page: number; readonly url: string }
  | {
      readonly type: 'vital'
      readonly at: number
      readonly page: number
      readonly url: string
      readonly vital: WebVital
    }
  | {
      readonly type: 'console'
      readonly at: number
      readonly page: number
      readonly level: string
      readonly text: string
      readonly url: string
    }
  | {
      readonly type: 'page-error'
      readonly at: number
      readonly page: number
      readonly message: string
      readonly stack: string | null
    }
  | {
      readonly type: 'request'
      readonly at: number
      readonly page: number
      readonly method: string
      readonly url: string
      readonly resourceType: string
      /** Null when it failed. */
      readonly status: number | null
      readonly failure: string | null
      readonly timing: Readonly<Record<string, number>>
    }
  | {
      /** A request that a test sent by itself. */
      readonly type: 'api-request'
      readonly at: number
      readonly endedAt: number
      readonly method: string
      readonly url: string
      readonly headers: Readonly<Record<string, string>>
      readonly body: string | null
      readonly status: number
      readonly statusText: string
      readonly responseHeaders: Readonly<Record<string, string>>
      readonly responseBody: string
      readonly timings: Readonly<Record<string, number>>
    }
  | {
      /** That of an https host that a page asked, once for each host. */
      readonly type: 'certificate'
      readonly at: number
      readonly host: string
      readonly issuer: string
      /** Epoch milliseconds. */
      readonly validTo: number
    }
  | { readonly type: 'secret'; readonly at: number; readonly value: string }

export interface RunResult {
  readonly status: 'passed' | 'failed' | 'timedout' | 'interrupted'
  readonly startedAt: number
  readonly durationMs: number
  readonly tests: readonly RunTest[]
  /** Outside tests: a file that cannot be loaded, no test found, a crash. */
  readonly errors: readonly RunError[]
  readonly events: readonly BrowserEvent[]
  /** With `updateSnapshots`: the paths of all golden files of the entry after the run, among the files of the job. */
  readonly snapshots?: readonly string[]
}

/** A test or a step of it that began or ended. */
export interface StepProgress {
  readonly title: string
  /** `test` or that of a step. */
  readonly category: string
  readonly state: 'started' | 'passed' | 'failed' | 'skipped'
  readonly at: number
  /** Of a step that ended. */
  readonly durationMs: number | null
  /** 0 for tests, 1 for their steps. */
  readonly depth: number
}

/** The progress of a run while it runs. A secret must not appear in anything that follows. */
export type PlaywrightProgress =
  | { readonly step: StepProgress }
  | { readonly log: { readonly at: number; readonly level: 'info' | 'error'; readonly text: string } }
  | { readonly secret: string }

/** The messages of the process: `ready` first, `result` last. */
export type PlaywrightMessage = { readonly ready: true } | PlaywrightProgress | { readonly result: RunResult }
