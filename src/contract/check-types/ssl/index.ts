import Type from 'typebox'
import { described } from '../../forms/field-edit.ts'
import type { TSchema } from 'typebox'
import { Assertions } from '../../resources/assertion.ts'
import type { Assertion } from '../../resources/assertion.ts'
import { Nullable, OneOf, Strict } from '../../schema.ts'
import { Hostname, IpFamily, Port, TryAllAddresses } from '../request-fields.ts'
import { shapes } from '../descriptor.ts'
import type { CheckTypeDescriptor } from '../descriptor.ts'
import { doubleCheckStrategy } from '../../resources/retry-strategy.ts'
import { measure, milliseconds } from '../metrics.ts'
import { matching } from '../../matching.ts'
import type { SslAnswer } from './answer.ts'
import { defaultSslBaseline, sslSeverities, sslTlsVersions } from './baseline.ts'
import type { Rule, SslBaseline, SslSeverity } from './baseline.ts'
import { example, examples } from './examples.ts'
import { SslCheckResultSchema } from './result.ts'
import { sample } from './sample.ts'

export * from './answer.ts'
export { SslCheckResultSchema } from './result.ts'
export { defaultSslBaseline, sslBaselineRules } from './baseline.ts'
export type { SslBaseline, SslBaselineRule, SslSeverity } from './baseline.ts'

export interface SslConfig {
  readonly hostname: string
  readonly port: number
  /** The name asked for in the handshake; null: the host name. */
  readonly serverName: string | null
  readonly ipFamily: 'IPv4' | 'IPv6'
  /** Absent means true. */
  readonly tryAllAddresses?: boolean
  readonly skipChainValidation: boolean
  readonly handshakeTimeoutMs: number
  readonly alertDaysBeforeExpiry: number
  readonly securityBaseline: SslBaseline
  /** Absent: as `auto`, unless a certificate is named. */
  readonly clientCertificateMode?: 'auto' | 'explicit'
}

export interface SslRequest {
  readonly sslConfig: SslConfig
  /** The client certificate of mode `explicit`. */
  readonly sslClientCertificateId: string | null
  readonly assertions: readonly Assertion[]
}

const severityOf = (severity: SslSeverity) =>
  described(Type.Optional(OneOf(sslSeverities, { default: severity })), { isPart: true })
const ruleOf = ({ severity }: Rule) => Type.Optional(Strict({ severity: severityOf(severity) }))
const ruleWith = <S extends TSchema>(value: S, { severity }: Rule) =>
  Type.Optional(Strict({ value: described(Type.Optional(value), { isPart: true }), severity: severityOf(severity) }))
const keySize = (bits: number) => Type.Integer({ minimum: 1024, maximum: 16_384, default: bits })
const { enabled, ...rules } = defaultSslBaseline

const Baseline = Strict({
  enabled: Type.Optional(Type.Boolean({ default: enabled })),
  minTLSVersion: ruleWith(OneOf(sslTlsVersions, { default: rules.minTLSVersion.value }), rules.minTLSVersion),
  minKeySizeBits: ruleWith(keySize(rules.minKeySizeBits.value), rules.minKeySizeBits),
  weakSignatureAlgorithm: ruleOf(rules.weakSignatureAlgorithm),
  weakCipherSuite: ruleOf(rules.weakCipherSuite),
  knownBadCA: ruleOf(rules.knownBadCA),
  recommendedTLSVersion: ruleWith(
    OneOf(sslTlsVersions, { default: rules.recommendedTLSVersion.value }),
    rules.recommendedTLSVersion,
  ),
  recommendedKeySizeBits: ruleWith(keySize(rules.recommendedKeySizeBits.value), rules.recommendedKeySizeBits),
  ocspMustStapleRespected: ruleOf(rules.ocspMustStapleRespected),
  sctPresent: ruleOf(rules.sctPresent),
})

const advanced = { isAdvanced: true } as const

