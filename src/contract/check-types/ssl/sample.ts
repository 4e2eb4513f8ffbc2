import type { SslAnswer, SslCertificate } from './answer.ts'
import { defaultSslBaseline } from './baseline.ts'
import type { SslRequest } from './index.ts'

const authority: SslCertificate = {
  subjectCN: 'Example Authority',
  issuerCN: 'Example Authority',
  subject: 'CN=Example Authority',
  issuer: 'CN=Example Authority',
  serialNumber: '01',
  validFrom: '2020-01-01T00:00:00.000Z',
  validTo: '2040-01-01T00:00:00.000Z',
  keyAlgorithm: 'RSA',
  keySizeBits: 4096,
  signatureAlgorithm: 'SHA256-RSA',
  fingerprintSha256: '2b'.repeat(32),
  selfSigned: true,
  isCA: true,
}

const certificate = {
  subjectCN: 'ssl.example',
  issuerCN: 'Example Authority',
  subject: 'CN=ssl.example',
  issuer: 'CN=Example Authority',
  serialNumber: '0a1b2c',
  validFrom: '2026-01-01T00:00:00.000Z',
  validTo: '2026-04-01T00:00:00.000Z',
  keyAlgorithm: 'ECDSA',
  keySizeBits: 256,
  signatureAlgorithm: 'SHA256-RSA',
  fingerprintSha256: '1a'.repeat(32),
  selfSigned: false,
  isCA: false,
} as const satisfies SslCertificate

/** A request with every default, and an answer to it. */
export const sample: { readonly request: SslRequest; readonly answer: SslAnswer } = {
  request: {
    sslConfig: {
      hostname: 'ssl.example',
      port: 443,
      serverName: null,
      ipFamily: 'IPv4',
      skipChainValidation: false,
      handshakeTimeoutMs: 10_000,
      alertDaysBeforeExpiry: 20,
      securityBaseline: defaultSslBaseline,
    },
    sslClientCertificateId: null,
    assertions: [],
  },
  answer: {
    resolvedIp: '203.0.113.7',
    protocol: 'TLS1.3',
    cipherSuite: 'TLS_AES_128_GCM_SHA256',
    handshakeTimeMs: 21,
    daysUntilExpiry: 60,
    hostnameVerified: true,
    chainTrusted: true,
    chainProblem: null,
    chainTrustDetail: null,
    missingIntermediate: null,
    ocspStapled: true,
    ocspStatus: 'good',
    ocspSource: 'stapled',
    ocspProblem: null,
    certificate: {
      ...certificate,
      daysUntilExpiry: 60,
      sans: ['ssl.example', 'www.ssl.example'],
      issuerFingerprintSha256: authority.fingerprintSha256,
      mustStaple: false,
      hasScts: true,
      ocspUrls: ['http://ocsp.example/'],
    },
    chain: [certificate, authority],
    timingPhases: { dns: 1, connection: 10, handshake: 21, total: 32 },
  },
}
