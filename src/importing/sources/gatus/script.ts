import { conditionOf, stepsOf } from '../../counterparts/conditions.ts'
import type { Operand } from '../../counterparts/conditions.ts'
import { indented, literal, literalOf } from '../../counterparts/script-text.ts'

/** One request of a script, with the conditions of the source. */
export interface Step {
  readonly name: string
  readonly method: string
  readonly url: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string | null
  readonly timeoutMs: number
  readonly followRedirects: boolean
  readonly conditions: readonly string[]
  /** Values for later steps: names, and paths such as `[BODY].id`. */
  readonly store: readonly (readonly [string, string])[]
  readonly alwaysRun: boolean
}

export interface Suite {
  readonly name: string
  readonly context: readonly (readonly [string, string])[]
  readonly steps: readonly Step[]
  readonly skipsVerification: boolean
}

const helpers = `const parsed = (text) => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
const at = (value, ...steps) => steps.reduce((one, step) => one?.[step], value)
const textOf = (value) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? ''))
const lengthOf = (value) => (Array.isArray(value) ? value.length : textOf(value).length)
const isWhole = (text) => /^-?\\d+$|^0x[\\da-f]+$|^0b[01]+$/i.test(text)
const isEqual = (left, right) => {
  const [a, b] = [textOf(left), textOf(right)]
  return isWhole(a) && isWhole(b) ? BigInt(a) === BigInt(b) : a === b
}
const numberOf = (value) => Math.trunc(Number(textOf(value))) || 0
const fits = (value, pattern) => {
  const [first = '', ...rest] = pattern.split('*')
  const text = textOf(value)
  if (rest.length === 0) return text === first
  if (!text.startsWith(first)) return false
  const last = rest.pop() ?? ''
  let from = first.length
  for (const part of rest) {
    const found = text.indexOf(part, from)
    if (found < 0) return false
    from = found + part.length
  }
  return text.length - last.length >= from && text.endsWith(last)
}`

/** A multi-step script that sends the requests one after the other and holds the conditions as the source does. */
export function scriptOf({ name, context, steps, skipsVerification }: Suite): string {
  const uses = skipsVerification ? '\ntest.use({ ignoreHTTPSErrors: true })\n' : ''
  const hasStore = context.length > 0 || steps.some(({ store }) => store.length > 0)
  const lines = [
    ...(hasStore ? [`const context = ${literalOf(context)}`] : []),
    ...(steps.some(({ alwaysRun }) => alwaysRun) ? ['let failure = null'] : []),
    ...stepsWritten(steps),
    ...(steps.some(({ alwaysRun }) => alwaysRun) ? ['if (failure) throw failure'] : []),
  ]
  return `import { expect, test } from '@playwright/test'
${uses}
${helpers}

test(${JSON.stringify(name)}, async ({ request }) => {
${indented(lines.join('\n'))}
})
`
}

/** Where a step runs after failures, a failure is kept until the end. */
function stepsWritten(steps: readonly Step[]): readonly string[] {
  const keeps = steps.some(({ alwaysRun }) => alwaysRun)
  return steps.map((step) => {
    if (!keeps) return `await ${stepText(step)}`
    const call = `await ${stepText(step)}.catch((error) => { failure ??= error })`
    return step.alwaysRun ? call : `if (!failure) ${call}`
  })
}

function stepText(step: Step): string {
  const options = [
    `method: ${literal(step.method)}`,
    ...(step.headers.length > 0 ? [`headers: ${headersText(step.headers)}`] : []),
    ...(step.body === null ? [] : [`data: ${filled(step.body)}`]),
    `timeout: ${step.timeoutMs}`,
    ...(step.followRedirects ? [] : ['maxRedirects: 0']),
  ]
  const lines = [
    'const startedAt = Date.now()',
    `const response = await request.fetch(${filled(step.url)}, { ${options.join(', ')} })`,
    'const text = await response.text()',
    'const time = Date.now() - startedAt',
    'const status = response.status()',
    'const body = parsed(text)',
    ...step.conditions.map((condition) => `expect(${testText(condition)}, ${JSON.stringify(condition)}).toBe(true)`),
    ...step.store.map(([name, path]) => `context[${JSON.stringify(name)}] = ${pathText(path)}`),
    'return { status, time, body }',
  ]
  return `test.step(${JSON.stringify(step.name)}, async () => {\n${indented(lines.join('\n'))}\n})`
}

const headersText = (headers: readonly (readonly [string, string])[]): string =>
  `{ ${headers.map(([name, value]) => `${JSON.stringify(name)}: ${filled(value)}`).join(', ')} }`

/** A text with values that earlier steps stored. */
function filled(text: string): string {
  const parts = text.split(/(\[CONTEXT\][\w.-]*(?:\[\d+\][\w.-]*)*)/)
  const written = parts.map((part, index) =>
    index % 2 === 1 ? `textOf(${pathText(part)})` : part === '' ? '' : literal(part),
  )
  return written.filter((part) => part !== '').join(' + ') || '""'
}

const roots: Readonly<Record<string, string>> = {
  BODY: 'body',
  CONTEXT: 'context',
  STATUS: 'status',
  RESPONSE_TIME: 'time',
  CONNECTED: 'true',
}

/** The value of a placeholder with its path, or the text itself. */
function pathText(text: string): string {
  const [, name = '', path = ''] = /^\[([A-Z_]+)\]([^]*)$/.exec(text) ?? []
  const root = Object.hasOwn(roots, name) ? roots[name] : undefined
  if (root === undefined) return JSON.stringify(text)
  if (name === 'BODY' && path === '') return 'text'
  const steps = stepsOf(path) ?? []
  return steps.length === 0 ? root : `at(${[root, ...steps.map((step) => JSON.stringify(step))].join(', ')})`
}

function operandText(operand: Operand): string {
  if (operand.kind === 'literal') return literal(operand.text)
  if (operand.kind === 'pattern' || operand.kind === 'any') return '""'
  const value = pathText(`[${operand.name}]${operand.path}`)
  if (operand.kind === 'length') return `lengthOf(${value === 'text' ? 'body ?? text' : value})`
  return operand.kind === 'presence' ? `(${value} !== undefined)` : value
}

/** An expression that is true where the condition holds. */
function testText(text: string): string {
  const condition = conditionOf(text)
  if (condition === null) return 'false'
  const { left, operator, right } = condition
  const value = operandText(left)
  const negated = operator === '!=' ? '!' : ''
  if (right.kind === 'pattern') return `${negated}fits(${value}, ${JSON.stringify(right.glob)})`
  if (right.kind === 'any')
    return `${negated}[${right.values.map((one) => operandOfAny(one)).join(', ')}].some((one) => isEqual(${value}, one))`
  if (operator === '==' || operator === '!=') return `${negated}isEqual(${value}, ${operandText(right)})`
  return `numberOf(${value}) ${operator} numberOf(${operandText(right)})`
}

const operandOfAny = (text: string): string => (text.startsWith('[') ? pathText(text) : literal(text))
