import type { Answers, CheckRequests, WireCheckType, LearnedScript } from '../check-types/index.ts'
import type { ObservedArtifact, ReportedFile, StoredArtifact } from './artifact.ts'

export const failureKinds = [
  'dns',
  'connect',
  'tls',
  'timeout',
  'protocol',
  'policy',
  'permission',
  'preparation',
  'script',
] as const
export type FailureKind = (typeof failureKinds)[number]

/**
 * Why an observation has no answer. `code` is the code of the system or protocol (ECONNREFUSED, ENOTFOUND,
 * SOCKET_TIMEOUT, ESOCKETTIMEDOUT, CERT_HAS_EXPIRED, EPOLICY …), `message` a sentence for users.
 */
export interface ObservationFailure {
  readonly kind: FailureKind
  readonly code: string
  readonly message: string
  /** Whether it is a network error, as `retryStrategy.onlyOn: NETWORK_ERROR` requires. */
  readonly isNetworkError: boolean
}

export interface LogLine {
  /** Epoch milliseconds. */
  readonly time: number
  readonly level: 'DEBUG' | 'INFO' | 'WARN' | 'ERROR'
  readonly msg: string
}

/** The request as stored with the result: `data` is the body, `params` the query parameters. */
export interface HttpSent {
  readonly method: string
  readonly url: string
  readonly data: string
  readonly headers: Readonly<Record<string, string>>
  readonly params: Readonly<Record<string, string>>
}

/** A large body as received, not decoded yet, because decoding megabytes is expensive. */
export interface UndecodedBody {
  readonly bytes: Uint8Array
  readonly contentType: string
}

/** The certificate that a host presented. */
export interface ServedCertificate {
  readonly host: string
  /** Its distinguished name in one line. */
  readonly issuer: string
  /** ISO 8601. */
  readonly validTo: string
}

/** An attempt to connect to one address of a name. */
export interface TriedAddress {
  readonly address: string
  /** The code of its failure, `ECANCELED` when another address was connected to first; null for the one that was used. */
  readonly error: string | null
}

/** The output of setup and teardown scripts. */
export interface ScriptLogs {
  readonly setup: readonly LogLine[]
  readonly teardown: readonly LogLine[]
}

/** The deviations of a run with code from its task. */
export interface FoundInRun {
  /** The request as setup left it, with its templates filled. */
  readonly request?: CheckRequests[WireCheckType]
  /** Further values that must not appear in what is stored of the run. */
  readonly secrets: readonly string[]
  /** The service could not run the scripts, which is no statement about the target. */
  readonly isServiceFault?: true
}

/** The observation of a probe. Exactly one of `answer` and `failure` is set. */
export interface Observation<T extends WireCheckType = WireCheckType> {
  /** Epoch milliseconds. */
  readonly startedAt: number
  readonly stoppedAt: number
  /** The measured duration of the operation, in milliseconds. */
  readonly responseTimeMs: number
  readonly answer: Answers[T] | null
  readonly failure: ObservationFailure | null
  /** Set while the body of the answer is not decoded; `answer.body` is empty then. A report never has it. */
  readonly undecodedBody?: UndecodedBody
  /** HTTP probes: what was sent. */
  readonly sent?: HttpSent
  /** HTTPS targets: whole days until the first certificate on the way expires, negative when it has expired. */
  readonly sslDaysRemaining?: number | null
  /** Whose certificate that is, when it is not that of the host in the request. */
  readonly sslDomain?: string
  /** HTTP: those of the https hosts on the way. They are stored with the result; a report has them there only. */
  readonly certificates?: readonly ServedCertificate[]
  readonly log: readonly LogLine[]
  /** The tried addresses of a name, in order; absent when one address was tried. */
  readonly triedAddresses?: readonly TriedAddress[]
  /** Files of the run, as the probe found them. The runner stores them; what is evaluated and reported never has it. */
  readonly artifacts?: readonly ObservedArtifact[]
  /** The files that were stored, set by the runner for the description of the result. A report never has it. */
  readonly storedArtifacts?: readonly StoredArtifact[]
  /** The files of a run whose files are not stored, set by the runner. A report has them elsewhere. */
  readonly reportedFiles?: readonly ReportedFile[]
  /** Checks with scripts around their request. */
  readonly scriptLogs?: ScriptLogs
  /** Why scripts after the response failed; each fails the run. */
  readonly scriptFailures?: readonly string[]
  /** A script that the run learned; the runner moves it to the report. */
  readonly learned?: LearnedScript
  /** The runner applies it to the task before it evaluates. A report never has it. */
  readonly found?: FoundInRun
}
