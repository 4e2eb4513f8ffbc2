import Type from 'typebox'
import { AnyObject, DateTime, Nullable, OneOf } from '../../schema.ts'
import { tlsVersions } from './answer.ts'

const certificateFields = {
  subjectCN: Type.String(),
  issuerCN: Type.String(),
  subject: Type.String(),
  issuer: Type.String(),
  serialNumber: Type.String({ description: 'Lowercase hexadecimal digits.' }),
  validFrom: DateTime(),
  validTo: DateTime(),
  keyAlgorithm: Type.String({ description: 'RSA, ECDSA, Ed25519 …' }),
  keySizeBits: Type.Number(),
  signatureAlgorithm: Type.String({ description: 'For example SHA256-RSA.' }),
  fingerprintSha256: Type.String({ description: 'Lowercase hexadecimal digits.' }),
  selfSigned: Type.Boolean(),
  isCA: Type.Boolean(),
}

const HostCertificate = Type.Object({
  ...certificateFields,
  daysUntilExpiry: Type.Number(),
  sans: Type.Array(Type.String(), { description: 'At most 100.' }),
  issuerFingerprintSha256: Nullable(Type.String()),
  mustStaple: Type.Boolean(),
  hasScts: Type.Boolean(),
  ocspUrls: Type.Array(Type.String()),
})

const Baseline = Type.Object({
  verdict: OneOf(['pass', 'warn', 'fail']),
  grade: OneOf(['A-', 'B', 'F']),
  rules: Type.Array(
    Type.Object({
      rule: Type.String(),
      severity: OneOf(['fail', 'degrade', 'ignore']),
      passed: Type.Boolean(),
      message: Nullable(Type.String()),
    }),
  ),
})

const Response = Type.Object({
  resolvedIp: Type.String(),
  protocol: OneOf(tlsVersions),
  cipherSuite: Type.String({ description: 'As IANA names it.' }),
  handshakeTimeMs: Type.Number(),
  hostnameVerified: Type.Boolean(),
  chainTrusted: Type.Boolean(),
  chainTrustReason: Type.Optional(Type.String({ description: 'Why the chain is not trusted.' })),
  chainTrustDetail: Type.Optional(Type.String()),
  incompleteChain: Type.Boolean(),
  missingIntermediate: Type.Optional(Type.String()),
  daysUntilExpiry: Type.Number(),
  ocspStapled: Type.Boolean(),
  ocspStatus: OneOf(['good', 'revoked', 'unknown']),
  ocspSource: Type.Optional(OneOf(['stapled', 'responder'])),
  ocspProblem: Type.Optional(Type.String()),
  securityBaseline: Nullable(Baseline, { description: 'Null when the certificate is not accepted.' }),
  certificate: HostCertificate,
  chain: Type.Array(Type.Object(certificateFields), { description: 'At most ten.' }),
})

/** The detail of a result. What a run did not reach is absent. */
export const SslCheckResultSchema = Type.Object({
  tlsVersion: Type.Optional(OneOf(tlsVersions)),
  cipherSuite: Type.Optional(Type.String()),
  daysUntilExpiry: Type.Optional(Type.Number()),
  handshakeTimeMs: Type.Optional(Type.Number()),
  chainTrusted: Type.Optional(Type.Boolean()),
  hostnameVerified: Type.Optional(Type.Boolean()),
  baselineVerdict: Type.Optional(OneOf(['pass', 'warn', 'fail'])),
  baselineGrade: Type.Optional(OneOf(['A-', 'B', 'F'])),
  failureCategory: Nullable(OneOf(['dns', 'connect', 'timeout', 'handshake', 'hostname', 'chain'])),
  requestError: Nullable(Type.String()),
  request: AnyObject(),
  assertions: Type.Array(AnyObject()),
  response: Nullable(Response),
  timingPhases: Type.Optional(AnyObject()),
})
