/**
 * The assertion grammar: which sources exist, the type of their value, which comparisons they take and the meaning of
 * `property` and `regex` for them. API validation and forms read this table, `#evaluation` implements it, and the
 * compiler keeps both complete.
 */
export const comparisons = [
  'EQUALS',
  'NOT_EQUALS',
  'HAS_KEY',
  'NOT_HAS_KEY',
  'HAS_VALUE',
  'NOT_HAS_VALUE',
  'IS_EMPTY',
  'NOT_EMPTY',
  'GREATER_THAN',
  'LESS_THAN',
  'CONTAINS',
  'NOT_CONTAINS',
  'IS_NULL',
  'NOT_NULL',
] as const
export type Comparison = (typeof comparisons)[number]

const numeric = ['EQUALS', 'NOT_EQUALS', 'GREATER_THAN', 'LESS_THAN'] as const
const text = [
  'EQUALS',
  'NOT_EQUALS',
  'IS_EMPTY',
  'NOT_EMPTY',
  'LESS_THAN',
  'GREATER_THAN',
  'CONTAINS',
  'NOT_CONTAINS',
] as const
const withoutKeys = [...text, 'IS_NULL', 'NOT_NULL'] as const

/** The content of `property`: nothing, a JSONPath (RFC 9535), a regular expression, a name, or one of an enum. */
export type PropertyRule = 'none' | 'json-path' | 'regex' | 'name' | readonly string[]

/** The value of one property. Targets outside the list are rejected. */
export interface PropertyValue {
  readonly value: AssertionSource['value']
  readonly comparisons: readonly Comparison[]
  readonly targets?: readonly string[]
  /** Greater and less follow the order of `targets`. */
  readonly isOrdered?: boolean
  /** Hexadecimal digits in any case, with or without colons. */
  readonly isHexadecimal?: boolean
}

export interface AssertionSource {
  readonly property: PropertyRule
  /** Whether `property` must be given. */
  readonly required?: boolean
  readonly value: 'number' | 'text' | 'json'
  readonly comparisons: readonly Comparison[]
  /** Where the type of the value and the comparisons depend on the property. */
  readonly byProperty?: { readonly [property: string]: PropertyValue }
  /** Whether the separate `regex` field is applied to the value (API headers). */
  readonly regex?: boolean
}

const exact = ['EQUALS', 'NOT_EQUALS'] as const
const numbers = { value: 'number', comparisons: numeric } as const
const textValue = { value: 'text', comparisons: ['EQUALS', 'NOT_EQUALS', 'CONTAINS', 'NOT_CONTAINS'] } as const
const exactText = { value: 'text', comparisons: exact } as const
const hexadecimal = { ...exactText, isHexadecimal: true } as const
const list = { value: 'text', comparisons: ['CONTAINS', 'NOT_CONTAINS'] } as const
const flag = { value: 'text', comparisons: ['EQUALS'], targets: ['true', 'false'] } as const

/** The properties of a certificate. */
const certificate = {
  daysUntilExpiry: numbers,
  keySizeBits: numbers,
  subjectCN: textValue,
  issuerCN: textValue,
  serialNumber: hexadecimal,
  fingerprintSha256: hexadecimal,
  issuerFingerprintSha256: hexadecimal,
  keyAlgorithm: exactText,
  signatureAlgorithm: exactText,
  sans: list,
  selfSigned: flag,
  isCA: flag,
} as const
const connection = {
  tlsVersion: {
    value: 'text',
    comparisons: numeric,
    targets: ['TLS1.0', 'TLS1.1', 'TLS1.2', 'TLS1.3'],
    isOrdered: true,
  },
  cipherSuite: textValue,
  resolvedIp: textValue,
  hostnameVerified: flag,
  chainTrusted: flag,
  ocspStapled: flag,
  ocspStatus: { ...exactText, targets: ['good', 'revoked', 'unknown'] },
} as const
const ofProperties = [...numeric, 'CONTAINS', 'NOT_CONTAINS'] as const
const counted = ['EQUALS', 'GREATER_THAN', 'LESS_THAN'] as const

const statistics = ['avg', 'min', 'max', 'stdDev'] as const

export const assertionSources = {
  STATUS_CODE: { property: 'none', value: 'number', comparisons },
  RESPONSE_TIME: { property: 'none', value: 'number', comparisons },
  JSON_BODY: { property: 'json-path', value: 'json', comparisons },
  HEADERS: { property: 'name', required: true, value: 'text', comparisons, regex: true },
  TEXT_BODY: { property: 'regex', value: 'text', comparisons },
  RESPONSE_DATA: { property: 'regex', value: 'text', comparisons: text },
  RESPONSE_CODE: { property: 'none', value: 'text', comparisons },
  TEXT_ANSWER: { property: 'regex', value: 'text', comparisons },
  JSON_ANSWER: { property: 'json-path', value: 'json', comparisons },
  LATENCY: { property: statistics, required: true, value: 'number', comparisons: withoutKeys },
  JSON_RESPONSE: { property: 'json-path', value: 'json', comparisons: withoutKeys },
  TEXT_RESPONSE: { property: 'regex', value: 'text', comparisons: text },
  CERTIFICATE: {
    property: Object.keys(certificate),
    required: true,
    value: 'text',
    comparisons: ofProperties,
    byProperty: certificate,
  },
  CONNECTION: {
    property: Object.keys(connection),
    required: true,
    value: 'text',
    comparisons: ofProperties,
    byProperty: connection,
  },
  GRPC_STATUS_CODE: { property: 'none', value: 'number', comparisons },
  GRPC_HEALTHCHECK_STATUS: { property: 'none', value: 'number', comparisons },
  GRPC_RESPONSE: { property: 'json-path', value: 'json', comparisons },
  GRPC_METADATA: { property: 'name', required: true, value: 'text', comparisons },
  HOP_COUNT: { property: 'none', value: 'number', comparisons: counted },
  PACKET_LOSS: { property: 'none', value: 'number', comparisons: counted },
} as const satisfies Record<string, AssertionSource>

export type AssertionSourceName = keyof typeof assertionSources
