import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '../support/server-process.ts'
import { runtimesDirectory } from '../support/test-runtimes.ts'
import { useProcessWebScene } from '../support/process-web-scene.ts'

const scene = useProcessWebScene(() => ({ BELFRY_RUNTIMES: 'on-demand', BELFRY_RUNTIMES_DIR: runtimesDirectory }))
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
/** Whether the stock of the shop is answered. */
let hasStock = true
const target = createServer((request, response) => {
  if (request.url === '/stock') {
    response.writeHead(hasStock ? 200 : 503)
    return void response.end()
  }
  response.writeHead(200, { 'content-type': 'text/html' })
  response.end(
    `<!doctype html><title>Shop</title><h1>Shop ${request.url}</h1><a href="/cart">Cart</a><button disabled>Pay now</button>` +
      `<script>console.log(${JSON.stringify(hostile)})</script>`,
  )
})
let url: string
beforeAll(async () => {
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(target.address() as AddressInfo).port}/`
})
afterAll(() => {
  target.closeAllConnections()
  target.close()
})

const script = (): string => `import { test } from '@playwright/test'
test('pays', async ({ page }) => {
  await test.step('Open the shop', async () => {
    await test.info().attach('page.html', { contentType: 'text/html', body: ${JSON.stringify(document)} })
    await page.goto('${url}')
    // Pages report what they do a little later.
    await page.waitForTimeout(1000)
  })
  await test.step("Go to ${hostile.replaceAll("'", '`')}", () => page.getByRole('link', { name: 'Cart' }).click())
  await test.step('Confirm payment', () => page.getByRole('button', { name: 'Pay now' }).click({ timeout: 1000 }))
})
`

/** The id of the last result of the check, once there is one. */
async function resultOf(checkId: string): Promise<string> {
  let id: string | undefined
  const isThere = async (): Promise<boolean> => {
    const { body } = await scene.server.call('GET', `/v2/check-results/${checkId}?limit=1`)
    id = (body as { readonly entries: readonly { readonly id: string }[] }).entries[0]?.id
    return id !== undefined
  }
  await eventually('the check to have run', isThere)
  return id ?? ''
}

/** The id of a new check of a browser that runs a script. */
async function browserCheck(name: string, text: string): Promise<string> {
  const made = await scene.server.call('POST', '/v1/checks/browser', {
    name,
    script: text,
    frequency: 1440,
    locations: ['eu-west-1'],
    retryStrategy: null,
  })
  return (made.body as { readonly id: string }).id
}

async function checkoutRun(): Promise<string> {
  const id = await browserCheck('Checkout', script())
  return `/checks/${id}/results/${await resultOf(id)}`
}
let checkout: Promise<string> | undefined
/** The screen of a run that failed, which is made once. */
const checkoutScreen = (): Promise<string> => (checkout ??= checkoutRun())

it('a failed browser run shows its steps; the one that is selected decides which error, picture and requests are shown', async () => {
  const page = await scene.signedIn(await checkoutScreen())
  const selected = page.locator('[aria-current=step]')
  await selected.getByText('Confirm payment').waitFor()
  await page.getByText('2 of 3 passed').waitFor()
  await page
    .getByText(/TimeoutError: locator.click: Timeout 1000ms exceeded/)
    .nth(1)
    .waitFor()
  await page.locator('.cm-line.hl').getByText('Pay now').waitFor()
  const film = page.getByRole('region', { name: 'Filmstrip' })
  await film
    .getByRole('img', { name: /when the step “Confirm payment” failed: .*Timeout 1000ms/ })
    .first()
    .waitFor()
  await page.getByRole('tab', { name: 'Screenshot' }).click()
  const picture = page.getByRole('tabpanel').getByRole('img')
  expect(await picture.evaluate((image) => Reflect.get(image, 'naturalWidth'))).toBeGreaterThan(100)
  expect(await scene.violations(page)).toEqual([])
  await page
    .getByRole('button', { name: /Open the shop/ })
    .first()
    .click()
  await page.getByRole('tab', { name: /Network/ }).click()
  await page.getByRole('cell', { name: `GET ${url}`, exact: true }).waitFor()
  await page.getByRole('tab', { name: /Console/ }).click()
  await page.getByRole('tabpanel').getByText(hostile).waitFor()
  expect(new URL(page.url()).search).toBe('?step=1')
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => Reflect.get(globalThis, 'hacked'))).toBeUndefined()
  expect(await scene.violations(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
})

it('a trace opens in the viewer of Playwright, and a document of a run in a tab where its scripts reach nothing', async () => {
  const page = await scene.signedIn(await checkoutScreen())
  const opened = async (name: string | RegExp): Promise<Page> => {
    const tab = page.context().waitForEvent('page')
    await page.getByRole('link', { name }).first().click()
    return tab
  }
  const viewer = scene.watch(await opened('Open trace'))
  expect(new URL(viewer.url()).hostname).toBe('artifacts.localhost')
  await viewer.getByRole('treeitem', { name: /Open the shop/ }).waitFor()
  await viewer.getByRole('treeitem', { name: /Open the shop/ }).click()
  const snapshot = viewer.frameLocator('iframe[name=snapshot].snapshot-visible')
  await snapshot.getByRole('heading', { name: 'Shop /' }).waitFor()
  expect(await viewer.evaluate('document.cookie')).toBe('')

  const tab = await opened(/^Open page.*\.html/)
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
  const api = await tab.goto(`${new URL(tab.url()).origin}/v1/session`)
  expect(api?.status()).toBe(404)
})

const buys = (): string => `import { expect, test } from '@playwright/test'
test('buys', async ({ page }) => {
  await test.step('Open', () => page.goto('${url}'))
  await test.step('See the stock', async () => {
    const status = await page.evaluate(async () => {
      const { status } = await fetch('/stock')
      if (status !== 200) console.error('no stock in ' + performance.now())
      await new Promise((resolve) => setTimeout(resolve, status === 200 ? 0 : 1500))
      return status
    })
    expect(status).toBe(200)
  })
})
`

it('a failed run of a script says what it did otherwise than the last one that passed', async () => {
  const id = await browserCheck('Stock', buys())
  const good = await resultOf(id)
  hasStock = false
  await scene.server.call('POST', '/v2/check-sessions/trigger', { target: { checkId: [id] } })
  await eventually('the second run', async () => (await resultOf(id)) !== good)
  const page = await scene.signedIn(`/checks/${id}/results/${await resultOf(id)}`)
  const difference = page.getByRole('region', { name: 'Difference to the last run that passed' })
  await difference.getByRole('row', { name: /^See the stock .*% slower$/ }).waitFor()
  await difference.getByRole('row', { name: `GET ${url}stock 200 503` }).waitFor()
  await difference.getByText(/^no stock in/).waitFor()
  expect(await difference.getByRole('row', { name: /^GET/ }).count()).toBe(1)
  expect(await scene.violations(page)).toEqual([])
})

it('a failed run says what caused it when it is asked, and keys lead to its neighbours', async () => {
  const made = await scene.server.call('POST', '/v1/checks/url', {
    name: 'Down',
    request: { url: 'http://127.0.0.1:1/' },
    frequency: 1440,
    locations: ['eu-west-1'],
    retryStrategy: null,
  })
  const { id } = made.body as { readonly id: string }
  const first = await resultOf(id)
  await scene.server.call('POST', '/v2/check-sessions/trigger', { target: { checkId: [id] } })
  await eventually('the second run', async () => (await resultOf(id)) !== first)
  const page = await scene.signedIn(`/checks/${id}/results/${first}`)
  const analysis = page.getByRole('region', { name: 'Root cause analysis' })
  await analysis.getByRole('button', { name: /^Analyse/ }).click()
  await analysis.getByText('built-in rules').waitFor()
  await analysis.getByText('Evidence').waitFor()
  // Times of the evidence are those of the reader, with UTC as their title.
  await analysis.locator('li time[title*=UTC]').first().waitFor()
  expect(await analysis.innerText()).not.toMatch(/\d{4}-\d\d-\d\dT/)
  const failure = page.getByRole('region', { name: 'This failure' })
  await failure.getByText('2 times').waitFor()
  await failure.getByRole('link').click()
  await page.getByText(/^Occurred 2 times/).waitFor()
  await page.goBack()
  await page.getByRole('img', { name: '2 runs, this one among them: 2 failed' }).waitFor()
  expect(await scene.violations(page)).toEqual([])
  await page.getByRole('link', { name: 'Next result (J)' }).waitFor()
  await page.keyboard.press('j')
  await page.waitForURL((at) => !at.pathname.endsWith(first))
  await page.getByRole('link', { name: 'Previous result (K)' }).waitFor()
  const since = page.locator('.facts > div', { hasText: 'Failing since' })
  expect(await since.getByRole('link').getAttribute('href')).toContain(first)
  await page.getByRole('button', { name: 'Failing', exact: true, pressed: false }).click()
  await page.getByRole('button', { name: 'Failing', exact: true, pressed: true }).waitFor()
  await page.getByRole('link', { name: 'Previous result (K)' }).waitFor()
  await page.keyboard.press('k')
  await page.waitForURL((at) => at.pathname.endsWith(first) && at.search === '?failing=true')
  await since.getByText('this run').waitFor()
})
