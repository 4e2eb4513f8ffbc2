import { descriptorOf, failureKinds } from '#contract'
import type { CheckType, FailureKind, Outcome } from '#contract'
import type { AnswerEvidence } from './check-types/check-type-diagnosis.ts'
import { diagnosisOf } from './check-types/index.ts'
import type { FailedAssertion, RunEvidence } from './evidence.ts'
import { at, listIn, textIn } from './json-fields.ts'
import { targetOfRequest } from './read-target.ts'
import type { Target } from './read-target.ts'

/** A result as it is stored; `detail` holds what the run saw, in the shapes of the check types. */
export interface StoredRun {
  readonly checkType: CheckType
  readonly id: string
  readonly startedAt: Date
  readonly location: string
  readonly outcome: Outcome
  readonly hasErrors: boolean
  readonly attempt: number
  readonly responseTimeMs: number
  readonly error: string | null
  readonly detail: Readonly<Record<string, unknown>>
}

const bodyLimit = 2_000
const listLimit = 20

/** The values of types whose answers lack these parts. */
const nothingSeen: AnswerEvidence = {
  status: null,
  headers: {},
  bodyExcerpt: null,
  phases: null,
  remoteAddress: null,
  dns: null,
  packetLoss: null,
  grpc: null,
}

/** A stored result as evidence. Fields that are missing or of another shape are left out. */
export function runEvidenceOf(stored: StoredRun): RunEvidence {
  const saw = typeDetailOf(stored)
  const answer = { ...nothingSeen, ...diagnosisOf(stored.checkType).evidenceOf(saw) }
  return {
    resultId: stored.id,
    startedAt: stored.startedAt.toISOString(),
    location: stored.location,
    outcome: stored.outcome,
    isRunnerError: stored.hasErrors,
    attempts: stored.attempt,
    responseTimeMs: stored.responseTimeMs,
    error: stored.error,
    failure: failureOf(stored),
    reasonKinds: listIn(stored.detail, 'reasons').flatMap((reason) => textIn(reason, 'kind') ?? []),
    ...answer,
    bodyExcerpt: answer.bodyExcerpt?.slice(0, bodyLimit) ?? null,
    failedAssertions: listIn(saw, 'assertions').slice(0, listLimit).flatMap(failedAssertion),
  }
}

/** The details of a run of the check's type, under the name in its descriptor. */
export const typeDetailOf = ({ checkType, detail }: Pick<StoredRun, 'checkType' | 'detail'>): unknown =>
  at(detail, descriptorOf(checkType).result?.name ?? '')

function failureOf({ detail, error }: StoredRun): RunEvidence['failure'] {
  const failure = at(detail, 'failure')
  const kind = failureKinds.find((name) => name === textIn(failure, 'kind'))
  if (kind) return { kind, code: textIn(failure, 'code') ?? '' }
  // Results of before carry the code in their message only.
  const code = /^([A-Z][A-Z0-9_]{2,60}): /.exec(error ?? '')?.[1]
  return code === undefined ? null : { kind: kindOfCode(code), code }
}

const kindOfCode = (code: string): FailureKind => {
  if (/CERT|SSL|TLS/.test(code)) return 'tls'
  if (/TIMEDOUT|TIMEOUT/.test(code)) return 'timeout'
  if (/NOTFOUND|EAI_|SERVFAIL/.test(code)) return 'dns'
  if (code === 'EPOLICY') return 'policy'
  return /^E(CONN|HOST|NET|PIPE)/.test(code) ? 'connect' : 'protocol'
}

function failedAssertion(assertion: unknown): FailedAssertion[] {
  if (at(assertion, 'passed') !== false) return []
  return [
    {
      source: textIn(assertion, 'source') ?? '',
      property: textIn(assertion, 'property') ?? '',
      comparison: textIn(assertion, 'comparison') ?? '',
      target: textIn(assertion, 'target') ?? '',
      actual: textIn(assertion, 'actual')?.slice(0, bodyLimit) ?? null,
    },
  ]
}

/** The target of the run, as far as it was stored. */
export const targetOfRun = (run: Pick<StoredRun, 'checkType' | 'detail'>): Target | null =>
  targetOfRequest(run.checkType, at(typeDetailOf(run), 'request'))
