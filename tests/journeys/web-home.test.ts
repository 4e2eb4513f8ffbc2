import { afterAll, beforeAll, expect, it } from 'vitest'
import { startWebReceiver } from '../support/web-receiver.ts'
import type { WebReceiver } from '../support/web-receiver.ts'
import { useWebScene } from '../support/web-scene.ts'

const scene = useWebScene()
let isUp = true
let target: WebReceiver
let url: string

beforeAll(async () => {
  target = await startWebReceiver((response, { path }) => {
    response.writeHead(isUp || path !== '/orders' ? 200 : 503)
    response.end('Hello')
  })
  url = `${target.url}/`
})
afterAll(() => target[Symbol.asyncDispose]())

/** The names of the checks that a query of the list answers. */
async function listed(query: string): Promise<string[]> {
  const { body } = await scene.server.call('GET', `/v1/check-rows?${query}`)
  return (body as { readonly entries: { readonly name: string }[] }).entries.map(({ name }) => name).toSorted()
}

it('an empty account leads from a URL to a check that has run and a channel, in a minute', async () => {
  const page = await scene.signedIn('/')
  await page.getByRole('button', { name: 'New check' }).click()
  await page.getByLabel('Address').fill(url)
  await page.keyboard.press('Enter')
  await page.getByText('Responded with 200 OK').waitFor()
  expect(await scene.violations(page)).toEqual([])
  expect(await listed('')).toEqual([])
  await page.getByLabel('Webhook', { exact: true }).check()
  await page.getByLabel('Webhook URL').fill(`${url}alerts`)
  await page.getByRole('button', { name: 'Start monitoring' }).click()
  await page.getByText('Check saved').waitFor()
  await scene.advance(5_000)
  await page.getByText('Passed, done in').waitFor()
  expect(await listed('state=PASSING')).toEqual(['127.0.0.1'])
  expect((await scene.server.call('GET', '/v1/alert-channels')).body).toMatchObject([{ type: 'WEBHOOK' }])
})

it('a failing target is seen on home without a reload, with why and who was notified, and acknowledged and run on a phone', async () => {
  const often = { frequency: 0, frequencyOffset: 10, retryStrategy: null, locations: ['eu-west-1'] }
  const alertSettings = { escalationType: 'RUN_BASED', runBasedEscalation: { failedRunThreshold: 1 } }
  for (const name of ['Cart', 'Checkout'])
    await scene.server.call('POST', '/v1/checks/api', {
      ...often,
      name,
      alertSettings,
      request: { method: 'GET', url: `${url}orders` },
    })
  const page = await scene.signedIn('/')
  await scene.advance(10_000)
  await page.getByRole('heading', { name: 'All checks are passing' }).waitFor()
  expect(await listed('state=PASSING')).toEqual(['127.0.0.1', 'Cart', 'Checkout'])
  isUp = false
  await scene.advance(15_000)
  await page.getByRole('heading', { name: '2 checks are failing' }).waitFor()
  await page.getByText('2 checks with the same error').waitFor()
  await page.getByText(/^Notified Webhook at/).waitFor()
  expect(await page.title()).toMatch(/^■ 2 failing · Home/)
  expect(target.requests.filter(({ path }) => path === '/alerts')).toHaveLength(2)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('link', { name: 'Cart', exact: true }).first().click()
  await page.getByRole('button', { name: 'Acknowledge', exact: true }).click()
  await page.getByText('Acknowledged by Owner').waitFor()
  await page.getByRole('button', { name: 'Run now', exact: true }).click()
  await page.getByRole('status', { name: 'Requested run' }).waitFor()
})
