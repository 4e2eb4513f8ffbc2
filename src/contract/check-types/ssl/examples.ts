/** The body that the page of the type in `docs` creates a check with. */
export const example = {
  name: 'Certificate of the shop',
  request: {
    sslConfig: { hostname: 'shop.example', alertDaysBeforeExpiry: 30 },
    assertions: [
      { source: 'CERTIFICATE', property: 'keySizeBits', comparison: 'GREATER_THAN', target: '2047' },
      { source: 'CONNECTION', property: 'tlsVersion', comparison: 'EQUALS', target: 'TLS1.3' },
    ],
  },
} as const

/**
 * Two sets of values for the fields of the type, which tests write and read back: every field with another value than
 * its default, and changes. `{name}` stands for something that the test has, or `{uuid}` for a new one.
 */
export const examples = [
  {
    request: {
      sslConfig: {
        hostname: 'ssl.example',
        port: 8443,
        serverName: 'name.example',
        ipFamily: 'IPv6',
        tryAllAddresses: false,
        skipChainValidation: true,
        handshakeTimeoutMs: 5000,
        alertDaysBeforeExpiry: 30,
        securityBaseline: {
          enabled: true,
          minTLSVersion: { value: 'TLS1.3', severity: 'degrade' },
          minKeySizeBits: { value: 4096, severity: 'degrade' },
          weakSignatureAlgorithm: { severity: 'degrade' },
          weakCipherSuite: { severity: 'ignore' },
          knownBadCA: { severity: 'ignore' },
          recommendedTLSVersion: { value: 'TLS1.2', severity: 'degrade' },
          recommendedKeySizeBits: { value: 2048, severity: 'degrade' },
          ocspMustStapleRespected: { severity: 'fail' },
          sctPresent: { severity: 'fail' },
        },
        clientCertificateMode: 'explicit',
      },
      sslClientCertificateId: '{certificateId}',
      assertions: [{ source: 'RESPONSE_TIME', comparison: 'EQUALS', property: '', target: '100', regex: '' }],
    },
  },
  {
    request: {
      sslConfig: {
        hostname: 'other.example',
        port: 443,
        serverName: 'name.example',
        ipFamily: 'IPv6',
        tryAllAddresses: false,
        skipChainValidation: true,
        handshakeTimeoutMs: 5000,
        alertDaysBeforeExpiry: 30,
        securityBaseline: {
          enabled: true,
          minTLSVersion: { value: 'TLS1.3', severity: 'degrade' },
          minKeySizeBits: { value: 4096, severity: 'degrade' },
          weakSignatureAlgorithm: { severity: 'degrade' },
          weakCipherSuite: { severity: 'ignore' },
          knownBadCA: { severity: 'ignore' },
          recommendedTLSVersion: { value: 'TLS1.2', severity: 'degrade' },
          recommendedKeySizeBits: { value: 2048, severity: 'degrade' },
          ocspMustStapleRespected: { severity: 'fail' },
          sctPresent: { severity: 'fail' },
        },
        clientCertificateMode: 'auto',
      },
      sslClientCertificateId: null,
      assertions: [{ source: 'RESPONSE_TIME', comparison: 'EQUALS', property: '', target: '100', regex: '' }],
    },
  },
] as const
