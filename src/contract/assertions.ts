/**
 * The assertion grammar: which sources exist, what their value is, which comparisons they take and what `property`
 * and `regex` mean for them. API validation and forms read this table, `#evaluation` gives it meaning, and the
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

/** What `property` holds: nothing, a JSONPath (RFC 9535), a regular expression, a name, or one of a closed list. */
export type PropertyRule = 'none' | 'json-path' | 'regex' | 'name' | readonly string[]

export interface AssertionSource {
  readonly property: PropertyRule
  /** Whether `property` must be given. */
  readonly required?: boolean
  readonly value: 'number' | 'text' | 'json'
  readonly comparisons: readonly Comparison[]
  /** Whether the separate `regex` field is applied to the value (API headers). */
  readonly regex?: boolean
}

const statistics = ['avg', 'min', 'max', 'stdDev'] as const

export const assertionSources = {
  STATUS_CODE: { property: 'none', value: 'number', comparisons: numeric },
  RESPONSE_TIME: { property: 'none', value: 'number', comparisons: numeric },
  JSON_BODY: { property: 'json-path', value: 'json', comparisons },
  HEADERS: { property: 'name', required: true, value: 'text', comparisons, regex: true },
  TEXT_BODY: { property: 'regex', value: 'text', comparisons },
  RESPONSE_DATA: { property: 'regex', value: 'text', comparisons: text },
  RESPONSE_CODE: { property: 'none', value: 'text', comparisons },
  TEXT_ANSWER: { property: 'regex', value: 'text', comparisons },
  JSON_ANSWER: { property: 'json-path', value: 'json', comparisons },
  LATENCY: { property: statistics, required: true, value: 'number', comparisons: numeric },
  JSON_RESPONSE: { property: 'json-path', value: 'json', comparisons: withoutKeys },
} as const satisfies Record<string, AssertionSource>

export type AssertionSourceName = keyof typeof assertionSources
