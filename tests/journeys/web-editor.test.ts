import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { useWebScene } from '../support/web-scene.ts'

const scene = useWebScene()

interface Form {
  /** The type as it is called and as it is stored. */
  readonly type: readonly [label: string, checkType: string]
  /** What has to be filled in besides the name, by label. */
  readonly fields?: Readonly<Record<string, string>>
  /** Other things that are done to a form. */
  readonly more?: (page: Page) => Promise<void>
  /** What is stored then. */
  readonly stored?: object
}

const written = "test('opens', async () => {\n// <img src=x onerror=alert(1)>"
/** The editor indents. */
const asStored = /test\('opens', async \(\) => \{\n\s*\/\/ <img src=x onerror=alert\(1\)>/
const forms: readonly Form[] = [
  { type: ['URL', 'URL'], fields: { URL: 'https://shop.example/' }, more: reloadDraft },
  { type: ['API', 'API'], fields: { URL: 'https://shop.example/orders' }, more: showsAssertions },
  { type: ['TCP', 'TCP'], fields: { Host: 'db.example.com' } },
  { type: ['DNS', 'DNS'], fields: { 'Name to resolve': 'example.com' } },
  { type: ['ICMP', 'ICMP'], fields: { Host: 'router.example.com' } },
  { type: ['SSL', 'SSL'], fields: { Host: 'shop.example.com' } },
  { type: ['gRPC', 'GRPC'], fields: { Host: 'grpc.example.com' } },
  { type: ['Traceroute', 'TRACEROUTE'], fields: { Host: 'shop.example.com' } },
  { type: ['Heartbeat', 'HEARTBEAT'] },
  { type: ['Browser', 'BROWSER'], more: writeScript, stored: { script: expect.stringMatching(asStored) } },
  { type: ['Multi-step', 'MULTI_STEP'] },
  { type: ['Playwright suite', 'PLAYWRIGHT'], fields: { 'Code bundle': 'bundles/shop-42.tgz' } },
  { type: ['Agentic', 'AGENTIC'], fields: { Prompt: 'Open https://shop.example.com.' } },
]

async function reloadDraft(page: Page): Promise<void> {
  await page.reload()
  await page.getByText('Your unsaved changes were restored.').waitFor()
}

async function writeScript(page: Page): Promise<void> {
  await page.locator('.cm-content .code-key').first().waitFor()
  await page.getByLabel('Script', { exact: true }).focus()
  await page.keyboard.press('Control+A')
  await page.keyboard.type(written)
  expect(await page.locator('.cm-content .code-com').textContent()).toBe('// <img src=x onerror=alert(1)>')
  const behindNumbers = "getComputedStyle(document.querySelector('.cm-gutters')).backgroundColor"
  expect(await page.evaluate(behindNumbers)).not.toBe('rgba(0, 0, 0, 0)')
  await trialLeavesScript(page)
  await page.keyboard.press('Tab')
  expect(await page.locator('.cm-content:focus').count()).toBe(1)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  expect(await page.locator('.cm-content:focus').count()).toBe(0)
  expect(await scene.violations(page)).toEqual([])
}

/** What was expected and found is seen beside the form without scrolling, however wide the window is. */
async function showsAssertions(page: Page): Promise<void> {
  const assertion = { source: 'STATUS_CODE', property: '', comparison: 'EQUALS', target: '503', actual: '200' }
  const result = { apiCheckResult: { assertions: [{ ...assertion, error: 'It is 200.' }] }, files: [], responseTime: 1 }
  const json = { id: 'tried', status: 'FAILED', runLocation: 'eu-west-1', result }
  await page.route('**/v1/checks/dry-run?*', (route) => route.fulfill({ status: 201, json }))
  await page.getByRole('button', { name: 'Try it' }).click()
  const pane = page.getByRole('complementary', { name: 'Try it' })
  await pane.getByText('503').waitFor()
  const rightOf = async (part: Locator): Promise<number> => {
    const box = await part.boundingBox()
    return box === null ? Number.NaN : box.x + box.width
  }
  for (const width of [1440, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    for (const text of ['503', '200'])
      expect(await rightOf(pane.getByText(text, { exact: true }))).toBeLessThan(await rightOf(pane))
  }
  await page.unroute('**/v1/checks/dry-run?*')
}

/** The keys that try a check insert no line. */
async function trialLeavesScript(page: Page): Promise<void> {
  const script = page.locator('.cm-content')
  const before = await script.innerText()
  await page.route('**/v1/checks/dry-run?*', (route) => route.abort())
  const asked = page.waitForRequest(/dry-run/)
  await page.keyboard.press('Control+Enter')
  await asked
  expect(await script.innerText()).toBe(before)
}

const saved = async (id: string) => (await scene.server.call('GET', `/v1/checks/${id}`)).body

/** Fills the form of a type in and saves it. Answers the id of the check. */
async function create(page: Page, { type: [label], fields = {}, more }: Form): Promise<string> {
  await scene.visit(page, '/checks/new')
  await page.getByRole('button', { name: new RegExp(`^${label}`) }).click()
  await page.getByLabel('Name', { exact: true }).fill(label)
  for (const [field, value] of Object.entries(fields)) await page.getByLabel(field, { exact: true }).fill(value)
  await more?.(page)
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: label, exact: true }).waitFor()
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

it('a check of every type is created and changed by its form, a script in an editor with colours that the keyboard can leave, and what is typed survives a reload', async () => {
  const page = await scene.signedIn('/checks')
  for (const form of forms) {
    const [label, checkType] = form.type
    const id = await create(page, form)
    expect(await saved(id)).toMatchObject({ checkType, name: label, ...form.stored })
    await scene.visit(page, `/checks/${id}/edit`)
    await page.getByLabel('Tags, separated by commas', { exact: true }).fill('edited, twice')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('heading', { name: label, exact: true }).waitFor()
    expect(await saved(id)).toMatchObject({ tags: ['edited', 'twice'] })
  }
})
