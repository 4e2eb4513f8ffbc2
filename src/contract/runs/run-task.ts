import type { RollingResponseTime } from '../resources/check-fields.ts'
import type { CheckRequests, SuiteRequest, WireCheckType, AgenticTask } from '../check-types/index.ts'
import type { ScriptDependency } from '../resources/definitions.ts'
import type { RuntimeId } from '../resources/runtime.ts'

export const runSources = [
  'CLI_DEPLOY',
  'DEPLOYMENT',
  'DEPLOYMENT_CACHE_WARMER',
  'EDITOR',
  'GROUP_RUN_ALL',
  'LEGACY_TRIGGER',
  'SCHEDULER',
  'SCHEDULE_NOW',
  'TEST_NO_RECORD',
  'TEST_RECORD',
  'TRIGGER_NO_RECORD',
  'TRIGGER_RECORD',
  'TRIGGER_API',
] as const
export type RunSource = (typeof runSources)[number]

/** Of runs of test sessions, which change nothing but their session. */
export const testRunSources = ['TEST_NO_RECORD', 'TEST_RECORD'] as const satisfies readonly RunSource[]

/** Of runs that somebody may follow while they are under way. */
export const followedRunSources = [
  'TEST_NO_RECORD',
  'TEST_RECORD',
  'TRIGGER_API',
] as const satisfies readonly RunSource[]

export const isTestRunSource = (source: RunSource): boolean => testRunSources.some((test) => test === source)

/** The limits of a run: response times in milliseconds, packet loss in percent; null means no limit. */
export interface RunLimits {
  readonly degradedResponseTime: number | null
  readonly maxResponseTime: number | null
  readonly degradedPacketLossThreshold: number | null
  readonly maxPacketLossThreshold: number | null
  /** The limit of a statistic over the last response times; absent: none. */
  readonly rolling?: RollingResponseTime
}

/** A variable as scripts read it in `process.env`. */
export interface TaskVariable {
  readonly key: string
  readonly value: string
  /** Its value must not appear in what is stored of the run. */
  readonly secret: boolean
}

/** A script before the request or after the response of an API check. */
export interface TaskScript {
  /** Its name in messages, for example `setup script of the group`. */
  readonly title: string
  readonly script: string
  /** The files it imports; absent: none. */
  readonly dependencies?: readonly ScriptDependency[]
}

/** The inputs of the scripts of a check, resolved for one run. */
export interface TaskCode {
  /** That of the check, of its group or of its account; null: the default. */
  readonly runtimeId: RuntimeId | null
  /** Built-in variables, and those of the account, the group, the check and the run; each key once. */
  readonly environment: readonly TaskVariable[]
  /** Every snippet that the scripts import, directly or through other snippets. */
  readonly snippets: readonly { readonly name: string; readonly script: string }[]
  /** The test file of types that have one, with its partials inserted. */
  readonly script?: string
  readonly scriptPath?: string | null
  readonly dependencies?: readonly ScriptDependency[]
  /** The Playwright settings of the check. */
  readonly playwrightConfig?: Readonly<Record<string, unknown>>
  /** Whose certificate is monitored: a host, `*.` before one for those below it too, or `*` for each. */
  readonly certificateHost?: string
  /** The golden files that comparisons of the script use; the runner reads them by their key. */
  readonly snapshots?: readonly { readonly key: string; readonly path: string }[]
  /** Comparisons write the golden files that are missing or differ; they become those of the check if the run does not fail. */
  readonly updateSnapshots?: boolean
  /** Whether traces and videos are kept of runs that pass, too. */
  readonly keepsFiles?: boolean
  /** The project of types that have one in a code bundle. */
  readonly suite?: SuiteRequest
  /** Of types that are a prompt. */
  readonly agent?: AgenticTask
  /** Scripts around a request, in the order of their execution. */
  readonly setup?: readonly TaskScript[]
  readonly teardown?: readonly TaskScript[]
  /** With scripts around a request: its templates are filled after setup, and its host is then replaced by this one's. */
  readonly environmentUrl?: string
}

/**
 * One attempt of one check in one location. Self-contained: group settings are merged and variables resolved, so a
 * runner needs nothing else. `secrets` are the values that must not appear in the runner's report.
 */
export interface RunTask<T extends WireCheckType = WireCheckType> {
  readonly protocol: 1
  readonly id: string
  readonly leaseToken: string
  readonly accountId: string
  readonly checkId: string
  readonly checkName: string
  readonly checkType: T
  readonly sessionId: string
  readonly location: string
  /** 1 for the first attempt. */
  readonly attempt: number
  /** How often runners returned this attempt to the queue; absent when never. */
  readonly returns?: number
  /** ISO 8601 instant of the tick this run belongs to. */
  readonly scheduledFor: string
  /** The run must end within this many milliseconds. */
  readonly timeoutMs: number
  readonly request: CheckRequests[T]
  readonly limits: RunLimits
  readonly shouldFail: boolean
  /** With `limits.rolling`: the response times of the runs before in this location that did not fail, in milliseconds. */
  readonly recentResponseTimes?: readonly number[]
  /** The service stands in for the hosted product, whose verdicts it follows. */
  readonly isDropIn?: true
  /** Set for dry runs, of which no file is stored: the report has the small ones. */
  readonly storesNoFiles?: true
  /** With `storesNoFiles`: the report also has the traces. */
  readonly reportsTraces?: true
  /** Somebody may be watching the run, and may cancel it at any moment. */
  readonly isWatched?: true
  readonly secrets: readonly string[]
  /**
   * For checks with code. The request of a check with scripts around it still has its templates, which are filled with
   * the variables that setup leaves.
   */
  readonly code?: TaskCode
  /** In PEM, presented to the host of the request when it requests a client certificate, and to no other host. */
  readonly clientCertificate?: {
    /** The path of the host under which it may be presented; null: everywhere. */
    readonly path: string | null
    readonly cert: string
    readonly key: string
    /** Additional certificate authorities trusted for this host. */
    readonly ca: string | null
    readonly passphrase: string | null
  }
  /** In a private location with a proxy, of types that `takesProxy`: the URL of the proxy, with its credentials. */
  readonly proxyUrl?: string
  /**
   * Set when the task could not be prepared (for example a template that does not parse). The runner observes nothing
   * and reports this as the failure, so that the reason is in the result.
   */
  readonly unprepared?: string
  /** With `unprepared`: the service could not prepare it, which is no statement about the target. */
  readonly isServiceFault?: boolean
}
