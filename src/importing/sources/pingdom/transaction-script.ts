import { isFields } from '#contract'
import type { Fields } from '../../counterparts/hosted/answers.ts'
import { indented } from '../../counterparts/script-text.ts'
import { textIn } from '../../counterparts/text-in.ts'
import type { Draft } from '../../draft.ts'

interface Credentials {
  readonly host: string
  readonly username: string
  readonly password: string
}

interface Transaction {
  readonly draft: Draft
  readonly name: string
  readonly size: { readonly width: number; readonly height: number } | null
  readonly credentials: readonly Credentials[]
}

type Write = (of: (name: string) => string) => string

const text = (value: string): string => JSON.stringify(value)

const see =
  (what: string, isSeen: boolean, matcher: string): Write =>
  (of) =>
    `await expect(element(${of(what)}))${isSeen ? '' : '.not'}.${matcher}`

/** JavaScript of each step of scripts; `of` has an argument as a literal. */
const steps: Readonly<Record<string, Write>> = {
  go_to: (of) => `await page.goto(${of('url')})`,
  click: (of) => `await element(${of('element')}).click()`,
  submit: (of) => `await element(${of('form')}).evaluate((form) => form.requestSubmit())`,
  fill: (of) => `await element(${of('input')}).fill(${of('value')})`,
  check: (of) => `await element(${of('checkbox')}).check()`,
  uncheck: (of) => `await element(${of('checkbox')}).uncheck()`,
  select: (of) => `await element(${of('select')}).selectOption(${of('option')})`,
  select_radio: (of) => `await element(${of('radio')}).check()`,
  sleep: (of) => `await page.waitForTimeout(1000 * Number(${of('seconds')}))`,
  wait_for_element: see('element', true, 'toBeVisible()'),
  exists: see('element', true, 'not.toHaveCount(0)'),
  not_exists: see('element', true, 'toHaveCount(0)'),
  is_checked: see('checkbox', true, 'toBeChecked()'),
  is_not_checked: see('checkbox', false, 'toBeChecked()'),
  radio_selected: see('radio', true, 'toBeChecked()'),
  contains: (of) => `await expect(element(${of('element')})).toContainText(${of('value')})`,
  wait_for_contains: (of) => `await expect(element(${of('element')})).toContainText(${of('value')})`,
  not_contains: (of) => `await expect(element(${of('element')})).not.toContainText(${of('value')})`,
  field_contains: (of) => `expect(await element(${of('input')}).inputValue()).toContain(${of('value')})`,
  field_not_contains: (of) => `expect(await element(${of('input')}).inputValue()).not.toContain(${of('value')})`,
  dropdown_selected: (of) =>
    `await expect(element(${of('select')}).locator('option:checked')).toHaveText(${of('option')})`,
  dropdown_not_selected: (of) =>
    `await expect(element(${of('select')}).locator('option:checked')).not.toHaveText(${of('option')})`,
  url: (of) => `await expect(page).toHaveURL(${of('url')})`,
  wpm_go_to: (of) => `await page.goto(${of('url')})`,
  wpm_click: (of) => `await element(${of('element')}).click()`,
  wpm_fill: (of) => `await element(${of('input')}).fill(${of('value')})`,
  wpm_select_dropdown: (of) => `await element(${of('select')}).selectOption(${of('option')})`,
  wpm_move_mouse_to_element: (of) => `await element(${of('element')}).hover()`,
  wpm_wait: (of) => `await page.waitForTimeout(Number(${of('seconds')}) * 1000)`,
  wpm_contains_timeout: (of) => `await expect(element(${of('element')})).toContainText(${of('value')})`,
  wpm_not_contains_timeout: (of) => `await expect(element(${of('element')})).not.toContainText(${of('value')})`,
}

/** Fields of passwords: what is typed there becomes a secret. */
const secretField = /passw|secret|token|pin\b/i

const finder = `const found = (target) => page.getByLabel(target, { exact: true }).or(page.locator(\`[name="\${target}"]\`))
const isSelector = (target) => /[.#[\\]>:]|^[a-z]+$/.test(target)
const element = (target) => (isSelector(target) ? found(target).or(page.locator(target)) : found(target).or(page.getByText(target))).first()`

/** A script of the steps, and the names of those that have no counterpart. */
export function scriptOf(given: readonly Fields[], { draft, name, size, credentials }: Transaction) {
  const secret = (what: string, value: string): string =>
    `(process.env.${draft.secret(`${name} ${what}`, value).replaceAll(/[{}]/g, '')} ?? '')`
  const lost: string[] = []
  const lines: string[] = []
  const [first] = credentials
  for (const step of given) {
    const fn = textIn(step['fn'])
    const args = isFields(step['args']) ? step['args'] : {}
    const isSecret = secretField.test(textIn(args['input']))
    const of = (argument: string): string =>
      argument === 'value' && isSecret
        ? secret(textIn(args['input']), textIn(args[argument]))
        : text(textIn(args[argument]))
    const write = Object.hasOwn(steps, fn) ? steps[fn] : undefined
    if (fn === 'basic_auth')
      lines.push(
        `await page.context().setHTTPCredentials({ username: ${text(textIn(args['username']))}, password: ${secret('password', textIn(args['password']))} })`,
      )
    else if (write) lines.push(write(of))
    else lost.push(fn === '' ? 'a step without a name' : fn.slice(0, 60))
  }
  const uses = [
    ...(size === null ? [] : [`viewport: ${JSON.stringify(size)}`]),
    ...(first === undefined
      ? []
      : [
          `httpCredentials: { username: ${text(first.username)}, password: ${secret(`${first.host} password`, first.password)} }`,
        ]),
  ]
  const script = [
    `import { expect, test } from '@playwright/test'`,
    ``,
    ...(uses.length === 0 ? [] : [`test.use({ ${uses.join(', ')} })`, ``]),
    `test(${text(name)}, async ({ page }) => {`,
    indented([finder, ...lines].join('\n')),
    `})`,
    ``,
  ].join('\n')
  return { script, lost }
}
