import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { useWebScene } from '../support/web-scene.ts'

const scene = useWebScene()
const payload = `<img src=x onerror="owned=1"><script>owned=1</script>`
/** Connected, whatever the service says of its health. */
const isLive = /^(Live|Needs attention)$/
let isUp = true
const target = createServer((_request, response) => {
  response.writeHead(isUp ? 200 : 503, { 'content-type': 'text/html', 'x-note': payload.replaceAll('"', "'") })
  response.end(payload)
})
const ids = new Map<string, string>()

beforeAll(async () => {
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(target.address() as AddressInfo).port}/`
  const often = { frequency: 0, frequencyOffset: 10, retryStrategy: null, locations: ['eu-west-1'] }
  for (const [name, tags, query] of [
    ['Shop', [], ''],
    [payload, [payload], `?${payload}`],
  ] as const) {
    const request = { method: 'GET', url: `${url}${query}` }
    const { id } = await scene.server.as().create('/v1/checks/api', { ...often, name, tags, request })
    ids.set(name, String(id))
  }
  await scene.server.advance(10_000)
})
afterAll(() => {
  target.closeAllConnections()
  target.close()
})

it('a failing target is seen on home and on the page of its check without a reload, with what was changed before, and acknowledged', async () => {
  const home = await scene.signedIn('/')
  await home.getByRole('heading', { name: 'All checks are passing' }).waitFor()
  const check = await home.context().newPage()
  await check.goto(`${scene.server.url}/checks/${ids.get('Shop')}?r=1h`)
  const before = await check.getByRole('img', { name: /^Runs, [1-9]/ }).getAttribute('aria-label')
  const data = { degradedResponseTime: 4321 }
  const changed = await home.request.put(`${scene.server.url}/v1/checks/${ids.get('Shop')}`, { data })
  expect(changed.status()).toBe(200)
  isUp = false
  await scene.advance(10_000)
  await home.getByRole('heading', { name: '2 checks are failing' }).waitFor()
  await home.getByText('503').first().waitFor()
  expect(await home.title()).toMatch(/^■ 2 failing · Home/)
  expect(await check.getByRole('img', { name: before ?? '', exact: true }).count()).toBe(0)
  const cause = check.getByRole('region', { name: 'Before the failure' })
  await cause.getByText('Check changed by Owner: Degraded response time').waitFor()
  await home.getByRole('button', { name: 'Acknowledge' }).first().click()
  await Promise.all([home, check].map((page) => page.getByText(/Acknowledged by Owner/).waitFor()))
  for (const page of [home, check]) expect(await scene.violations(page)).toEqual([])
})

/** Nothing that texts could be mistaken for is on the page, and none of it ran. */
async function expectOnlyTexts(page: Page): Promise<void> {
  expect(await page.evaluate(() => Reflect.get(globalThis, 'owned'))).toBeUndefined()
  expect(await page.locator('img[src="x"], img[onerror]').count()).toBe(0)
}

it('texts of checks and of what they request are shown as texts, and nothing of them runs', async () => {
  const page = await scene.signedIn('/', { colorScheme: 'dark' })
  const id = ids.get(payload)
  await scene.visit(page, `/checks/${id}?r=1h&view=table&each=true`)
  await page.getByRole('columnheader', { name: 'First Byte' }).waitFor()
  await expectOnlyTexts(page)
  expect(await scene.violations(page)).toEqual([])
  for (const path of [
    '/',
    '/checks?q=img',
    `/checks/${id}?tab=results`,
    `/checks/${id}?tab=alerts`,
    `/checks/${id}?tab=settings`,
    `/checks/${id}?tab=code`,
    `/checks/${id}?tab=errors`,
    '/alerts',
  ]) {
    await scene.visit(page, path)
    await page.getByText(payload).first().waitFor()
    await expectOnlyTexts(page)
  }
  await scene.visit(page, `/checks/${id}`)
  await page.locator('table a').first().click()
  await page.getByRole('heading', { name: 'Response', exact: true }).waitFor()
  await page.getByText('owned=1').first().waitFor()
  await expectOnlyTexts(page)
  expect(await scene.violations(page)).toEqual([])
})

it('after a restart of the service the page follows again without a reload', async () => {
  const page = await scene.signedIn('/')
  const lost = page.getByText(/Connection to the service lost/)
  await page.getByText(isLive).waitFor()
  await scene.server.stop()
  await scene.advance(5_000)
  await lost.first().waitFor()
  isUp = true
  await scene.server.start()
  await scene.advance(20_000)
  await page.getByText(isLive).waitFor()
  await page.getByRole('heading', { name: 'All checks are passing' }).waitFor()
  expect(await lost.count()).toBe(0)
})
