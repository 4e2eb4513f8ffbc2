import type { X509Certificate } from 'node:crypto'
import type { ChainProblem, SslAnswer } from '#contract'
import { writeReason } from '#contract/reasons'
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
      ? writeReason('EXPIRED_ON', { name: nameOf(expired), date: expired.validTo })
      : writeReason('ONE_EXPIRED')
  },
  'not-yet-valid': ({ chain, nowMs }) => {
    const early = chain.find(({ validFrom }) => Date.parse(validFrom) > nowMs)
    return early
      ? writeReason('VALID_FROM', { name: nameOf(early), date: early.validFrom })
      : writeReason('ONE_NOT_YET_VALID')
  },
  'self-signed': () => writeReason('SELF_SIGNED_HERE'),
  'untrusted-root': ({ chain }) => writeReason('ROOT_UNTRUSTED', { authority: nameOrUnknown(chain.at(-1)) }),
  'incomplete-chain': ({ fetchedIssuer }) =>
    writeReason('INTERMEDIATE_MISSING', { authority: nameOrUnknown(fetchedIssuer) }),
  'unknown-issuer': (seen) => writeReason('ISSUER_UNTRUSTED', { name: lastIssuer(seen) }),
  revoked: () => writeReason('REVOKED_BY_ISSUER'),
  invalid: ({ verificationError }) => writeReason('CHAIN_INVALID', { errorCode: verificationError ?? '' }),
}

const nameOrUnknown = (certificate: X509Certificate | null | undefined): string =>
  certificate ? nameOf(certificate) : writeReason('AUTHORITY_UNKNOWN')
