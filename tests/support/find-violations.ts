import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
interface Rules {
  readonly type: 'tag' | 'rule'
  readonly values: readonly string[]
}

const allRules: Rules = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }
/** Those whose result the theme can change. */
const colourRules: Rules = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

/** Violations of WCAG 2.2 AA on the page, each with its first element. */
export async function findViolations(page: Page): Promise<string[]> {
  await loadAxe(page)
  return page.evaluate(runAxe, { rules: allRules, onlyNew: false })
}

/**
 * The same in each theme, on the parts that differ in more than texts and addresses from what was examined before: rows of
 * a table and the same section of other forms are examined once, until the document is reloaded.
 */
export async function findNewViolations(page: Page): Promise<Readonly<Record<'light' | 'dark', string[]>>> {
  await loadAxe(page)
  if (!(await page.evaluate(findNewParts))) return { light: [], dark: [] }
  const light = await page.evaluate(runAxe, { rules: allRules, onlyNew: true })
  await page.emulateMedia({ colorScheme: 'dark' })
  const dark = await page.evaluate(runAxe, { rules: colourRules, onlyNew: true })
  await page.emulateMedia({ colorScheme: 'light' })
  return { light, dark }
}

/** Evaluated by the debugger: the policy of the page forbids scripts of others. */
async function loadAxe(page: Page): Promise<void> {
  if (!(await page.evaluate(() => Reflect.has(globalThis, 'axe')))) await page.evaluate(axeSource)
}

/** Runs in the page. */
async function runAxe({ rules, onlyNew }: { readonly rules: Rules; readonly onlyNew: boolean }): Promise<string[]> {
  const { axe, document, newParts } = globalThis as unknown as Examined
  const context = onlyNew ? { include: newParts } : document
  const { violations } = await axe.run(context, { runOnly: rules, resultTypes: ['violations'] })
  return violations.map(
    ({ id, nodes: [first] }) => `${id}: ${first?.html.slice(0, 200)} ${first?.failureSummary.slice(0, 200)}`,
  )
}

/** Runs in the page: whether it has parts that none had before. */
function findNewParts(): boolean {
  const page = globalThis as unknown as Examined
  const seen = (page.seenParts ??= new Set<string>())
  const kept = new Set(['class', 'role', 'type', 'lang', 'tabindex', 'scope', 'dir'])
  const isState = (name: string): boolean =>
    name.startsWith('aria-') && !/label|describedby|controls|owns|details|activedescendant|value/.test(name)
  const shapeOf = ({ tagName, attributes }: Part): string =>
    [...attributes]
      .map(({ name, value }) => {
        if (name === 'style') return value.replaceAll(/[\d.]+/g, '0')
        return kept.has(name) || isState(name) ? `${name}=${value}` : name
      })
      .reduce((all, one) => `${all} ${one}`, tagName)
  const hasText = ({ childNodes }: Part): boolean =>
    [...childNodes].some(({ nodeType, textContent }) => nodeType === 3 && textContent.trim() !== '')
  const found: Part[] = []
  const examine = (part: Part, before: string, isWithinNew: boolean): void => {
    const path = `${before}>${shapeOf(part)}`
    const key = path + (hasText(part) ? '…' : part.childNodes.length === 0 ? '!' : '')
    const isNew = !seen.has(key)
    seen.add(key)
    if (isNew && !isWithinNew) found.push(part)
    for (const child of part.children) examine(child, path, isNew || isWithinNew)
  }
  examine(page.document.documentElement, '', false)
  page.newParts = found
  return found.length > 0
}

interface Part {
  readonly tagName: string
  readonly attributes: Iterable<{ readonly name: string; readonly value: string }>
  readonly childNodes: ArrayLike<ChildPart> & Iterable<ChildPart>
  readonly children: Iterable<Part>
}

interface ChildPart {
  readonly nodeType: number
  readonly textContent: string
}

interface Violation {
  readonly id: string
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[]
}

interface Examined {
  readonly document: { readonly documentElement: Part }
  readonly axe: { run: (context: unknown, options: object) => Promise<{ readonly violations: readonly Violation[] }> }
  seenParts?: Set<string>
  newParts?: readonly Part[]
}
