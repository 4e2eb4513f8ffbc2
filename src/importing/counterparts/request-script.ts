import type { Comparison, Expectation, Place } from './expectations.ts'
import type { HeaderPair, HttpRequest } from './http-check.ts'
import { indented, literal } from './script-text.ts'

/** A request of a script, with references such as `{{{NAME}}}` to variables of the account. */
export interface ScriptRequest {
  readonly name: string
  /** Before the request. */
  readonly waitSeconds?: number
  readonly method: string
  readonly url: string
  readonly headers: readonly HeaderPair[]
  readonly body: string | null
  readonly bodyType?: HttpRequest['bodyType']
  readonly basicAuth: { readonly username: string; readonly password: string } | null
  readonly followRedirects: boolean
  readonly expectations: readonly Expectation[]
  /** Parts of the response that later requests use. */
  readonly stored: readonly (readonly [name: string, place: Place])[]
}

interface RequestScript {
  readonly name: string
  readonly requests: readonly ScriptRequest[]
  readonly skipsVerification: boolean
}

/** A reference to a part of an earlier response. */
export const storedReference = (name: string): string => `{{{$${encodeURIComponent(name)}}}}`

const computed = /(\{\{\{\$[^{}]+\}\}\}|\{\{(?:\$UUID|\$RANDOM_NUMBER|moment "[^"{}]*")\}\})/

/** Values that templates make for each run. */
const generated: Readonly<Record<string, string>> = {
  '{{$UUID}}': 'crypto.randomUUID()',
  '{{$RANDOM_NUMBER}}': 'Math.floor(Math.random() * 1_000_000)',
  '{{moment "X"}}': 'Math.floor(Date.now() / 1000)',
}

const computedText = (reference: string): string =>
  reference.startsWith('{{{$')
    ? `stored[${JSON.stringify(decodeURIComponent(reference.slice(4, -3)))}]`
    : (generated[reference] ?? 'new Date().toISOString()')

/** A multi-step script that sends requests one after the other, each with what is expected of its response. */
export function requestScript({ name, requests, skipsVerification }: RequestScript): string {
  const uses = skipsVerification ? '\ntest.use({ ignoreHTTPSErrors: true })\n' : ''
  const isStored = requests.some(({ stored }) => stored.length > 0)
  const lines = [
    ...(isStored ? ['const stored = {}'] : []),
    ...requests.flatMap((one) => [...waitText(one), stepText(one)]),
  ]
  return `import { expect, test } from '@playwright/test'
${uses}
const parsed = (text) => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
const at = (value, ...steps) => steps.reduce((one, step) => one?.[step], value)

test(${JSON.stringify(name)}, async ({ request }) => {
${indented(lines.join('\n'))}
})
`
}

const waitText = ({ waitSeconds = 0 }: ScriptRequest): readonly string[] =>
  waitSeconds > 0 ? [`await new Promise((resolve) => setTimeout(resolve, ${Math.round(waitSeconds * 1000)}))`] : []

function stepText(one: ScriptRequest): string {
  const headers = [
    ...one.headers.map(({ key, value }) => [key, filled(value)] as const),
    ...authorization(one),
    ...contentType(one),
  ]
  const options = [
    `method: ${JSON.stringify(one.method)}`,
    ...(headers.length > 0
      ? [`headers: { ${headers.map(([key, value]) => `${JSON.stringify(key)}: ${value}`).join(', ')} }`]
      : []),
    ...(one.body === null ? [] : [`data: ${filled(one.body)}`]),
    ...(one.followRedirects ? [] : ['maxRedirects: 0']),
  ]
  const judged = one.expectations.some(({ of }) => of.kind === 'status')
  const lines = [
    'const startedAt = Date.now()',
    `const response = await request.fetch(${filled(one.url)}, { ${options.join(', ')} })`,
    'const text = await response.text()',
    'const time = Date.now() - startedAt',
    'const body = parsed(text)',
    ...(judged ? [] : ['expect(response.status()).toBeLessThan(400)']),
    ...one.expectations.map(lineOf),
    ...one.stored.map(([name, place]) => `stored[${JSON.stringify(name)}] = ${placeText(place)}`),
  ]
  const used = lines.filter((line, index) => index === 1 || isUsed(line, lines))
  return `await test.step(${JSON.stringify(one.name)}, async () => {\n${indented(used.join('\n'))}\n})`
}

/** Whether a constant of a step is used in it. */
function isUsed(line: string, lines: readonly string[]): boolean {
  const name = /^const (startedAt|text|time|body) =/.exec(line)?.[1]
  if (name === undefined) return true
  const later = lines.slice(lines.indexOf(line) + 1)
  const users = later.filter((one) =>
    new RegExp(`(?:[( ]|^)${name}[),. ]|\\b${name}$`).test(one.replace(/"(?:[^"\\]|\\.)*"/g, '')),
  )
  return users.some((one) => isUsed(one, lines))
}

const authorization = ({ basicAuth }: ScriptRequest): readonly (readonly [string, string])[] => {
  if (basicAuth === null) return []
  const { username, password } = basicAuth
  return [
    ['authorization', `'Basic ' + Buffer.from(${filled(username)} + ':' + ${filled(password)}).toString('base64')`],
  ]
}

const contentTypes: Readonly<Record<string, string>> = {
  JSON: 'application/json',
  GRAPHQL: 'application/json',
  FORM: 'application/x-www-form-urlencoded',
}

/** As API checks send it by the type of the body. */
function contentType({ headers, bodyType = 'RAW' }: ScriptRequest): readonly (readonly [string, string])[] {
  const type = contentTypes[bodyType]
  const isTyped = headers.some(({ key }) => key.toLowerCase() === 'content-type')
  return type === undefined || isTyped ? [] : [['content-type', JSON.stringify(type)]]
}

/** A text as an expression, with what earlier requests stored. */
function filled(text: string): string {
  const parts = text.split(computed).filter((part) => part !== '')
  const written = parts.map((part) => (computed.test(part) ? computedText(part) : literal(part)))
  const [first = '""'] = written
  if (written.length > 1) return ["''", ...written].slice(computed.test(parts[0] ?? '') ? 0 : 1).join(' + ')
  return computed.test(text) ? `String(${first})` : first
}

function placeText(place: Place): string {
  if (place.kind === 'status') return 'response.status()'
  if (place.kind === 'header') return `response.headers()[${JSON.stringify(place.name.toLowerCase())}]`
  if (place.kind !== 'json') return place.kind
  return place.steps.length === 0
    ? 'body'
    : `at(${['body', ...place.steps.map((step) => JSON.stringify(step))].join(', ')})`
}

const matchers: Readonly<Record<Comparison, (target: string) => string>> = {
  EQUALS: (target) => `toBe(${target})`,
  NOT_EQUALS: (target) => `not.toBe(${target})`,
  GREATER_THAN: (target) => `toBeGreaterThan(${target})`,
  LESS_THAN: (target) => `toBeLessThan(${target})`,
  CONTAINS: (target) => `toContain(${target})`,
  NOT_CONTAINS: (target) => `not.toContain(${target})`,
  IS_EMPTY: () => `toHaveLength(0)`,
  NOT_EMPTY: () => `not.toHaveLength(0)`,
  IS_NULL: () => `toBe(null)`,
  NOT_NULL: () => `not.toBe(null)`,
}

function lineOf({ of, comparison, target, pattern }: Expectation): string {
  if (pattern !== undefined) return patternLine(of, comparison, pattern)
  const isLimit = comparison === 'GREATER_THAN' || comparison === 'LESS_THAN'
  const isNumber = of.kind === 'status' || of.kind === 'time' || isLimit
  return `expect(${comparedText(of, comparison)}).${matchers[comparison](isNumber ? String(Number(target)) : literal(target))}`
}

function patternLine(of: Place, comparison: Comparison, pattern: string): string {
  const [, modes = '', source = pattern] = /^(?:\(\?([ims]+)\))?([^]*)$/.exec(pattern) ?? []
  const not = comparison === 'IS_EMPTY' ? 'not.' : ''
  return `expect(${placeText(of)}).${not}toMatch(new RegExp(${JSON.stringify(source)}, ${JSON.stringify(modes)}))`
}

/** Members are compared as texts, as assertions do; what is absent counts as null. */
function comparedText(of: Place, comparison: Comparison): string {
  if (comparison === 'IS_NULL' || comparison === 'NOT_NULL') return `${placeText(of)} ?? null`
  const isEquality = comparison === 'EQUALS' || comparison === 'NOT_EQUALS'
  return of.kind === 'json' && isEquality ? `String(${placeText(of)})` : placeText(of)
}
