import type { ErrorObject } from 'ajv'
import { writeReason } from '#contract/reasons'
import type { HiddenText } from '../hidden-text.ts'

const maxPath = 300
const maxName = 60

/** A sentence about one deviation of a body from its schema: where it is, and what the schema says there. */
export function deviationMessage(error: ErrorObject, body: unknown, hidden: HiddenText): string {
  const own = ownName(error)
  const parts = own === null ? partsOf(error) : [...partsOf(error), own]
  const jsonPath = hidden.excerpt(pathTo(body, parts), maxPath)
  const { keyword } = error
  return (
    (Object.hasOwn(sentences, keyword) && sentences[keyword]?.(jsonPath, error)) ||
    writeReason('DRIFT_KEYWORD', { jsonPath, keyword })
  )
}

type Sentence = (jsonPath: string, error: ErrorObject) => string

const missing: Sentence = (jsonPath) => writeReason('DRIFT_MISSING', { jsonPath })
const notAllowed: Sentence = (jsonPath) => writeReason('DRIFT_NOT_ALLOWED', { jsonPath })
const noAlternative: Sentence = (jsonPath) => writeReason('DRIFT_NO_ALTERNATIVE', { jsonPath })
const withLimit =
  (code: 'DRIFT_TOO_SMALL' | 'DRIFT_TOO_LARGE'): Sentence =>
  (jsonPath, { params }) =>
    writeReason(code, { jsonPath, limit: Number(params['limit']) })
const withCount =
  (code: 'DRIFT_TOO_SHORT' | 'DRIFT_TOO_LONG' | 'DRIFT_TOO_FEW' | 'DRIFT_TOO_MANY'): Sentence =>
  (jsonPath, { params }) =>
    writeReason(code, { jsonPath, count: Number(params['limit']) })

const sentences: Readonly<Record<string, Sentence>> = {
  type: (jsonPath, { params, data }) => typeMessage(params['type'], data, jsonPath),
  required: missing,
  dependentRequired: missing,
  dependencies: missing,
  additionalProperties: notAllowed,
  unevaluatedProperties: notAllowed,
  'false schema': notAllowed,
  enum: (jsonPath, { params }) => writeReason('DRIFT_VALUES', { jsonPath, count: lengthOf(params['allowedValues']) }),
  const: (jsonPath) => writeReason('DRIFT_VALUE', { jsonPath }),
  format: (jsonPath, { params }) =>
    writeReason('DRIFT_FORMAT', { jsonPath, format: String(params['format']).slice(0, maxName) }),
  pattern: (jsonPath) => writeReason('DRIFT_PATTERN', { jsonPath }),
  minimum: withLimit('DRIFT_TOO_SMALL'),
  maximum: withLimit('DRIFT_TOO_LARGE'),
  minLength: withCount('DRIFT_TOO_SHORT'),
  maxLength: withCount('DRIFT_TOO_LONG'),
  minItems: withCount('DRIFT_TOO_FEW'),
  minProperties: withCount('DRIFT_TOO_FEW'),
  maxItems: withCount('DRIFT_TOO_MANY'),
  maxProperties: withCount('DRIFT_TOO_MANY'),
  anyOf: noAlternative,
  oneOf: noAlternative,
}

const lengthOf = (values: unknown): number => (Array.isArray(values) ? values.length : 1)

const partsOf = ({ instancePath }: ErrorObject): readonly string[] =>
  instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))

/** The name of a property that is missing or not allowed; null for deviations of the value itself. */
function ownName({ params }: ErrorObject): string | null {
  const names = ['missingProperty', 'additionalProperty', 'unevaluatedProperty']
  const found: unknown = names.map((name): unknown => params[name]).find((name) => name !== undefined)
  return typeof found === 'string' ? found : null
}

/** A path as JSONPath writes it (RFC 9535), without spaces. Digits are an index where the body has a list. */
function pathTo(body: unknown, parts: readonly string[]): string {
  let value = body
  let path = '$'
  for (const part of parts) {
    path += Array.isArray(value) ? `[${part}]` : segment(part)
    value = childOf(value, part)
  }
  return path
}

const segment = (name: string): string =>
  /^[\p{L}_][\p{L}\d_-]*$/u.test(name) ? `.${name}` : `[${JSON.stringify(name).replaceAll(/[\s`]/g, escaped)}]`

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

const childOf = (value: unknown, name: string): unknown =>
  value !== null && typeof value === 'object' && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined

const typeNames = {
  object: 'JSON_TYPE_OBJECT',
  array: 'JSON_TYPE_LIST',
  string: 'JSON_TYPE_TEXT',
  number: 'JSON_TYPE_NUMBER',
  integer: 'JSON_TYPE_WHOLE_NUMBER',
  boolean: 'JSON_TYPE_BOOLEAN',
  null: 'JSON_TYPE_NULL',
} as const
type TypeName = keyof typeof typeNames

function typeMessage(types: unknown, value: unknown, jsonPath: string): string {
  const names = typesIn(types)
  const jsonType = writeReason(typeNames[typeOf(value)])
  const [only] = names
  return names.length === 1 && only !== undefined
    ? writeReason('DRIFT_TYPE', { jsonPath, expectedJsonType: writeReason(typeNames[only]), jsonType })
    : writeReason('DRIFT_TYPES', { jsonPath, list: names.join(', '), jsonType })
}

/** The library joins several with a comma. */
const typesIn = (types: unknown): readonly TypeName[] =>
  String(types)
    .split(',')
    .filter((name): name is TypeName => Object.hasOwn(typeNames, name))

function typeOf(value: unknown): TypeName {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  const type = typeof value
  return type === 'string' || type === 'number' || type === 'boolean' ? type : 'object'
}
