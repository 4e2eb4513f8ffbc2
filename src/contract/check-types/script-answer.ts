/** Where code is, in the path of a file of the check. Lines and columns count from 1. */
export interface ScriptPosition {
  readonly file: string
  readonly line: number
  readonly column: number
}

export interface ScriptError {
  readonly message: string
  readonly stack: string | null
  readonly position: ScriptPosition | null
  /** Some lines around the position. */
  readonly snippet: string | null
  /** Of a soft assertion, after which the test went on. */
  readonly isSoft: boolean
}

/** A request that a test sent by itself, not through a page. Times are milliseconds. */
export interface ScriptRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Text that was sent; null without any. */
  readonly body: string | null
  readonly startedAt: number
  readonly timings: Readonly<Record<string, number>>
  /** Null when there was no response. */
  readonly response: {
    readonly status: number
    readonly statusText: string
    readonly headers: Readonly<Record<string, string>>
    readonly body: string
  } | null
}

/** The steps of a test, as a tree. */
export interface ScriptStep {
  readonly title: string
  /** `test.step`, `pw:api`, `expect`, `hook` or `fixture`. */
  readonly category: string
  /** Epoch milliseconds. */
  readonly startTime: number
  readonly duration: number
  readonly error: string | null
  readonly position: ScriptPosition | null
  readonly request?: ScriptRequest
  readonly steps: readonly ScriptStep[]
}

export interface ScriptTest {
  /** Of its describe blocks and its own. */
  readonly titles: readonly string[]
  readonly status: 'passed' | 'failed' | 'timedOut' | 'skipped' | 'interrupted'
  /** Whether it ended as its author expects, for example a test that is to fail. */
  readonly isExpected: boolean
  readonly startTime: number
  readonly duration: number
  readonly errors: readonly ScriptError[]
  readonly steps: readonly ScriptStep[]
}

export const webVitalNames = ['FCP', 'LCP', 'CLS', 'TBT', 'TTFB'] as const
export type WebVitalName = (typeof webVitalNames)[number]
export type WebVitalScore = 'GOOD' | 'NEEDS_IMPROVEMENT' | 'POOR'

/** A page that was opened, with what it reported. */
export interface ScriptPage {
  readonly url: string
  /** Milliseconds; CLS has no unit. */
  readonly webVitals: { readonly [N in WebVitalName]?: { readonly score: WebVitalScore; readonly value: number } }
  readonly console: readonly { readonly level: string; readonly text: string; readonly time: number }[]
  /** Errors that scripts of the page did not catch. */
  readonly errors: readonly { readonly message: string; readonly time: number }[]
  readonly network: readonly {
    readonly method: string
    readonly url: string
    readonly resourceType: string
    readonly status: number | null
    readonly failure: string | null
    readonly time: number
  }[]
}

/** The outcome of a test file that ran to its end. */
export interface ScriptAnswer {
  /** The runtime that ran it. */
  readonly runtimeVersion: string
  /** Epoch milliseconds. */
  readonly startTime: number
  readonly endTime: number
  readonly tests: readonly ScriptTest[]
  /** Outside tests, for example of a file that cannot be loaded. */
  readonly errors: readonly ScriptError[]
  /** Why the script marked its check as degraded, once for each mark; empty for no mark. */
  readonly degradedReasons: readonly string[]
  readonly pages: readonly ScriptPage[]
  readonly traceSummary: {
    readonly consoleErrors: number
    readonly networkErrors: number
    readonly documentErrors: number
    readonly userScriptErrors: number
  }
  /** Of the first page that has them. */
  readonly webVitals: { readonly [N in WebVitalName]?: number }
}

/** Whether something failed that is no soft assertion, or a soft assertion without a mark as degraded. */
export function isScriptFailed({ tests, errors, degradedReasons }: ScriptAnswer): boolean {
  if (errors.length > 0 || tests.length === 0) return true
  const failed = tests.filter(({ isExpected }) => !isExpected)
  return failed.some((test) => degradedReasons.length === 0 || !isSoftlyFailed(test))
}

/** Whether soft assertions alone made a test fail. */
export const isSoftlyFailed = ({ status, errors }: ScriptTest): boolean =>
  status === 'failed' && errors.length > 0 && errors.every(({ isSoft }) => isSoft)

export const scriptSample: ScriptAnswer = {
  runtimeVersion: '2026.04',
  startTime: 1_767_225_600_000,
  endTime: 1_767_225_601_200,
  tests: [
    {
      titles: ['opens'],
      status: 'passed',
      isExpected: true,
      startTime: 1_767_225_600_100,
      duration: 1000,
      errors: [],
      steps: [],
    },
  ],
  errors: [],
  degradedReasons: [],
  pages: [
    {
      url: 'https://shop.example/',
      webVitals: { FCP: { score: 'GOOD', value: 320 }, TTFB: { score: 'GOOD', value: 80 } },
      console: [],
      errors: [],
      network: [],
    },
  ],
  traceSummary: { consoleErrors: 0, networkErrors: 0, documentErrors: 0, userScriptErrors: 0 },
  webVitals: { FCP: 320, TTFB: 80 },
}
