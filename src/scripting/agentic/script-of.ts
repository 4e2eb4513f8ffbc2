import { readFileSync } from 'node:fs'
import type { AgenticAction, AgenticScript, AgenticTarget } from '#contract'

export const agenticEntry = 'agentic.spec.ts'
const toolsFile = 'agentic-tools.ts'

const quoted = (text: string): string => JSON.stringify(text)
const filled = (text: string): string => (text.includes('{{') ? `fillIn(${quoted(text)})` : quoted(text))

/** The expression of an element. Names and texts match whole. */
function locatorOf({ role, name, text, nth }: AgenticTarget): string {
  const named = name === undefined ? '' : `, { name: ${filled(name)}, exact: true }`
  const base =
    role === undefined
      ? `page.getByText(${filled(text ?? '')}, { exact: true })`
      : `page.getByRole(${quoted(role)}${named})`
  const within = role !== undefined && text !== undefined ? `.filter({ hasText: ${filled(text)} })` : ''
  return `${base}${within}${nth === undefined ? '' : `.nth(${nth})`}`
}

type Assertion = Extract<AgenticAction, { readonly tool: 'assert' }>
const body: AgenticTarget = { role: 'document' }

const assertions: { readonly [K in Assertion['kind']]: (target: string, expected: string) => string } = {
  visible: (target) => `await expect(${target}).toBeVisible()`,
  hidden: (target) => `await expect(${target}).toBeHidden()`,
  text: (target, expected) => `await expect(${target}).toContainText(${expected})`,
  value: (target, expected) => `await expect(${target}).toHaveValue(${expected})`,
  url: (_target, expected) => `await expect.poll(() => page.url()).toContain(${expected})`,
  title: (_target, expected) => `await expect.poll(() => page.title()).toContain(${expected})`,
  status: (_target, expected) => `expect(String(response?.status())).toBe(${expected})`,
  body: (_target, expected) => `expect(await response?.text()).toContain(${expected})`,
}

type CodeOf<T extends AgenticAction['tool']> = (action: Extract<AgenticAction, { readonly tool: T }>) => string

const codes: { readonly [T in AgenticAction['tool']]: CodeOf<T> } = {
  snapshot: () => '',
  navigate: ({ url }) => `await open(page, ${quoted(url)})`,
  click: ({ target }) => `await ${locatorOf(target)}.click()`,
  type: ({ target, text }) => `await enter(${locatorOf(target)}, ${quoted(text)})`,
  press: ({ target, key }) =>
    target === undefined
      ? `await page.keyboard.press(${quoted(key)})`
      : `await ${locatorOf(target)}.press(${quoted(key)})`,
  select: ({ target, option }) => `await choose(${locatorOf(target)}, ${quoted(option)})`,
  request: ({ method, url, headers, body: sent }) =>
    `response = await send(request, ${quoted(method)}, ${quoted(url)}, ${JSON.stringify({ headers, body: sent })})`,
  assert: ({ kind, target = body, expected = '' }) => assertions[kind](locatorOf(target), filled(expected)),
}

/** The line of an action, which is the same while a model explores and in its script. Nothing in it is a model's code. */
export const codeOf = <T extends AgenticAction['tool']>(action: Extract<AgenticAction, { readonly tool: T }>): string =>
  codeFor(action.tool)(action)

/** Sound because each row of the table takes the actions of its key. */
const codeFor = (tool: AgenticAction['tool']): ((action: AgenticAction) => string) =>
  codes[tool] as (action: AgenticAction) => string

const withoutPage = new Set<AgenticAction['tool']>(['request'])
const responseKinds = new Set<Assertion['kind']>(['status', 'body'])

export const needsPage = (action: AgenticAction): boolean =>
  !withoutPage.has(action.tool) && !(action.tool === 'assert' && responseKinds.has(action.kind))

/** The expectation of an assertion without its locator: a repair must keep it. */
export function expectationOf({ condition, kind, target, expected }: Assertion): string {
  const subject =
    kind === 'visible' || kind === 'hidden' ? (target?.name ?? target?.text ?? target?.role ?? '') : expected
  return `${condition}: ${kind} ${quoted(subject ?? '')}`
}

/** Begins the title of the step that verifies a condition. */
export const conditionTitle = (number: number, condition: string): string => `Condition ${number}: ${condition}`

/** A test file that repeats these actions. Its values stay `{{NAME}}` and are read when it runs. */
export function scriptOf(actions: readonly AgenticAction[], conditions: readonly string[]): AgenticScript {
  const repeated = actions.filter(({ tool }) => tool !== 'snapshot')
  const needsBrowser = repeated.some(needsPage)
  const lines = repeated.map((action) =>
    action.tool === 'assert'
      ? `await test.step(${quoted(conditionTitle(action.condition, conditions[action.condition - 1] ?? ''))}, async () => {\n    ${codeOf(action)}\n  })`
      : codeOf(action),
  )
  return {
    script: [
      `import { test, expect } from '@playwright/test'`,
      `import type { APIResponse } from '@playwright/test'`,
      `import { choose, enter, fillIn, open, send } from './agentic-tools'`,
      '',
      `test('follows the prompt', async ({ ${needsBrowser ? 'page, ' : ''}request }) => {`,
      '  let response: APIResponse | undefined',
      ...lines.map((line) => `  ${line}`),
      '})',
      '',
    ].join('\n'),
    conditions,
    expectations: repeated.flatMap((action) => (action.tool === 'assert' ? [expectationOf(action)] : [])),
    needsBrowser,
  }
}

let toolsText: string | undefined

/** The files of a run of a script. */
export function filesOfScript(script: string): Record<string, string> {
  toolsText ??= readFileSync(new URL('./child/agentic-tools.ts', import.meta.url), 'utf8')
  return { [agenticEntry]: script, [toolsFile]: toolsText }
}
