export const sslSeverities = ['fail', 'degrade', 'ignore'] as const
export type SslSeverity = (typeof sslSeverities)[number]
export const sslTlsVersions = ['TLS1.2', 'TLS1.3'] as const

export interface Rule {
  readonly severity: SslSeverity
}
export interface RuleWith<V> extends Rule {
  readonly value: V
}

/** The rules for a handshake whose host name and chain are valid. */
export interface SslBaseline {
  readonly enabled: boolean
  readonly minTLSVersion: RuleWith<(typeof sslTlsVersions)[number]>
  readonly minKeySizeBits: RuleWith<number>
  readonly weakSignatureAlgorithm: Rule
  readonly weakCipherSuite: Rule
  readonly knownBadCA: Rule
  readonly recommendedTLSVersion: RuleWith<(typeof sslTlsVersions)[number]>
  readonly recommendedKeySizeBits: RuleWith<number>
  readonly ocspMustStapleRespected: Rule
  readonly sctPresent: Rule
}
export type SslBaselineRule = Exclude<keyof SslBaseline, 'enabled'>

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

/** The rules in the order of reports. An advisory rule lowers the grade even while its severity is `ignore`. */
export const sslBaselineRules: readonly { readonly name: SslBaselineRule; readonly isAdvisory: boolean }[] = [
  { name: 'minTLSVersion', isAdvisory: false },
  { name: 'minKeySizeBits', isAdvisory: false },
  { name: 'weakSignatureAlgorithm', isAdvisory: false },
  { name: 'weakCipherSuite', isAdvisory: false },
  { name: 'knownBadCA', isAdvisory: false },
  { name: 'recommendedTLSVersion', isAdvisory: true },
  { name: 'recommendedKeySizeBits', isAdvisory: true },
  { name: 'ocspMustStapleRespected', isAdvisory: true },
  { name: 'sctPresent', isAdvisory: true },
]
