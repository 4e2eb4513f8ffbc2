import { failureKinds } from '#contract'
import type { FailureKind, Outcome } from '#contract'
import type { FailedAssertion, RunEvidence } from './evidence.ts'
import { at, listIn, numberIn, textIn } from './json-fields.ts'
import { targetOfRequest } from './read-target.ts'
import type { Target } from './read-target.ts'

/** A result as it is stored; `detail` holds what the run saw, in the shapes of the check types. */
export interface StoredRun {
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

/** Headers that say who answered and why; anything else in an answer may be private and helps little. */
const tellingHeaders = [
  'age',
  'cf-mitigated',
  'cf-ray',
  'content-length',
  'content-type',
  'date',
  'location',
  'retry-after',
  'server',
  'via',
  'www-authenticate',
  'x-cache',
]

/** What a stored result says, as evidence. Fields that are missing or of another shape are left out. */
export function runEvidenceOf(stored: StoredRun): RunEvidence {
  const saw = sawOf(stored.detail)
  const response = at(saw, 'response')
  const status = numberIn(response, 'status')
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
    status: status === 0 ? null : status,
    headers: headersOf(at(response, 'headers')),
    bodyExcerpt:
      (textIn(response, 'body') ?? textIn(response, 'data') ?? textIn(response, 'text'))?.slice(0, bodyLimit) ?? null,
    phases: phasesOf(at(saw, 'timingPhases') ?? at(response, 'timingPhases')),
    remoteAddress: textIn(response, 'remoteAddress') ?? textIn(response, 'resolvedIp'),
    dns: dnsOf(response),
    packetLoss: numberIn(response, 'packetLoss'),
    failedAssertions: listIn(saw, 'assertions').slice(0, listLimit).flatMap(failedAssertion),
  }
}

/** The object of the check's own type: the only one that is named `…CheckResult`. */
export const sawOf = (detail: Readonly<Record<string, unknown>>): unknown =>
  Object.entries(detail).find(([name]) => name.endsWith('CheckResult'))?.[1]

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

function headersOf(headers: unknown): Record<string, string> {
  return Object.fromEntries(
    tellingHeaders.flatMap((name) => {
      const value = textIn(headers, name)
      return value === null ? [] : [[name, value.slice(0, 200)]]
    }),
  )
}

function phasesOf(phases: unknown): Record<string, number> | null {
  if (typeof phases !== 'object' || phases === null) return null
  const known = Object.entries(phases).flatMap(([name, ms]) => (typeof ms === 'number' ? [[name, ms] as const] : []))
  return known.length === 0 ? null : Object.fromEntries(known)
}

function dnsOf(response: unknown): RunEvidence['dns'] {
  const responseCode = textIn(response, 'responseCode')
  if (responseCode === null) return null
  const answers = listIn(at(response, 'json'), 'Answer').flatMap((row) => textIn(row, 'data') ?? [])
  return { responseCode, answers: answers.slice(0, listLimit).toSorted() }
}

/** What the run went to, as far as it was stored. */
export const targetOfRun = ({ detail }: Pick<StoredRun, 'detail'>): Target | null =>
  targetOfRequest(at(sawOf(detail), 'request'))
