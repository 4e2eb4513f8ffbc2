import type { Argument, CallExpression, Expression, FunctionBody, Program, Statement } from 'oxc-parser'
import type { Expectation } from '../expectations.ts'
import { compared, inState } from './comparisons.ts'
import type { Compared } from './comparisons.ts'
import { demandOf } from './expect-chain.ts'
import { isPlace, keyOf, valueOf } from './values.ts'
import type { Scope, Value } from './values.ts'

/** A test of a script, or a statement outside of one. */
export interface ScriptTest {
  /** As people find it: its name, or its line. */
  readonly title: string
  readonly expectations: readonly Expectation[]
  /** Values for later requests, by the names of variables. */
  readonly stored: readonly (readonly [name: string, value: Value])[]
  /** Statements without a counterpart. */
  readonly unread: number
  readonly notes: readonly string[]
}

const longest = 50_000
const deepest = 200

/**
 * The tests of a script of Postman or of an HTTP file of JetBrains, as far as they are plain: comparisons of parts of the response with
 * constants, and variables set to such parts. Null for a script that is no JavaScript, or too long or too deeply nested.
 */
export async function readTests(script: string): Promise<readonly ScriptTest[] | null> {
  if (script.trim() === '') return []
  if (script.length > longest || isDeep(script)) return null
  // The parser is large, and loaded for scripts alone.
  const { parseSync } = await import('oxc-parser')
  const { program, errors } = parseSync('tests.js', script, { sourceType: 'script' })
  return errors.some(({ severity }) => severity === 'Error') ? null : testsIn(program, script)
}

function isDeep(script: string): boolean {
  let depth = 0
  for (const character of script) {
    if ('([{'.includes(character)) depth += 1
    else if (')]}'.includes(character)) depth -= 1
    if (depth > deepest) return true
  }
  return /(?:[!~+-]\s*){200}|(?:\?[^?]{0,20}){200}/.test(script)
}

interface Found {
  readonly expectations: Expectation[]
  readonly stored: (readonly [string, Value])[]
  readonly notes: string[]
  unread: number
}

const emptyFound = (): Found => ({ expectations: [], stored: [], notes: [], unread: 0 })

function testsIn(program: Program, script: string): readonly ScriptTest[] {
  const scope: Scope = new Map()
  const tests: ScriptTest[] = []
  for (const statement of program.body) {
    const test = testIn(statement, scope)
    const found = emptyFound()
    if (test) for (const one of test.body) read(one, new Map(scope), found)
    else read(statement, scope, found)
    const line = script.slice(0, statement.start).split('\n').length
    if (test || found.unread + found.expectations.length + found.stored.length > 0)
      tests.push({ title: test?.title ?? `line ${line}`, ...found })
  }
  return tests
}

interface NamedTest {
  readonly title: string
  readonly body: readonly Statement[]
}

/** `pm.test("name", () => {})`, and the same of JetBrains. */
function testIn(statement: Statement, scope: Scope): NamedTest | null {
  const call = statement.type === 'ExpressionStatement' ? statement.expression : null
  if (call?.type !== 'CallExpression') return null
  const callee = valueOf(call.callee, scope)
  if (callee?.kind !== 'name' || !['pm.test', 'client.test'].includes(callee.name)) return null
  const [title, test] = call.arguments
  const name = plainArgument(title, scope)
  const body = bodyOf(test)
  return body && { title: name?.kind === 'literal' ? String(name.value).slice(0, 200) : 'test', body }
}

const plainArgument = (argument: Argument | undefined, scope: Scope): Value | null =>
  argument === undefined || argument.type === 'SpreadElement' ? null : valueOf(argument, scope)

function bodyOf(test: Argument | undefined): readonly Statement[] | null {
  if (test?.type !== 'FunctionExpression' && test?.type !== 'ArrowFunctionExpression') return null
  const { body } = test
  if (body === null) return null
  return isBlock(body) ? body.body.filter(isNoDirective) : [asStatement(body)]
}

const isNoDirective = (statement: FunctionBody['body'][number]): boolean =>
  !('directive' in statement) || !statement.directive
const isBlock = (body: FunctionBody | Expression): body is FunctionBody => body.type === 'BlockStatement'
const asStatement = (expression: Expression): Statement => ({
  type: 'ExpressionStatement',
  expression,
  start: expression.start,
  end: expression.end,
})

