import type { X509Certificate } from 'node:crypto'
import type { ChainProblem, SslAnswer } from '#contract'
import { isSelfSigned } from './certificate-facts.ts'
import { distinguishedName } from './distinguished-name.ts'

export type ChainTrust = Pick<SslAnswer, 'chainTrusted' | 'chainProblem' | 'chainTrustDetail' | 'missingIntermediate'>

export interface SeenChain {
  readonly chain: readonly X509Certificate[]
  /** The code of OpenSSL; null for a trusted chain. */
  readonly verificationError: string | null
  /** The issuer of the last certificate, if it was not sent and could be fetched. */
  readonly fetchedIssuer: X509Certificate | null
  readonly isRevoked: boolean
  readonly nowMs: number
}

const problems: Readonly<Record<string, ChainProblem>> = {
  CERT_HAS_EXPIRED: 'expired',
  CERT_NOT_YET_VALID: 'not-yet-valid',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'untrusted-root',
  UNABLE_TO_GET_ISSUER_CERT: 'unknown-issuer',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'unknown-issuer',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'unknown-issuer',
  CERT_UNTRUSTED: 'unknown-issuer',
  CERT_REVOKED: 'revoked',
}

/** Whether the chain only lacks the issuer of its last certificate. */
export const lacksIssuer = (verificationError: string | null): boolean =>
  verificationError !== null && problems[verificationError] === 'unknown-issuer'

/** The verdict on a chain. Revocation counts only for a chain that is trusted otherwise. */
export function chainTrust(seen: SeenChain): ChainTrust {
  const problem = problemOf(seen)
  const missing = problem === 'incomplete-chain' ? seen.fetchedIssuer : null
  return {
    chainTrusted: problem === null,
    chainProblem: problem,
    chainTrustDetail: problem === null ? null : details[problem](seen),
    missingIntermediate: missing && nameOf(missing),
  }
}

function problemOf({ verificationError, fetchedIssuer, isRevoked }: SeenChain): ChainProblem | null {
  if (verificationError === null) return isRevoked ? 'revoked' : null
  const problem = problems[verificationError] ?? 'invalid'
  const isIncomplete = problem === 'unknown-issuer' && fetchedIssuer !== null && !isSelfSigned(fetchedIssuer)
  return isIncomplete ? 'incomplete-chain' : problem
}

const nameOf = ({ subject }: X509Certificate): string => distinguishedName(subject).slice(0, 500)
const lastIssuer = ({ chain }: SeenChain): string => distinguishedName(chain.at(-1)?.issuer).slice(0, 500)

const details: Readonly<Record<ChainProblem, (seen: SeenChain) => string>> = {
  expired: ({ chain, nowMs }) => {
    const expired = chain.find(({ validTo }) => Date.parse(validTo) < nowMs)
    return expired
      ? `The certificate of ${nameOf(expired)} expired on ${expired.validTo}.`
      : 'A certificate has expired.'
  },
  'not-yet-valid': ({ chain, nowMs }) => {
    const early = chain.find(({ validFrom }) => Date.parse(validFrom) > nowMs)
    return early
      ? `The certificate of ${nameOf(early)} is valid from ${early.validFrom}.`
      : 'A certificate is not valid yet.'
  },
  'self-signed': () => 'The certificate is self-signed and not trusted here.',
  'untrusted-root': ({ chain }) =>
    `The chain leads to ${nameOrUnknown(chain.at(-1))}, which is not a trusted authority here.`,
  'incomplete-chain': ({ fetchedIssuer }) =>
    `The server does not send the intermediate certificate ${nameOrUnknown(fetchedIssuer)}.`,
  'unknown-issuer': (seen) =>
    `The issuer ${lastIssuer(seen)} is not a trusted authority here, or an intermediate certificate is missing.`,
  revoked: () => 'The certificate has been revoked by its issuer.',
  invalid: ({ verificationError }) => `The chain of certificates is not valid (${verificationError}).`,
}

const nameOrUnknown = (certificate: X509Certificate | null | undefined): string =>
  certificate ? nameOf(certificate) : 'an unknown authority'
