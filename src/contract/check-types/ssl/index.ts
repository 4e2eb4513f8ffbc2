import Type from 'typebox'
import type { TSchema } from 'typebox'
import { Assertions } from '../../resources/assertion.ts'
import type { Assertion } from '../../resources/assertion.ts'
import { Nullable, OneOf, Strict } from '../../schema.ts'
import { Hostname, IpFamily, Port } from '../request-fields.ts'
import { shapes } from '../descriptor.ts'
import type { CheckTypeDescriptor } from '../descriptor.ts'
import { doubleCheckStrategy } from '../../resources/retry-strategy.ts'
import { measure, milliseconds } from '../metrics.ts'
import { matching } from '../../matching.ts'
import { example, examples } from './examples.ts'

const severities = ['fail', 'degrade', 'ignore'] as const
type Severity = (typeof severities)[number]
const tlsVersions = ['TLS1.2', 'TLS1.3'] as const

interface Rule {
  readonly severity: Severity
}
interface RuleWith<V> extends Rule {
  readonly value: V
}

/** What a handshake is evaluated against once host name and chain are valid. */
export interface SslBaseline {
  readonly enabled: boolean
  readonly minTLSVersion: RuleWith<(typeof tlsVersions)[number]>
  readonly minKeySizeBits: RuleWith<number>
  readonly weakSignatureAlgorithm: Rule
  readonly weakCipherSuite: Rule
  readonly knownBadCA: Rule
  readonly recommendedTLSVersion: RuleWith<(typeof tlsVersions)[number]>
  readonly recommendedKeySizeBits: RuleWith<number>
  readonly ocspMustStapleRespected: Rule
  readonly sctPresent: Rule
}

export const defaultSslBaseline: SslBaseline = {
  enabled: true,
  minTLSVersion: { value: 'TLS1.2', severity: 'fail' },
  minKeySizeBits: { value: 2048, severity: 'fail' },
  weakSignatureAlgorithm: { severity: 'fail' },
  weakCipherSuite: { severity: 'fail' },
  knownBadCA: { severity: 'fail' },
  recommendedTLSVersion: { value: 'TLS1.3', severity: 'ignore' },
  recommendedKeySizeBits: { value: 3072, severity: 'ignore' },
  ocspMustStapleRespected: { severity: 'ignore' },
  sctPresent: { severity: 'ignore' },
}

export interface SslConfig {
  readonly hostname: string
  readonly port: number
  /** The name asked for in the handshake; null: the host name. */
  readonly serverName: string | null
  readonly ipFamily: 'IPv4' | 'IPv6'
  readonly skipChainValidation: boolean
  readonly handshakeTimeoutMs: number
  readonly alertDaysBeforeExpiry: number
  readonly securityBaseline: SslBaseline
  /** Absent: that of the account. */
  readonly clientCertificateMode?: 'auto' | 'explicit'
}

export interface SslRequest {
  readonly sslConfig: SslConfig
  /** The client certificate of mode `explicit`. */
  readonly sslClientCertificateId: string | null
  readonly assertions: readonly Assertion[]
}

const severityOf = (severity: Severity) => Type.Optional(OneOf(severities, { default: severity }))
const ruleOf = ({ severity }: Rule) => Type.Optional(Strict({ severity: severityOf(severity) }))
const ruleWith = <S extends TSchema>(value: S, { severity }: Rule) =>
  Type.Optional(Strict({ value: Type.Optional(value), severity: severityOf(severity) }))
const keySize = (bits: number) => Type.Integer({ minimum: 1024, maximum: 16_384, default: bits })
const { enabled, ...rules } = defaultSslBaseline

const Baseline = Strict({
  enabled: Type.Optional(Type.Boolean({ default: enabled })),
  minTLSVersion: ruleWith(OneOf(tlsVersions, { default: rules.minTLSVersion.value }), rules.minTLSVersion),
  minKeySizeBits: ruleWith(keySize(rules.minKeySizeBits.value), rules.minKeySizeBits),
  weakSignatureAlgorithm: ruleOf(rules.weakSignatureAlgorithm),
  weakCipherSuite: ruleOf(rules.weakCipherSuite),
  knownBadCA: ruleOf(rules.knownBadCA),
  recommendedTLSVersion: ruleWith(
    OneOf(tlsVersions, { default: rules.recommendedTLSVersion.value }),
    rules.recommendedTLSVersion,
  ),
  recommendedKeySizeBits: ruleWith(keySize(rules.recommendedKeySizeBits.value), rules.recommendedKeySizeBits),
  ocspMustStapleRespected: ruleOf(rules.ocspMustStapleRespected),
  sctPresent: ruleOf(rules.sctPresent),
})

const sources = ['CERTIFICATE', 'CONNECTION', 'RESPONSE_TIME', 'JSON_RESPONSE', 'TEXT_RESPONSE'] as const

/** The certificate and the handshake of a host; its response time is that of the handshake. */
export const SSL = {
  slug: 'ssl',
  article: 'an',
  execution: 'none',
  shapes: shapes<{ request: SslRequest }>({
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
  }),
  sources,
  target: { path: ['sslConfig', 'hostname'] },
  example,
  examples,
  defaultRetryStrategy: doubleCheckStrategy,
  runTimeLimitMs: null,
  subMinute: true,
  queue: 'uptime',
  result: { name: 'sslCheckResult', description: 'SSL.' },
  entitlement: null,
  analytics: {
    route: { segment: 'ssl', operation: 'getSslAnalytics' },
    main: 'handshakeTimeMs',
    mainMetric: 'responseTime',
    groupBy: ['runLocation'],
    metrics: [
      milliseconds('handshakeTimeMs', 'Handshake Time', null),
      measure('daysUntilExpiry', 'Days Until Expiry', 'count'),
      { ...measure('tlsVersion', 'TLS Version', 'score'), isText: true },
      { ...measure('cipherSuite', 'Cipher Suite', 'score'), isText: true },
      measure('hostnameVerified', 'Hostname Verified', 'score'),
      measure('chainTrusted', 'Chain Trusted', 'score'),
      measure('ocspStapled', 'OCSP Stapled', 'score'),
      measure('keySizeBits', 'Key Size', 'count'),
      { ...measure('baselineVerdict', 'Baseline Verdict', 'score'), isText: true },
      { ...measure('baselineGrade', 'Baseline Grade', 'score'), isText: true },
    ],
  },
  request: Strict({
    sslConfig: Strict({
      hostname: Hostname(),
      port: Type.Optional(Port({ default: 443 })),
      serverName: Type.Optional(
        Nullable(
          Type.String({ maxLength: 2048, ...matching('^[^\\s\\u0000-\\u001f]*$', 'a host name without spaces') }),
          { default: null },
        ),
      ),
      ipFamily: IpFamily(),
      skipChainValidation: Type.Optional(Type.Boolean({ default: false })),
      handshakeTimeoutMs: Type.Optional(Type.Integer({ minimum: 1000, maximum: 30_000, default: 10_000 })),
      alertDaysBeforeExpiry: Type.Optional(Type.Integer({ minimum: 1, maximum: 365, default: 20 })),
      securityBaseline: Type.Optional(Baseline),
      clientCertificateMode: Type.Optional(OneOf(['auto', 'explicit'])),
    }),
    sslClientCertificateId: Type.Optional(
      Nullable(Type.String({ format: 'uuid' }), { default: null, description: 'Required in the mode explicit.' }),
    ),
    assertions: Type.Optional(Assertions(sources)),
  }),
  limits: { degraded: 3000, max: 10_000, ceiling: 30_000 },
} as const satisfies CheckTypeDescriptor
