import type { RunEvidence } from '../evidence.ts'
import type { EvidenceLine } from '../evidence-line.ts'

/**
 * The answer of a run in the terms of the rules; fields that a type lacks are null or empty. `failure` is for
 * answers that say what is wrong with a certificate.
 */
export type AnswerEvidence = Pick<
  RunEvidence,
  'status' | 'headers' | 'bodyExcerpt' | 'phases' | 'remoteAddress' | 'dns' | 'packetLoss' | 'grpc'
> &
  Partial<Pick<RunEvidence, 'failure'>>

/** The text that a target answered, and its media type if it is known. */
export interface AnswerText {
  readonly text: string
  readonly contentType: string
}

/** The parts of an answer that are compared with an earlier run, besides its evidence. Fields that a type lacks are absent. */
export interface AnswerRecord {
  /** Where redirects led, in order. */
  readonly redirects?: readonly string[]
  /** That of the target, where a type knows more of it than its host, issuer and end. */
  readonly certificates?: readonly Omit<CertificateRecord, 'host'>[]
  readonly tlsVersion?: string | null
  /** The address of each hop; null for one without answer. */
  readonly route?: readonly (string | null)[]
}

export interface CertificateRecord {
  readonly host: string
  readonly name: string
  readonly issuer: string
  /** Tells certificates apart. */
  readonly fingerprint: string
  /** ISO 8601. */
  readonly validTo: string
  /** How many certificates the server sent or were found above it, with its own; 0 when that is not known. */
  readonly chainLength: number
}

/** How the stored results of one check type are read when a failure is explained: the half of its descriptor for that. */
export interface CheckTypeDiagnosis {
  /** `saw` is the object that the evaluation of the type stores. Results may be old: whatever is missing is left out. */
  readonly evidenceOf: (saw: unknown) => Partial<AnswerEvidence>
  /** The answer as people are shown it; null when there is none, or it is not text. */
  readonly answerOf: (saw: unknown) => AnswerText | null
  /** The sentences of an analysis about the answer, each with its source. */
  readonly linesOf: (run: RunEvidence) => readonly EvidenceLine[]
  /** Further parts of the answer that are compared with an earlier run. `saw` as in `evidenceOf`. */
  readonly recordOf?: (saw: unknown) => AnswerRecord
  /** For people, where the descriptor's target alone does not say what is asked of it. */
  readonly shownTargetOf?: (request: unknown) => string | null
}