const sources = ['CERTIFICATE', 'CONNECTION', 'RESPONSE_TIME', 'JSON_RESPONSE', 'TEXT_RESPONSE'] as const

/** The certificate and the handshake of a host; its response time is that of the handshake. */
export const SSL = {
  slug: 'ssl',
  article: 'an',
  execution: 'wire',
  takesProxy: true,
  shapes: shapes<{ request: SslRequest; answer: SslAnswer }>(sample),
  sources,
  target: { path: ['sslConfig', 'hostname'] },
  form: {
    start: { frequency: 60, request: { sslConfig: { hostname: '', port: 443, alertDaysBeforeExpiry: 20 } } },
    order: ['hostname', 'port', 'alertDaysBeforeExpiry'].map((name) => `request.sslConfig.${name}`),
  },
  example,
  examples,
  defaultRetryStrategy: doubleCheckStrategy,
  runTimeLimitMs: 40_000,
  subMinute: 'drop-in',
  queue: 'uptime',
  result: {
    name: 'sslCheckResult',
    schema: SslCheckResultSchema,
    description:
      'SSL: certificate, chain, handshake and security baseline with assertions, failureCategory, requestError.',
  },
  entitlement: null,
  analytics: {
    route: { segment: 'ssl', operation: 'getSslAnalytics' },
    main: 'handshakeTimeMs',
    mainMetric: 'responseTime',
    groupBy: ['runLocation'],
    metrics: [
      milliseconds('handshakeTimeMs', 'Handshake Time', ['handshakeTimeMs']),
      measure('daysUntilExpiry', 'Days Until Expiry', 'count', ['daysUntilExpiry']),
      { ...measure('tlsVersion', 'TLS Version', 'score'), isText: true },
      { ...measure('cipherSuite', 'Cipher Suite', 'score'), isText: true },
      measure('hostnameVerified', 'Hostname Verified', 'score', ['hostnameVerified']),
      measure('chainTrusted', 'Chain Trusted', 'score', ['chainTrusted']),
      measure('ocspStapled', 'OCSP Stapled', 'score', ['ocspStapled']),
      measure('keySizeBits', 'Key Size', 'count', ['certificate', 'keySizeBits']),
      { ...measure('baselineVerdict', 'Baseline Verdict', 'score'), isText: true },
      { ...measure('baselineGrade', 'Baseline Grade', 'score'), isText: true },
    ],
  },
  request: Strict({
    sslConfig: Strict({
      hostname: Hostname(),
      port: Type.Optional(Port({ default: 443 })),
      serverName: described(
        Type.Optional(
          Nullable(
            Type.String({ maxLength: 2048, ...matching('^[^\\s\\u0000-\\u001f]*$', 'a host name without spaces') }),
            { default: null },
          ),
        ),
        advanced,
      ),
      ipFamily: IpFamily(),
      tryAllAddresses: TryAllAddresses(),
      skipChainValidation: described(Type.Optional(Type.Boolean({ default: false })), advanced),
      handshakeTimeoutMs: described(
        Type.Optional(Type.Integer({ minimum: 1000, maximum: 30_000, default: 10_000 })),
        advanced,
      ),
      alertDaysBeforeExpiry: Type.Optional(Type.Integer({ minimum: 1, maximum: 365, default: 20 })),
      securityBaseline: described(Type.Optional(Baseline), advanced),
      clientCertificateMode: described(Type.Optional(OneOf(['auto', 'explicit'])), advanced),
    }),
    sslClientCertificateId: described(
      Type.Optional(
        Nullable(Type.String({ format: 'uuid' }), { default: null, description: 'Required in the mode explicit.' }),
      ),
      { ...advanced, when: ['sslConfig.clientCertificateMode', 'explicit'] },
    ),
    assertions: Type.Optional(Assertions(sources)),
  }),
  limits: { degraded: 3000, max: 10_000, ceiling: 30_000 },
} as const satisfies CheckTypeDescriptor