/** Adds what a statement means. */
function read(statement: Statement, scope: Scope, found: Found): void {
  switch (statement.type) {
    case 'EmptyStatement':
      return
    case 'VariableDeclaration':
      for (const { id, init } of statement.declarations) declare(id, init && valueOf(init, scope), scope)
      return
    case 'ExpressionStatement':
      readExpression(statement.expression, scope, found)
      return
    default:
      found.unread += 1
  }
}

type Pattern = Extract<Statement, { type: 'VariableDeclaration' }>['declarations'][number]['id']

const unknownValue: Value = { kind: 'name', name: '' }

/** A name for a value, or names for members of one. */
function declare(id: Pattern, value: Value | null, scope: Scope): void {
  if (id.type === 'Identifier') scope.set(id.name, value ?? unknownValue)
  if (id.type === 'ObjectPattern') for (const property of id.properties) declareMember(property, value, scope)
}

type Property = Extract<Pattern, { type: 'ObjectPattern' }>['properties'][number]

function declareMember(property: Property, value: Value | null, scope: Scope): void {
  if (property.type !== 'Property' || property.value.type !== 'Identifier') return
  const key = property.key.type === 'Identifier' && !property.computed ? property.key.name : null
  const isMember = value?.kind === 'json' && key !== null
  scope.set(property.value.name, isMember ? { kind: 'json', steps: [...value.steps, key] } : unknownValue)
}

const setters: ReadonlySet<string> = new Set([
  ...['environment', 'collectionVariables', 'globals', 'variables'].map((name) => `pm.${name}.set`),
  'postman.setEnvironmentVariable',
  'postman.setGlobalVariable',
  'client.global.set',
])

function readExpression(expression: Expression, scope: Scope, found: Found): void {
  if (isLegacyTest(expression, scope)) add(found, holds(expression.right, scope))
  else if (expression.type === 'CallExpression') readCall(expression, scope, found)
  else add(found, demandOf(expression, scope))
}

function readCall(call: CallExpression, scope: Scope, found: Found): void {
  const callee = valueOf(call.callee, scope)
  const name = callee?.kind === 'name' ? callee.name : ''
  const [first] = call.arguments
  if (name.startsWith('console.') || name === 'client.log') return
  if (setters.has(name))
    store(
      call.arguments.map((argument) => plainArgument(argument, scope)),
      found,
    )
  else if (name === 'client.assert' && first && first.type !== 'SpreadElement') add(found, holds(first, scope))
  else add(found, demandOf(call, scope))
}

type Assignment = Extract<Expression, { type: 'AssignmentExpression' }>

/** `tests["name"] = condition`. */
function isLegacyTest(expression: Expression, scope: Scope): expression is Assignment {
  if (expression.type !== 'AssignmentExpression' || expression.left.type !== 'MemberExpression') return false
  const object = valueOf(expression.left.object, scope)
  return object?.kind === 'name' && object.name === 'tests'
}

function store([name, value = null]: readonly (Value | null)[], found: Found): void {
  const isKept = value !== null && (isPlace(value) || value.kind === 'literal')
  if (name?.kind === 'literal' && isKept) found.stored.push([String(name.value), value])
  else found.unread += 1
}

function add(found: Found, demand: Compared | null): void {
  if (demand === null) {
    found.unread += 1
    return
  }
  found.expectations.push(...demand.expectations)
  if (demand.note !== null) found.notes.push(demand.note)
}

/** The expectations of a condition. */
function holds(node: Expression, scope: Scope): Compared | null {
  switch (node.type) {
    case 'ParenthesizedExpression':
      return holds(node.expression, scope)
    case 'LogicalExpression':
      return node.operator === '&&' ? both(holds(node.left, scope), holds(node.right, scope)) : null
    case 'BinaryExpression':
      return compared(valueOf(node.left, scope), node.operator, valueOf(node.right, scope), false)
    case 'UnaryExpression':
      return node.operator === '!' ? truth(node.argument, scope, true) : null
    default:
      return truth(node, scope, false)
  }
}

const both = (left: Compared | null, right: Compared | null): Compared | null =>
  left && right && { expectations: [...left.expectations, ...right.expectations], note: left.note ?? right.note }

/** `text.includes("x")`, or a value that is there. */
function truth(node: Expression, scope: Scope, isNegated: boolean): Compared | null {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression')
    return inState(valueOf(node, scope), 'exist', isNegated)
  const verb = keyOf(node.callee, (one) => valueOf(one, scope))
  const right = plainArgument(node.arguments[0], scope)
  return typeof verb === 'string' ? compared(valueOf(node.callee.object, scope), verb, right, isNegated) : null
}
