import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { minuteMs } from '#kernel'
import { startWebReceiver } from '../support/web-receiver.ts'
import type { WebReceiver } from '../support/web-receiver.ts'
import { useWebScene } from '../support/web-scene.ts'

const scene = useWebScene()
let isUp = true
const target = createServer((_request, response) => response.writeHead(isUp ? 200 : 503).end('the database is full'))
let receiver: WebReceiver
beforeAll(async () => {
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve))
  receiver = await startWebReceiver((response) => response.end())
})
afterAll(async () => {
  await receiver[Symbol.asyncDispose]()
  target.closeAllConnections()
  target.close()
})

it('an outage from the first alert to the post-mortem: people see it on home, users read it on the status page', async () => {
  const { create } = scene.server.as()
  const { id: serviceId } = await create('/v1/status-pages/services', { name: 'Checkout' })
  const cards = [{ name: 'Shop', services: [{ id: serviceId }] }]
  await create('/v1/status-pages', { name: 'Acme', url: 'acme', cards })
  await create('/v1/alert-channels', {
    type: 'WEBHOOK',
    config: { name: 'Pager', url: receiver.url, method: 'POST', template: '{"text":"{{ALERT_TITLE}}"}' },
    subscribe: { all: true },
  })
  await create('/v1/checks/url', {
    name: 'checkout-eu-1',
    request: { url: `http://127.0.0.1:${(target.address() as AddressInfo).port}/` },
    frequency: 1,
    retryStrategy: null,
    locations: ['eu-west-1'],
  })
  const home = await scene.signedIn('/')
  const reader = await scene.open('/status/acme')
  await reader.getByRole('heading', { name: 'All systems operational' }).waitFor()
  isUp = false
  await scene.advance(minuteMs)
  await home.getByRole('heading', { name: '1 check is failing' }).waitFor()
  expect(receiver.requests.map(({ body }) => body)).toEqual([expect.stringContaining('checkout-eu-1')])

  await scene.visit(home, '/incidents/new')
  await home.getByLabel('Name').fill('Orders cannot be paid')
  await home.getByLabel('What users should know').fill('We are looking into **payments**.')
  await home.getByLabel('Severity').selectOption('CRITICAL')
  await home.getByLabel('Checkout').check()
  await home.getByRole('button', { name: 'Open incident' }).click()
  await home.getByRole('heading', { name: 'Orders cannot be paid' }).waitFor()
  await scene.advance(10_000)
  await reader.reload()
  await reader.getByRole('heading', { name: 'Checkout is down' }).waitFor()
  await reader.locator('strong', { hasText: 'payments' }).first().waitFor()

  isUp = true
  await scene.advance(minuteMs)
  await home.getByText('Resolved', { exact: true }).first().click()
  await home.getByLabel('What users should know').fill('Payments work again.')
  await home.getByRole('button', { name: 'Post update' }).click()
  await home.getByRole('status').getByText('Resolved').waitFor()
  await home.getByRole('button', { name: 'Write post-mortem' }).click()
  await home.getByRole('textbox', { name: 'Post-mortem' }).fill('## Cause\n\nThe disk of the database was **full**.')
  await home.getByRole('button', { name: 'Save' }).click()
  await home.getByRole('button', { name: 'Publish post-mortem' }).click()
  await home.getByRole('button', { name: 'Unpublish post-mortem' }).waitFor()
  await scene.advance(10_000)
  await reader.reload()
  await reader.getByRole('heading', { name: 'All systems operational' }).waitFor()
  await reader.getByRole('link', { name: 'Orders cannot be paid' }).last().click()
  await reader.getByRole('heading', { name: 'Cause' }).waitFor()
  await reader.getByText('Payments work again.').waitFor()
  expect(receiver.requests).toHaveLength(2)
  for (const page of [home, reader]) expect(await scene.violations(page)).toEqual([])
})
