import type { CheckType, FailureKind, Outcome } from '#contract'
import type { Difference } from './differences/difference.ts'

/** The observations of one run, without secrets and limited to the needs of an analysis. Times are milliseconds. */
export interface RunEvidence {
  readonly resultId: string
  /** ISO 8601. */
  readonly startedAt: string
  readonly location: string
  readonly outcome: Outcome
  readonly isRunnerError: boolean
  readonly attempts: number
  readonly responseTimeMs: number
  readonly error: string | null
  readonly failure: { readonly kind: FailureKind; readonly code: string } | null
  /** Kinds of the reasons of the verdict, for example `status` or `assertion`. */
  readonly reasonKinds: readonly string[]
  readonly status: number | null
  /** Of the answer, names in lower case; only those that help. */
  readonly headers: Readonly<Record<string, string>>
  readonly bodyExcerpt: string | null
  /** Duration of each phase, for example dns, tcp, tls, firstByte. */
  readonly phases: Readonly<Record<string, number>> | null
  readonly remoteAddress: string | null
  /** DNS checks: response code and the data of the answers. */
  readonly dns: { readonly responseCode: string; readonly answers: readonly string[] } | null
  /** Percent. */
  readonly packetLoss: number | null
  /** gRPC checks: the status of the call, and that of the health service if it was asked. */
  readonly grpc: { readonly statusCode: number; readonly healthStatus: number | null } | null
  readonly failedAssertions: readonly FailedAssertion[]
}

export interface FailedAssertion {
  readonly source: string
  readonly property: string
  readonly comparison: string
  readonly target: string
  readonly actual: string | null
}

/** Everything an analysis may rest on. */
export interface Evidence {
  readonly checkName: string
  readonly checkType: CheckType
  /** The target, for example a URL or `host:port`, and the host in it; null when the check was deleted. */
  readonly target: string | null
  readonly host: string | null
  readonly errorMessage: string
  readonly occurrences: number
  /** ISO 8601. */
  readonly firstSeen: string
  readonly lastSeen: string
  /** The run the error group saw last; null when its result is gone. */
  readonly run: RunEvidence | null
  readonly lastGoodRun: RunEvidence | null
  /** In what the run differs from the last good one. */
  readonly differences: readonly Difference[]
  /** The outcomes of the other locations of the same tick. */
  readonly otherLocations: readonly {
    readonly location: string
    readonly outcome: Outcome
    readonly error: string | null
  }[]
  /** Other activated checks on the same host and how they stand; null: not known yet. */
  readonly sameHost: readonly {
    readonly checkName: string
    readonly checkType: string
    readonly outcome: string | null
  }[]
  readonly sslDaysRemaining: number | null
  readonly maxResponseTimeMs: number | null
  /** The text that a person added, quoted. */
  readonly userContext: string
}
