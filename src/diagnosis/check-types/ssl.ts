import { writeReason } from '#contract/reasons'
import { line } from '../evidence-line.ts'
import type { RunEvidence } from '../evidence.ts'
import { at, listIn, numberIn, textIn } from '../json-fields.ts'
import { phasesIn } from '../phases-in.ts'
import type { CertificateRecord, CheckTypeDiagnosis } from './check-type-diagnosis.ts'

/** The codes under which other types of checks fail for the same reason. */
const codes: Readonly<Record<string, string>> = {
  expired: 'CERT_HAS_EXPIRED',
  'not-yet-valid': 'CERT_NOT_YET_VALID',
  'self-signed': 'DEPTH_ZERO_SELF_SIGNED_CERT',
  'untrusted-root': 'SELF_SIGNED_CERT_IN_CHAIN',
  'incomplete-chain': 'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'unknown-issuer': 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  revoked: 'CERT_REVOKED',
}
const otherName = 'ERR_TLS_CERT_ALTNAME_INVALID'

export const SSL: CheckTypeDiagnosis = {
  evidenceOf: (saw) => {
    const response = at(saw, 'response')
    const failure = failureIn(saw)
    return {
      bodyExcerpt: summaryOf(response),
      phases: phasesIn(saw),
      remoteAddress: textIn(response, 'resolvedIp'),
      ...(failure && { failure }),
    }
  },
  recordOf: (saw) => {
    const response = at(saw, 'response')
    return { tlsVersion: textIn(response, 'protocol'), certificates: certificatesIn(response) }
  },
  answerOf: () => null,
  linesOf: ({ bodyExcerpt }) => (bodyExcerpt === null ? [] : [line(bodyExcerpt, 'certificate', 'certificate')]),
}

/** An answer that was not accepted; failures without an answer are in the result already. */
function failureIn(saw: unknown): RunEvidence['failure'] {
  const category = textIn(saw, 'failureCategory')
  if (category === 'hostname') return { kind: 'tls', code: otherName }
  const code = codes[textIn(at(saw, 'response'), 'chainTrustReason') ?? '']
  return category === 'chain' && code !== undefined ? { kind: 'tls', code } : null
}

function certificatesIn(response: unknown): Omit<CertificateRecord, 'host'>[] {
  const certificate = at(response, 'certificate')
  const name = textIn(certificate, 'subject')
  if (name === null) return []
  const record = {
    name,
    issuer: textIn(certificate, 'issuer') ?? '',
    fingerprint: textIn(certificate, 'fingerprintSha256') ?? '',
    validTo: textIn(certificate, 'validTo') ?? '',
    chainLength: listIn(response, 'chain').length,
  }
  return [record]
}

function summaryOf(response: unknown): string | null {
  const certificate = at(response, 'certificate')
  const subject = textIn(certificate, 'subject')
  if (subject === null) return null
  const days = numberIn(response, 'daysUntilExpiry') ?? 0
  const named = { certificateName: subject, issuer: textIn(certificate, 'issuer') ?? 'nobody' }
  return days < 0
    ? writeReason('EVIDENCE_CERTIFICATE_EXPIRED', named)
    : writeReason('EVIDENCE_CERTIFICATE_VALID', { ...named, days })
}
