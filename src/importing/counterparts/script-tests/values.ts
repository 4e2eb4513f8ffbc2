import type { Argument, Expression, PrivateIdentifier } from 'oxc-parser'
import type { Place } from '../expectations.ts'

/** An expression of a script that is understood. */
export type Value =
  | Place
  | { readonly kind: 'literal'; readonly value: string | number | boolean | null }
  | { readonly kind: 'list'; readonly values: readonly (string | number)[] }
  | { readonly kind: 'pattern'; readonly source: string; readonly flags: string }
  | { readonly kind: 'length'; readonly of: Place }
  | { readonly kind: 'name'; readonly name: string }

export type Scope = Map<string, Value>
type Node = Argument | Expression | PrivateIdentifier

/** Names by which tools call parts of the response. */
const wellKnown: Readonly<Record<string, Value>> = {
  'pm.response.code': { kind: 'status' },
  'responseCode.code': { kind: 'status' },
  'response.status': { kind: 'status' },
  'pm.response.responseTime': { kind: 'time' },
  responseTime: { kind: 'time' },
  responseBody: { kind: 'text' },
  'response.body': { kind: 'json', steps: [] },
  'response.contentType.mimeType': { kind: 'header', name: 'content-type' },
}

const calls: Readonly<Record<string, Value>> = {
  'pm.response.json': { kind: 'json', steps: [] },
  'pm.response.text': { kind: 'text' },
}

const headerGetters: ReadonlySet<string> = new Set([
  'pm.response.headers.get',
  'response.headers.valueOf',
  'postman.getResponseHeader',
])

const deepest = 60

/** The value of an expression; null for one that is not plain. */
export function valueOf(node: Node, scope: Scope, depth = 0): Value | null {
  if (depth > deepest) return null
  const inner = (one: Node): Value | null => valueOf(one, scope, depth + 1)
  switch (node.type) {
    case 'ParenthesizedExpression':
    case 'ChainExpression':
      return inner(node.expression)
    case 'AwaitExpression':
      return inner(node.argument)
    case 'Identifier':
      return scope.get(node.name) ?? named(node.name)
    case 'MemberExpression':
      return memberOf(node, inner)
    case 'CallExpression':
      return resultOf(node, inner)
    default:
      return constantOf(node, inner)
  }
}

const named = (name: string): Value =>
  (Object.hasOwn(wellKnown, name) ? wellKnown[name] : undefined) ?? { kind: 'name', name }

function constantOf(node: Node, inner: (node: Node) => Value | null): Value | null {
  switch (node.type) {
    case 'Literal':
      return 'regex' in node
        ? { kind: 'pattern', source: node.regex.pattern, flags: node.regex.flags }
        : plainOf(node.value)
    case 'TemplateLiteral':
      return node.expressions.length === 0 ? plainOf(node.quasis[0]?.value.cooked ?? '') : null
    case 'UnaryExpression':
      return node.operator === '-' ? negated(inner(node.argument)) : null
    case 'ArrayExpression':
      return listOf(node.elements.map((one) => (one === null || one.type === 'SpreadElement' ? null : inner(one))))
    default:
      return null
  }
}

const plainOf = (value: unknown): Value | null =>
  value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? { kind: 'literal', value }
    : null

const negated = (value: Value | null): Value | null =>
  value?.kind === 'literal' && typeof value.value === 'number' ? { kind: 'literal', value: -value.value } : null

function listOf(given: readonly (Value | null)[]): Value | null {
  const values = given.flatMap((one) => {
    const value = one?.kind === 'literal' ? one.value : null
    return typeof value === 'string' || typeof value === 'number' ? [value] : []
  })
  return values.length === given.length ? { kind: 'list', values } : null
}

type Member = Extract<Expression, { type: 'MemberExpression' }>

export function keyOf(node: Member, inner: (node: Node) => Value | null): string | number | null {
  if (!node.computed) return node.property.type === 'Identifier' ? node.property.name : null
  const key = inner(node.property)
  return key?.kind === 'literal' && (typeof key.value === 'string' || typeof key.value === 'number') ? key.value : null
}

function memberOf(node: Member, inner: (node: Node) => Value | null): Value | null {
  if (node.object.type === 'Super') return null
  const object = inner(node.object)
  const key = keyOf(node, inner)
  if (object === null || key === null) return null
  if (object.kind === 'json') return key === 'length' ? lengthOf(object) : { ...object, steps: [...object.steps, key] }
  if (object.kind === 'text' && key === 'length') return lengthOf(object)
  return object.kind === 'name' ? named(`${object.name}.${key}`) : null
}

const lengthOf = (of: Place): Value => ({ kind: 'length', of })

type Call = Extract<Expression, { type: 'CallExpression' }>

function resultOf(node: Call, inner: (node: Node) => Value | null): Value | null {
  const callee = node.callee.type === 'Super' ? null : inner(node.callee)
  if (callee?.kind !== 'name') return null
  const [first] = node.arguments
  const argument = first === undefined || first.type === 'SpreadElement' ? null : inner(first)
  return ofCall(callee.name, argument)
}

function ofCall(name: string, argument: Value | null): Value | null {
  if (name === 'JSON.parse') return argument?.kind === 'text' ? { kind: 'json', steps: [] } : null
  if (headerGetters.has(name))
    return argument?.kind === 'literal' ? { kind: 'header', name: String(argument.value) } : null
  return (Object.hasOwn(calls, name) ? calls[name] : undefined) ?? null
}

export const isPlace = (value: Value | null): value is Place =>
  value !== null && ['status', 'time', 'text', 'header', 'json'].includes(value.kind)
