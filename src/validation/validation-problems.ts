import type { FaultCode, FieldProblem } from '#contract'
import type { ErrorObject } from 'ajv'
import { Fault } from '#kernel'
import { tagsOf, violationOf } from './violation-of.ts'

/** The problem of one field, with a text that explains how to correct it. The path of the root is empty. */
export type Problem = FieldProblem & { readonly message: string }

const problemsMax = 20
const problemsInMessage = 5

type WriteMessage = (error: ErrorObject) => string

const plural = (count: unknown, noun: string): string => `${String(count)} ${noun}${count === 1 ? '' : 's'}`

const messages: { readonly [keyword: string]: WriteMessage } = {
  required: () => 'is required',
  type: ({ params }) => `must be ${typeLabels(params['type'])}`,
  enum: ({ params }) => `must be one of: ${listed(params['allowedValues'])}`,
  const: ({ params }) => `must be ${JSON.stringify(params['allowedValue'])}`,
  minimum: ({ params }) => `must be >= ${String(params['limit'])}`,
  maximum: ({ params }) => `must be <= ${String(params['limit'])}`,
  exclusiveMinimum: ({ params }) => `must be > ${String(params['limit'])}`,
  exclusiveMaximum: ({ params }) => `must be < ${String(params['limit'])}`,
  multipleOf: ({ params }) => `must be a multiple of ${String(params['multipleOf'])}`,
  minLength: ({ params }) =>
    params['limit'] === 1 ? 'must not be empty' : `must have at least ${plural(params['limit'], 'character')}`,
  maxLength: ({ params }) => `must have at most ${plural(params['limit'], 'character')}`,
  minItems: ({ params }) => `must have at least ${plural(params['limit'], 'item')}`,
  maxItems: ({ params }) => `must have at most ${plural(params['limit'], 'item')}`,
  uniqueItems: () => 'must not have the same item twice',
  format: (error) => ruleOf(error) ?? `must be a valid ${String(error.params['format'])}`,
  pattern: (error) => ruleOf(error) ?? `must match ${String(error.params['pattern'])}`,
  discriminator: (error) => `must be one of: ${listed(tagsOf(error))}`,
  nearNames: ({ params }) => `is unknown: ${suggested(params['meant'], params['known'])}`,
  anyOf: () => 'has none of the possible shapes',
  oneOf: () => 'has none of the possible shapes',
}

const namesInMessage = 20

function suggested(meant: unknown, known: unknown): string {
  if (typeof meant === 'string') return `did you mean ${meant}?`
  const names: readonly unknown[] = Array.isArray(known) ? known : []
  if (names.length === 0) return 'nothing is taken here'
  const more = names.length > namesInMessage ? ', …' : ''
  return `known here are ${listed(names.slice(0, namesInMessage))}${more}`
}

const ruleOf = ({ parentSchema }: ErrorObject): string | undefined =>
  parentSchema?.['x-rule'] === undefined ? undefined : `must be ${String(parentSchema['x-rule'])}`

const typeNames: { readonly [type: string]: string } = {
  integer: 'a whole number',
  number: 'a number',
  string: 'a string',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
}

function typeLabels(type: unknown): string {
  const types: unknown[] = Array.isArray(type) ? type : String(type).split(',')
  return types.map((name) => typeNames[String(name)] ?? String(name)).join(' or ')
}

const listed = (values: unknown): string => (Array.isArray(values) ? values.map(String).join(', ') : String(values))

/** The mistakes a validator found, one per field: the most specific one. */
export function problemsOf(errors: readonly ErrorObject[]): readonly Problem[] {
  const byPath = new Map<string, Problem>()
  for (const error of errors) {
    if (isNoise(error, errors)) continue
    const path = pathOf(error)
    if (!byPath.has(path)) byPath.set(path, { path, message: messageOf(error), ...violationOf(error) })
    if (byPath.size >= problemsMax) break
  }
  return [...byPath.values()]
}

const validatorMessage: WriteMessage = ({ message }) => message ?? 'is not valid'
const messageOf: WriteMessage = (error) => (messages[error.keyword] ?? validatorMessage)(error)

/** That no variant of a union matches is reported only when nothing more specific is known. */
const isNoise = ({ keyword }: ErrorObject, errors: readonly ErrorObject[]): boolean =>
  (keyword === 'anyOf' || keyword === 'oneOf' || keyword === 'if') && errors.length > 1

function pathOf({ instancePath, keyword, params }: ErrorObject): string {
  const names = instancePath.split('/').slice(1).map(unescaped)
  if (keyword === 'required') names.push(String(params['missingProperty']))
  if (keyword === 'nearNames') names.push(cut(String(params['name'])))
  if (keyword === 'discriminator') names.push(String(params['tag']))
  return names.reduce((path, name) => (/^\d+$/.test(name) ? `${path}[${name}]` : path ? `${path}.${name}` : name), '')
}

const longestName = 100
const cut = (name: string): string => (name.length <= longestName ? name : `${name.slice(0, longestName)}…`)

/** JSON Pointer, RFC 6901 section 4. */
const unescaped = (name: string): string => name.replaceAll('~1', '/').replaceAll('~0', '~')

/** A fault that lists every problem, for people in the message and for programs in the attributes. */
export function faultOfProblems(code: FaultCode, problems: readonly Problem[], rootName: string): Fault {
  const named = problems.map((problem) => ({ ...problem, path: problem.path === '' ? rootName : problem.path }))
  const reported = named.slice(0, problemsInMessage).map(({ path, message }) => `${path} ${message}`)
  const more = named.length > reported.length ? `; and ${named.length - reported.length} more` : ''
  return new Fault(code, {
    values: { problems: `${reported.join('; ')}${more}` },
    attributes: Object.fromEntries(named.map(({ path, message }) => [path, message])),
    problems: named.map(({ message: _message, ...problem }) => problem),
  })
}

/** The fault of a request that lacks its body. */
export const missingBody = (): Fault =>
  faultOfProblems(
    'BODY_INVALID',
    [{ path: 'body', message: 'is required: send a JSON document', rule: 'required', parameters: {} }],
    'body',
  )
