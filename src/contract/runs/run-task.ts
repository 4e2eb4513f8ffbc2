import type { WireCheckType, CheckRequests } from '../check-types/index.ts'

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

export const isTestRunSource = (source: RunSource): boolean => testRunSources.some((test) => test === source)

/** The limits of a run: response times in milliseconds, packet loss in percent; null means no limit. */
export interface RunLimits {
  readonly degradedResponseTime: number | null
  readonly maxResponseTime: number | null
  readonly degradedPacketLossThreshold: number | null
  readonly maxPacketLossThreshold: number | null
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
  readonly secrets: readonly string[]
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
  /** API checks in a private location with a proxy: the URL of the proxy, with its credentials. */
  readonly proxyUrl?: string
  /**
   * Set when the task could not be prepared (for example a template that does not parse). The runner observes nothing
   * and reports this as the failure, so that the reason is in the result.
   */
  readonly unprepared?: string
  /** With `unprepared`: the service could not prepare it, which is no statement about the target. */
  readonly isServiceFault?: boolean
}
