import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '../support/server-process.ts'
import { useWebScene } from '../support/web-scene.ts'

const scene = useWebScene()
const payload = `<img src=x onerror="owned=1"><script>owned=1</script>`
let isUp = true
const target = createServer((_request, response) => {
  response.writeHead(isUp ? 200 : 503, { 'content-type': 'text/html', 'x-note': payload.replaceAll('"', "'") })
  response.end(payload)
})
let url: string
const ids = new Map<string, string>()

async function create(name: string, body: object): Promise<string> {
  const made = await scene.server.call('POST', '/v1/checks/api', { name, locations: ['eu-west-1'], ...body })
  const { id } = made.body as { readonly id: string }
  ids.set(name, id)
  return id
}

beforeAll(async () => {
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(target.address() as AddressInfo).port}/`
  const often = { frequency: 0, frequencyOffset: 10, retryStrategy: null }
  await create('Shop', { ...often, request: { method: 'GET', url } })
  await create(payload, { ...often, tags: [payload], request: { method: 'GET', url: `${url}?${payload}` } })
  await create('Idle', { activated: false, request: { method: 'GET', url } })
})
afterAll(() => {
  target.closeAllConnections()
  target.close()
})

it('a failing target is seen on home without a reload, and acknowledged there', async () => {
  const page = await scene.signedIn('/')
  await page.getByRole('heading', { name: 'All checks are passing' }).waitFor()
  isUp = false
  await page.getByRole('heading', { name: '2 checks are failing' }).waitFor()
  await page.getByText('503').first().waitFor()
  expect(await page.title()).toMatch(/^■ 2 failing · Home/)
  await page.getByRole('button', { name: 'Acknowledge' }).first().click()
  await page.getByText(/Acknowledged by/).waitFor()
  expect(await scene.violations(page)).toEqual([])
})

it('texts of checks and of what they request are shown as texts, and nothing of them runs', async () => {
  const page = await scene.signedIn('/checks')
  await page.getByText(payload).first().waitFor()
  const id = ids.get(payload) ?? ''
  for (const path of [
    `/checks/${id}`,
    `/checks/${id}?tab=results`,
    `/checks/${id}?tab=settings`,
    `/checks/${id}?tab=code`,
    `/checks/${id}?tab=errors`,
    '/checks?q=img',
  ]) {
    await page.goto(`${scene.server.url}${path}`)
    await page.getByText(payload).first().waitFor()
    expect(await page.evaluate(() => Reflect.get(globalThis, 'owned'))).toBeUndefined()
  }
  await page.goto(`${scene.server.url}/checks/${id}`)
  await page.locator('.tbl a').first().click()
  await page.getByRole('heading', { name: 'Response', exact: true }).waitFor()
  await page.getByText('owned=1').first().waitFor()
  expect(await page.evaluate(() => Reflect.get(globalThis, 'owned'))).toBeUndefined()
  expect(await page.locator('img[src="x"], img[onerror]').count()).toBe(0)
  expect(await scene.violations(page)).toEqual([])
})

it('filters are in the address, and several checks are changed at once and changed back', async () => {
  const page = await scene.signedIn('/checks')
  await page.getByRole('button', { name: /^Paused/ }).click()
  await page.getByText('Idle').waitFor()
  expect(new URL(page.url()).search).toBe('?state=PAUSED')
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await page.getByRole('searchbox').fill('shop')
  await expect.poll(() => new URL(page.url()).search).toBe('?q=shop')
  await page.getByLabel('Select Shop').check()
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  await page.getByText('1 check paused').waitFor()
  const isActive = async () => (await scene.server.call('GET', `/v1/checks/${ids.get('Shop')}`)).body
  expect(await isActive()).toMatchObject({ activated: false })
  await page.getByRole('button', { name: 'Undo' }).click()
  await eventually('the check to run again', async () => Reflect.get(Object(await isActive()), 'activated') === true)
  expect(await scene.violations(page)).toEqual([])
})

it('lists of tags and locations are opened, searched and chosen from by keyboard, and are in the address', async () => {
  const page = await scene.signedIn('/checks')
  const tags = Array.from({ length: 12 }, (_tag, index) => `team-${index}`)
  await scene.server.call('PUT', `/v1/checks/${ids.get('Shop')}`, { tags })
  const choices = page.getByRole('dialog').getByRole('option')
  await page.getByRole('button', { name: 'Tags', exact: true }).focus()
  await page.keyboard.press('Enter')
  await choices.nth(11).waitFor()
  await page.keyboard.type('team-1')
  await expect.poll(() => choices.count()).toBe(3)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(() => new URL(page.url()).searchParams.get('tag')).toBe('team-10')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(() => new URL(page.url()).searchParams.get('tag')).toBe('team-10,team-11')
  expect(await scene.violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect.poll(() => choices.count()).toBe(0)
  await page.getByRole('link', { name: 'Shop' }).waitFor()
  expect(await page.getByRole('link', { name: 'Idle' }).count()).toBe(0)
  expect(await page.locator(':focus').textContent()).toContain('team-10')
  await page.getByRole('button', { name: 'Remove the filter by Tags' }).click()
  await page.getByRole('link', { name: 'Idle' }).waitFor()
  await page.getByRole('button', { name: 'Location', exact: true }).click()
  await choices.first().click()
  await expect.poll(() => new URL(page.url()).searchParams.get('location')).not.toBeNull()
  await expect.poll(() => choices.count()).toBe(0)
})

it('a check is opened, muted for a time and deleted by hand', async () => {
  const page = await scene.signedIn(`/checks/${ids.get('Idle')}`)
  await page.getByRole('button', { name: 'Mute', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Mute for 30 minutes' }).click()
  await page.getByText(/The check is muted/).waitFor()
  await page.getByText(/^Until /).waitFor()
  expect(await scene.violations(page)).toEqual([])
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Idle deleted').waitFor()
  expect(await scene.server.call('GET', `/v1/checks/${ids.get('Idle')}`)).toMatchObject({ status: 404 })
})

it('after a restart of the service the page follows again without a reload', async () => {
  const page = await scene.signedIn('/')
  await page.getByText('Live', { exact: true }).waitFor()
  await scene.server.kill()
  await page
    .getByText(/connection to the service is lost/)
    .first()
    .waitFor()
  isUp = true
  await scene.startServer()
  await page.getByText('Live', { exact: true }).waitFor()
  await page.getByRole('heading', { name: 'All checks are passing' }).waitFor()
  expect(await page.getByText(/connection to the service is lost/).count()).toBe(0)
})
