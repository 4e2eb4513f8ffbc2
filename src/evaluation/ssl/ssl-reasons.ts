import type { FailureKind, SslAnswer, SslConfig, SslRequest, VerdictReason } from '#contract'
import { writeReason } from '#contract/reasons'
import { evaluateBaseline } from './evaluate-baseline.ts'

/** Where a run failed, in the terms of the public API. */
export type FailureCategory = 'dns' | 'connect' | 'timeout' | 'handshake' | 'hostname' | 'chain'

const categories: Readonly<Record<FailureKind, FailureCategory>> = {
  dns: 'dns',
  connect: 'connect',
  policy: 'connect',
  permission: 'connect',
  timeout: 'timeout',
  tls: 'handshake',
  protocol: 'handshake',
  preparation: 'handshake',
  script: 'handshake',
}

export const categoryOfFailure = (kind: FailureKind): FailureCategory => categories[kind]

export interface CertificateProblem {
  readonly category: FailureCategory
  readonly message: string
}

/** Why a certificate is not accepted, the first of its reasons. Its validity counts even without chain validation. */
export function certificateProblem(answer: SslAnswer, config: SslConfig): CertificateProblem | null {
  const { certificate, chainProblem } = answer
  const { daysUntilExpiry } = certificate
  if (daysUntilExpiry < 0)
    return {
      category: 'chain',
      message: writeReason('EXPIRED_DAYS_AGO', { date: certificate.validTo, days: -daysUntilExpiry }),
    }
  if (!answer.hostnameVerified) return { category: 'hostname', message: hostnameMessage(answer, config) }
  if (chainProblem === null || (config.skipChainValidation && chainProblem !== 'not-yet-valid')) return null
  return { category: 'chain', message: answer.chainTrustDetail ?? writeReason('CHAIN_UNTRUSTED') }
}

const namesShown = 10

function hostnameMessage({ certificate }: SslAnswer, { serverName, hostname }: SslConfig): string {
  const { sans } = certificate
  const list = sans.slice(0, namesShown).join(', ')
  const names =
    sans.length > namesShown ? writeReason('NAMES_AND_MORE', { list, count: sans.length - namesShown }) : list
  return writeReason('CERTIFICATE_NAMES', {
    host: serverName ?? hostname,
    names: sans.length === 0 ? writeReason('NO_NAME') : names,
  })
}

/** The reasons against a handshake, without assertions and response-time limits. */
export function sslReasons(answer: SslAnswer, { sslConfig }: SslRequest): VerdictReason[] {
  const problem = certificateProblem(answer, sslConfig)
  if (problem) return [{ kind: 'certificate', outcome: 'failed', message: problem.message }]
  return [...expiryReasons(answer, sslConfig), ...baselineReasons(answer, sslConfig)]
}

function expiryReasons(answer: SslAnswer, { alertDaysBeforeExpiry }: SslConfig): VerdictReason[] {
  const { daysUntilExpiry: days } = answer
  if (days > alertDaysBeforeExpiry) return []
  const expiry = { limit: alertDaysBeforeExpiry, days }
  const message =
    days < answer.certificate.daysUntilExpiry
      ? writeReason('ONE_ABOVE_EXPIRES_SOON', { ...expiry, name: earliestAbove(answer) })
      : writeReason('EXPIRES_SOON', expiry)
  return [{ kind: 'certificate', outcome: 'degraded', message }]
}

/** A chain is ended by roots, which do not count. */
function earliestAbove({ chain }: SslAnswer): string {
  const above = chain.slice(1).filter(({ selfSigned }) => !selfSigned)
  const first = above.toSorted((one, other) => (one.validTo < other.validTo ? -1 : 1))[0]
  return first?.subjectCN || first?.subject || 'one'
}

function baselineReasons(answer: SslAnswer, config: SslConfig): VerdictReason[] {
  const rows = evaluateBaseline(answer, config)?.rules ?? []
  return rows.flatMap(({ severity, message, rule }) =>
    message === null || severity === 'ignore'
      ? []
      : [
          {
            kind: 'security-baseline' as const,
            outcome: severity === 'fail' ? ('failed' as const) : ('degraded' as const),
            message: writeReason('BASELINE_RULE', { reason: message.replace(/\.$/, ''), rule }),
          },
        ],
  )
}
