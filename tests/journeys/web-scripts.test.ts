import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runtimesDirectory, testRuntimes } from '../support/test-runtimes.ts'
import { startWebReceiver } from '../support/web-receiver.ts'
import type { WebReceiver } from '../support/web-receiver.ts'
import { useWebScene } from '../support/web-scene.ts'

const scene = useWebScene({
  environment: () => ({ BELFRY_RUNTIMES: 'on-demand', BELFRY_RUNTIMES_DIR: runtimesDirectory }),
})
const hostile = "<img src=x onerror='window.hacked=1'>"
/** A document that a script leaves behind: it says what its scripts reach. */
const document = `<!doctype html><title>Report</title><p>Report</p><ul></ul><script>
const say = (text) => document.querySelector('ul').append(Object.assign(document.createElement('li'), { textContent: text }))
const tried = (name, what) => { try { say(name + ': ' + what()) } catch (error) { say(name + ': ' + error.name) } }
say('origin: ' + self.origin)
tried('cookie', () => document.cookie)
tried('storage', () => localStorage.length)
tried('opener', () => opener)
tried('window', () => open('/viewer/'))
const asked = (name, url) => fetch(url, { credentials: 'include' }).then(() => say(name + ': answered'), () => say(name + ': blocked'))
Promise.all([asked('api', '/v1/session'), asked('viewer', '/viewer/index.html')]).then(() => say('done'))
</script>`
let shop: WebReceiver

beforeAll(async () => {
  await testRuntimes().get('2026.04')
  shop = await startWebReceiver((response, { path }) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(
      `<!doctype html><title>Shop</title><h1>Shop ${path}</h1><a href="/cart">Cart</a><button disabled>Pay now</button>` +
        `<script>console.log(${JSON.stringify(hostile)})</script>`,
    )
  })
})
afterAll(() => shop[Symbol.asyncDispose]())

/** Only its last step has a limit: what passes has all the time that a busy machine needs. */
const script = (): string => `import { test } from '@playwright/test'
test.use({ navigationTimeout: 0 })
test.setTimeout(0)
test('pays', async ({ page }) => {
  await test.step('Open the shop', async () => {
    await test.info().attach('page.html', { contentType: 'text/html', body: ${JSON.stringify(document)} })
    await page.goto('${shop.url}/')
    // Pages report what they do a little later.
    await page.waitForLoadState('networkidle')
  })
  await test.step("Go to ${hostile.replaceAll("'", '`')}", () => page.getByRole('link', { name: 'Cart' }).click())
  await test.step('Confirm payment', () => page.getByRole('button', { name: 'Pay now' }).click({ timeout: 1000 }))
})
`

/** Writes a check of a browser in the editor, has it run, and opens its run. */
async function aFailedRun(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Browser/ }).click()
  await page.getByLabel('Name', { exact: true }).fill('Checkout')
  await page.locator('.cm-content .code-key').first().waitFor()
  await page.getByLabel('Script', { exact: true }).fill(script())
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: 'Checkout', exact: true }).waitFor()
  await scene.advance(5_000)
  await page.locator('table a').first().click()
}

it('a browser check is written and run; its failed run shows steps, pictures, requests and its trace, and a document of it opens where its scripts reach nothing', async () => {
  const page = await scene.signedIn('/checks/new')
  await aFailedRun(page)
  await page.locator('[aria-current=step]').getByText('Confirm payment').waitFor()
  await page.getByText('2 of 3 passed').waitFor()
  await page.locator('.cm-line.hl').getByText('Pay now').waitFor()
  const film = page.getByRole('region', { name: 'Filmstrip' })
  const failed = film.getByRole('img', { name: /when step “Confirm payment” failed: .*Timeout 1000ms/ })
  await failed.first().waitFor()
  await page.getByRole('tab', { name: 'Screenshot' }).click()
  const picture = page.getByRole('tabpanel').getByRole('img')
  expect(await picture.evaluate((image) => Reflect.get(image, 'naturalWidth'))).toBeGreaterThan(100)
  expect(await scene.violations(page)).toEqual([])
  const open = page.getByRole('button', { name: /Open the shop/ })
  await open.first().click()
  await page.getByRole('tab', { name: /Network/ }).click()
  await page.getByRole('cell', { name: `GET ${shop.url}/`, exact: true }).waitFor()
  await page.getByRole('tab', { name: /Console/ }).click()
  await page.getByRole('tabpanel').getByText(hostile).waitFor()
  expect(await page.evaluate(() => Reflect.get(globalThis, 'hacked'))).toBeUndefined()
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)

  const viewer = await openedBy(page, 'Open trace')
  expect(new URL(viewer.url()).hostname).toBe('artifacts.localhost')
  await viewer.getByRole('treeitem', { name: /Open the shop/ }).click()
  const snapshot = viewer.frameLocator('iframe[name=snapshot].snapshot-visible')
  await snapshot.getByRole('heading', { name: 'Shop /' }).waitFor()
  expect(await viewer.evaluate('document.cookie')).toBe('')
  await viewer.close()

  const tab = await openedBy(page, /^Open page.*\.html/)
  await tab.getByText('done').waitFor()
  expect(await tab.getByRole('listitem').allTextContents()).toEqual([
    'origin: null',
    'cookie: SecurityError',
    'storage: SecurityError',
    'opener: null',
    'window: null',
    'api: blocked',
    'viewer: blocked',
    'done',
  ])
  // The browser reports each thing that it has kept the document from.
  const others = scene.problems.splice(0).filter((problem) => !problem.startsWith(tab.url()))
  expect(others.join('\n')).toBe('')
  const api = await tab.goto(`${new URL(tab.url()).origin}/v1/session`)
  expect(api?.status()).toBe(404)
})

/** The tab that a link opens. */
async function openedBy(page: Page, name: string | RegExp): Promise<Page> {
  const tab = page.context().waitForEvent('page')
  await page.getByRole('link', { name }).first().click()
  return tab
}
