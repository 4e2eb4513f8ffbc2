import type { AssertionSourceName, Comparison, PropertyRule } from '#contract'

interface Value {
  readonly comparisons: readonly Comparison[]
  /** The values that it can have. Default: any. */
  readonly targets?: readonly string[]
}

/** What one source of assertions takes. */
export interface Grammar extends Value {
  readonly property: PropertyRule
  readonly isRequired?: boolean
  /** Whether a part of the value can be chosen by a regular expression. */
  readonly hasRegex?: boolean
  /** Where the comparisons depend on the property. */
  readonly byProperty?: Readonly<Record<string, Value>>
}

const ordered = ['EQUALS', 'NOT_EQUALS', 'GREATER_THAN', 'LESS_THAN'] as const
const contained = ['CONTAINS', 'NOT_CONTAINS'] as const
const emptiness = ['IS_EMPTY', 'NOT_EMPTY'] as const
const text = [...ordered, ...contained, ...emptiness] as const
const all = [
  ...text,
  'HAS_KEY',
  'NOT_HAS_KEY',
  'HAS_VALUE',
  'NOT_HAS_VALUE',
  'IS_NULL',
  'NOT_NULL',
] as const satisfies readonly Comparison[]
const withoutKeys = [...text, 'IS_NULL', 'NOT_NULL'] as const
const counted = ['EQUALS', 'GREATER_THAN', 'LESS_THAN'] as const

const numbers: Value = { comparisons: ordered }
const words: Value = { comparisons: ['EQUALS', 'NOT_EQUALS', ...contained] }
const exact: Value = { comparisons: ['EQUALS', 'NOT_EQUALS'] }
const flag: Value = { comparisons: ['EQUALS'], targets: ['true', 'false'] }

const certificate: Readonly<Record<string, Value>> = {
  daysUntilExpiry: numbers,
  keySizeBits: numbers,
  subjectCN: words,
  issuerCN: words,
  serialNumber: exact,
  fingerprintSha256: exact,
  issuerFingerprintSha256: exact,
  keyAlgorithm: exact,
  signatureAlgorithm: exact,
  sans: { comparisons: contained },
  selfSigned: flag,
  isCA: flag,
}
const connection: Readonly<Record<string, Value>> = {
  tlsVersion: { comparisons: ordered, targets: ['TLS1.0', 'TLS1.1', 'TLS1.2', 'TLS1.3'] },
  cipherSuite: words,
  resolvedIp: words,
  hostnameVerified: flag,
  chainTrusted: flag,
  ocspStapled: flag,
  ocspStatus: { ...exact, targets: ['good', 'revoked', 'unknown'] },
}

const ofTls = (byProperty: Readonly<Record<string, Value>>): Grammar => ({
  property: Object.keys(byProperty),
  isRequired: true,
  comparisons: [...ordered, ...contained],
  byProperty,
})
const plain: Grammar = { property: 'none', comparisons: all }
const count: Grammar = { property: 'none', comparisons: counted }
const json: Grammar = { property: 'json-path', comparisons: all }
const pattern: Grammar = { property: 'regex', comparisons: all }

/** What forms need of the grammar of assertions; a test compares it with that of the contract. */
export const assertionGrammar: Readonly<Record<AssertionSourceName, Grammar>> = {
  STATUS_CODE: plain,
  RESPONSE_TIME: plain,
  JSON_BODY: json,
  HEADERS: { property: 'name', isRequired: true, comparisons: all, hasRegex: true },
  TEXT_BODY: pattern,
  RESPONSE_DATA: { ...pattern, comparisons: text },
  RESPONSE_CODE: plain,
  TEXT_ANSWER: pattern,
  JSON_ANSWER: json,
  LATENCY: { property: ['avg', 'min', 'max', 'stdDev'], isRequired: true, comparisons: withoutKeys },
  JSON_RESPONSE: { ...json, comparisons: withoutKeys },
  TEXT_RESPONSE: { ...pattern, comparisons: text },
  CERTIFICATE: ofTls(certificate),
  CONNECTION: ofTls(connection),
  GRPC_STATUS_CODE: plain,
  GRPC_HEALTHCHECK_STATUS: plain,
  GRPC_RESPONSE: json,
  GRPC_METADATA: { property: 'name', isRequired: true, comparisons: all },
  HOP_COUNT: count,
  PACKET_LOSS: count,
}

/** Of a source that only a later version of the service has: everything. */
const unknown: Grammar = { property: 'name', comparisons: all }

/** By sources: the properties that one type of checks takes besides the grammar. */
export type Properties = Readonly<Partial<Record<string, readonly string[]>>>

export function grammarOf(source: unknown, properties: Properties = {}): Grammar {
  const grammar = assertionGrammar[source as AssertionSourceName] ?? unknown
  const property = properties[String(source)]
  return property ? { ...grammar, property } : grammar
}

/** What the value can be compared with, for the property that is chosen. */
export const valueOf = ({ byProperty, ...grammar }: Grammar, property: unknown): Value =>
  byProperty?.[String(property)] ?? grammar

const withoutTarget: ReadonlySet<unknown> = new Set<Comparison>([...emptiness, 'IS_NULL', 'NOT_NULL'])

/** Whether the comparison is with a target. */
export const hasTarget = (comparison: unknown): boolean => !withoutTarget.has(comparison)

export type Assertion = Readonly<Record<string, unknown>>

/** The assertion with another source, property or comparison, and without what these do not take. */
export function withChange(assertion: Assertion, changes: Assertion, properties?: Properties): Assertion {
  const next = { ...assertion, ...changes }
  const grammar = grammarOf(next['source'], properties)
  const property = propertyOf(grammar, next['property'], 'source' in changes)
  const value = valueOf(grammar, property)
  const [first] = value.comparisons
  const comparison = value.comparisons.some((one) => one === next['comparison']) ? next['comparison'] : first
  const target = hasTarget(comparison) ? targetOf(value, next['target']) : ''
  const regex = 'regex' in next && grammar.hasRegex !== true ? { regex: null } : {}
  return { ...next, property, comparison, target, ...regex }
}

const targetOf = ({ targets }: Value, target: unknown): unknown =>
  targets === undefined || targets.includes(String(target)) ? target : targets[0]

function propertyOf({ property: rule }: Grammar, property: unknown, isOther: boolean): unknown {
  if (rule === 'none') return ''
  if (typeof rule === 'string') return isOther ? '' : property
  return rule.includes(String(property)) ? property : rule[0]
}
