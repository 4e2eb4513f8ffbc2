/** How long to wait between the tries of something that fails, and how often to try. */
export interface BackoffPolicy {
  /** The wait after the first failure. */
  readonly firstSeconds: number
  /** Each wait is this many times as long as the one before; 1 when absent. */
  readonly factor?: number
  /** No wait is longer; absent: no limit. */
  readonly maxSeconds?: number
  /** All tries, the first included; absent: no limit. */
  readonly tries?: number
}

/** The policies of the service. Those of checks are set by their users, see `nextRetry`. */
export const backoffPolicies = {
  /** A transaction that PostgreSQL asks to repeat. */
  transaction: { firstSeconds: 0.005, factor: 5, maxSeconds: 0.1, tries: 4 },
  /** Parts of this installation: iterations of loops, connections, claims and reports of runners. */
  internal: { firstSeconds: 0.1, factor: 2, maxSeconds: 5 },
  /** The first start of the embedded server, whose predecessor may hold its files for a moment longer. */
  serverStart: { firstSeconds: 0.1, factor: 2, maxSeconds: 5, tries: 5 },
  /** Returned runs; after the last try their leases end and have the same effect. */
  runReturn: { firstSeconds: 0.1, factor: 2, maxSeconds: 2, tries: 4 },
  notification: { firstSeconds: 20, tries: 5 },
  /** Within about an hour. */
  subscriberMail: { firstSeconds: 30, factor: 2, maxSeconds: 3600, tries: 8 },
  /** Until the registry can be reached. */
  runtimeInstallation: { firstSeconds: 30, factor: 2, maxSeconds: 1800 },
  /** About a day. */
  commitStatus: { firstSeconds: 3, factor: 2, maxSeconds: 3600, tries: 30 },
} as const satisfies Record<string, BackoffPolicy>

/** Whole milliseconds to wait after a failure; `failures` counts from 1, this one included. */
export function backoffMs(policy: BackoffPolicy, failures: number): number {
  const { firstSeconds, factor = 1, maxSeconds = Infinity } = policy
  return Math.round(Math.min(firstSeconds * factor ** (failures - 1), maxSeconds) * 1000)
}

/** Whether the policy allows another try after so many failures. */
export const hasTriesLeft = ({ tries = Infinity }: BackoffPolicy, failures: number): boolean => failures < tries
