import { fieldsIn, listIn } from '../../counterparts/hosted/answers.ts'
import type { Fields } from '../../counterparts/hosted/answers.ts'
import { leftOut } from '../../counterparts/hosted/checks.ts'
import type { Value } from '../../counterparts/hosted/checks.ts'
import { isSensitive } from '../../counterparts/http-check.ts'
import { indented } from '../../counterparts/script-text.ts'
import { textIn } from '../../counterparts/text-in.ts'
import { methodOf } from './http-settings.ts'
import { heldBase64 } from './settings-fields.ts'
import type { SettingsImport } from './settings-fields.ts'

/** Requests one after the other, in one script. */
export function multiHttpSettings({ draft, fields, settings, name }: SettingsImport): Value | null {
  const entries = listIn(settings.value('entries'))
  fields.ignored('target', 'timeout')
  if (entries.length === 0) return leftOut(draft, fields.item, 'It has no requests.')
  const secret = (header: string, value: string): string =>
    `(process.env.${draft.secret(`${name} ${header}`, value).replaceAll(/[{}]/g, '')} ?? '')`
  const secretOf = (key: string, value: string): string => {
    const held = /^\$\{secrets\.([\w.-]{1,100})\}$/.exec(value)?.[1]
    if (held !== undefined) return `(process.env.${draft.secret(held, null).replaceAll(/[{}]/g, '')} ?? '')`
    return isSensitive(key) && value !== '' && !value.includes('${') ? secret(key, value) : filled(value)
  }
  const written = entries.map((entry, index) => stepOf(entry, index, secretOf))
  const lost = written.reduce((sum, step) => sum + step.lost, 0)
  if (lost > 0)
    settings.approximated('entries', `${lost} assertions or variables have no counterpart: write them in the script.`)
  else settings.exact('entries')
  const script = [
    `import { expect, test } from '@playwright/test'`,
    ``,
    helpers,
    ``,
    `test(${JSON.stringify(name)}, async ({ request }) => {`,
    `  const variables = {}`,
    `  const fill = (text) => text.replace(/\\$\\{(\\w+)\\}/g, (whole, name) => variables[name] ?? whole)`,
    indented(written.map(({ text }) => text).join('\n')),
    `})`,
    ``,
  ].join('\n')
  return { checkType: 'MULTI_STEP', script }
}

const helpers = `const parsed = (text) => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
const at = (value, path) =>
  (path.replace(/^\\$\\.?/, '').match(/[^.[\\]'"]+/g) ?? []).reduce((one, step) => one?.[step], value)
const textOf = (value) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? ''))`

/** A literal in which earlier requests may have left values. */
const filled = (text: string): string => (text.includes('${') ? `fill(${JSON.stringify(text)})` : JSON.stringify(text))

interface Written {
  readonly text: string
  readonly lost: number
}

function stepOf(entry: Fields, index: number, secretOf: (key: string, value: string) => string): Written {
  const request = fieldsIn(entry['request'])
  const query = listIn(request['queryFields']).map(
    ({ name, value }) => `[${filled(textIn(name))}, ${filled(textIn(value))}]`,
  )
  const headers = listIn(request['headers']).map(
    ({ name, value }) => `${JSON.stringify(textIn(name))}: ${secretOf(textIn(name), textIn(value))}`,
  )
  const body = fieldsIn(request['body'])
  const [payload] = heldBase64(body['payload'])
  const type = textIn(body['contentType'])
  if (type !== '') headers.push(`'content-type': ${JSON.stringify(type)}`)
  const options = [
    `method: ${JSON.stringify(methodOf(textIn(request['method']) || null))}`,
    ...(headers.length > 0 ? [`headers: { ${headers.join(', ')} }`] : []),
    ...(query.length > 0 ? [`params: new URLSearchParams([${query.join(', ')}])`] : []),
    ...(payload === undefined ? [] : [`data: ${filled(payload)}`]),
  ]
  const checks = listIn(entry['checks']).map(checkOf)
  const variables = listIn(entry['variables']).map(variableOf)
  const lines = [
    `const response = await request.fetch(${filled(textIn(request['url']))}, { ${options.join(', ')} })`,
    `const text = await response.text()`,
    `const headers = textOf(response.headers())`,
    `const subjects = { headers, status: String(response.status()), text, body: parsed(text) }`,
    ...[...checks, ...variables].flatMap((line) => line ?? []),
  ]
  return {
    text: `await test.step(${JSON.stringify(`Request ${index + 1}`)}, async () => {\n${indented(lines.join('\n'))}\n})`,
    lost: [...checks, ...variables].filter((line) => line === null).length,
  }
}

const named = (names: readonly string[], value: unknown): string => {
  const text = textIn(value)
  return /^\d+$/.test(text) ? (names[Number(text)] ?? '') : text
}

const subjects: Readonly<Record<string, string>> = {
  RESPONSE_HEADERS: 'subjects.headers',
  HTTP_STATUS_CODE: 'subjects.status',
  RESPONSE_BODY: 'subjects.text',
}
const subjectNames = ['', 'RESPONSE_HEADERS', 'HTTP_STATUS_CODE', 'RESPONSE_BODY']
const conditionNames = ['', 'NOT_CONTAINS', 'EQUALS', 'STARTS_WITH', 'ENDS_WITH', 'TYPE_OF', 'CONTAINS']
const checkNames = ['TEXT', 'JSON_PATH_VALUE', 'JSON_PATH_ASSERTION', 'REGEX_ASSERTION']

/** A line of the script; null for an assertion without a counterpart. */
function checkOf(check: Fields): string | null {
  const type = named(checkNames, check['type'])
  const subject = subjects[named(subjectNames, check['subject'])] ?? 'subjects.text'
  const condition = named(conditionNames, check['condition'])
  const expression = JSON.stringify(textIn(check['expression']))
  const value = filled(textIn(check['value']))
  if (type === 'TEXT') return conditionText(subject, condition, value)
  if (type === 'JSON_PATH_VALUE')
    return conditionText(`textOf(at(subjects.body, ${expression}))`, condition, filled(textIn(check['value'])))
  if (type === 'JSON_PATH_ASSERTION') return `expect(at(subjects.body, ${expression})).toBeTruthy()`
  return type === 'REGEX_ASSERTION' ? `expect(${subject}).toMatch(new RegExp(${expression}))` : null
}

function conditionText(subject: string, condition: string, value: string): string | null {
  const texts: Readonly<Record<string, string>> = {
    CONTAINS: `expect(${subject}).toContain(${value})`,
    NOT_CONTAINS: `expect(${subject}).not.toContain(${value})`,
    EQUALS: `expect(${subject}).toBe(${value})`,
    STARTS_WITH: `expect(${subject}.startsWith(${value})).toBe(true)`,
    ENDS_WITH: `expect(${subject}.endsWith(${value})).toBe(true)`,
  }
  return texts[condition] ?? null
}

const variableNames = ['JSON_PATH', 'REGEX', 'CSS_SELECTOR']

function variableOf(variable: Fields): string | null {
  const type = named(variableNames, variable['type'])
  const name = JSON.stringify(textIn(variable['name']))
  const expression = JSON.stringify(textIn(variable['expression']))
  if (type === 'JSON_PATH') return `variables[${name}] = textOf(at(subjects.body, ${expression}))`
  return type === 'REGEX' ? `variables[${name}] = new RegExp(${expression}).exec(text)?.[1] ?? ''` : null
}
