import { tlsVersions } from '#contract'
import type { SslAnswer, SslBaseline, SslBaselineRule, SslCertificate, TlsVersion } from '#contract'
import { writeReason } from '#contract/reasons'
import { knownBadAuthorities } from './known-bad-authorities.ts'
import { weaknessOf } from './weak-cipher-suite.ts'

/** Signatures that can be forged: their hash has known collisions. */
const weakSignatures = new Set(['MD2-RSA', 'MD5-RSA', 'SHA1-RSA', 'DSA-SHA1', 'ECDSA-SHA1'])

/** RSA keys as strong as a key on a curve, by the least size of the curve in bits (NIST SP 800-57, part 1, table 2). */
const rsaEquivalents: readonly (readonly [curveBits: number, rsaBits: number])[] = [
  [512, 15_360],
  [384, 7680],
  [256, 3072],
  [224, 2048],
  [160, 1024],
]
const curveKeys = new Set(['ECDSA', 'Ed25519', 'Ed448'])

type Violation = (answer: SslAnswer, baseline: SslBaseline) => string | null

/** The violation of each rule by a handshake: a sentence with the expected and the actual value, or null. */
export const baselineViolations: Readonly<Record<SslBaselineRule, Violation>> = {
  minTLSVersion: (answer, { minTLSVersion }) => versionProblem(answer, minTLSVersion.value),
  minKeySizeBits: ({ certificate }, { minKeySizeBits }) => keyProblem(certificate, minKeySizeBits.value),
  weakSignatureAlgorithm: ({ chain }) => {
    const weak = chain.find((one) => !one.selfSigned && weakSignatures.has(one.signatureAlgorithm))
    return weak ? writeReason('WEAK_SIGNATURE', { name: weak.subject, algorithm: weak.signatureAlgorithm }) : null
  },
  weakCipherSuite: ({ cipherSuite }) => {
    const weakness = weaknessOf(cipherSuite)
    return weakness === null ? null : writeReason('WEAK_CIPHER', { cipher: cipherSuite, weakness })
  },
  knownBadCA: ({ chain }) => {
    const name = chain.map((one) => knownBadAuthorities.get(one.fingerprintSha256)).find((found) => found !== undefined)
    return name === undefined ? null : writeReason('AUTHORITY_DISTRUSTED', { name })
  },
  recommendedTLSVersion: (answer, { recommendedTLSVersion }) => versionProblem(answer, recommendedTLSVersion.value),
  recommendedKeySizeBits: ({ certificate }, { recommendedKeySizeBits }) =>
    keyProblem(certificate, recommendedKeySizeBits.value),
  ocspMustStapleRespected: ({ certificate, ocspSource }) =>
    certificate.mustStaple && ocspSource !== 'stapled' ? writeReason('STAPLE_REQUIRED') : null,
  sctPresent: ({ certificate }) => (certificate.hasScts ? null : writeReason('NO_LOG_TIMESTAMPS')),
}

function versionProblem({ protocol }: SslAnswer, least: TlsVersion): string | null {
  if (tlsVersions.indexOf(protocol) >= tlsVersions.indexOf(least)) return null
  return writeReason('TLS_VERSION_TOO_OLD', { version: least, protocol })
}

function keyProblem(certificate: SslCertificate, least: number): string | null {
  if (strengthOf(certificate) >= least) return null
  const { keyAlgorithm, keySizeBits } = certificate
  return writeReason('KEY_TOO_WEAK', { bits: least, algorithm: keyAlgorithm, keyBits: keySizeBits })
}

/** The size of the RSA key that is as strong. */
function strengthOf({ keyAlgorithm, keySizeBits }: SslCertificate): number {
  if (!curveKeys.has(keyAlgorithm)) return keySizeBits
  return rsaEquivalents.find(([curveBits]) => keySizeBits >= curveBits)?.[1] ?? 0
}
