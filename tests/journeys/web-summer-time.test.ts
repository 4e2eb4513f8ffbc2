import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { minuteMs } from '#kernel'
import { startWebReceiver } from '../support/web-receiver.ts'
import type { WebReceiver } from '../support/web-receiver.ts'
import { useWebScene } from '../support/web-scene.ts'

/** In Berlin the clocks go from 2:00 to 3:00 at 1:00 UTC. */
const scene = useWebScene({ startMs: Date.parse('2026-03-29T00:45:00Z') })
let isUp = true
const target = createServer((_request, response) => response.writeHead(isUp ? 200 : 503).end())
let receiver: WebReceiver
beforeAll(async () => {
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve))
  receiver = await startWebReceiver((response) => response.end())
  const { create } = scene.server.as()
  await create('/v1/alert-channels', {
    type: 'WEBHOOK',
    config: { name: 'Pager', url: receiver.url, method: 'POST', template: '{{ALERT_TITLE}}' },
    subscribe: { all: true },
  })
  const plan = { frequency: 5, retryStrategy: null, locations: ['eu-west-1'], tags: ['shop'] }
  const request = { url: `http://127.0.0.1:${(target.address() as AddressInfo).port}/` }
  await create('/v1/checks/url', { name: 'Warehouse', request, ...plan })
})
afterAll(async () => {
  await receiver[Symbol.asyncDispose]()
  target.closeAllConnections()
  target.close()
})

it('a window over the change to summer time is an hour shorter than its clock times, and notifies at its end of what still fails', async () => {
  const page = await scene.signedIn('/maintenance')
  await page.getByRole('link', { name: 'Plan maintenance' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Upgrade of the database')
  await page.getByLabel('Time zone').selectOption('Europe/Berlin')
  await page.getByLabel('Starts').fill('2026-03-29T01:50')
  await page.getByLabel('Ends').fill('2026-03-29T03:10')
  await page.getByLabel('Repeats').selectOption('By week')
  await page.getByLabel('Hold back alerts').getByText('All checks').click()
  await page.getByText('Clocks change while it lasts').waitFor()
  await page
    .getByText(/^Clocks have changed: UTC\+02:00/)
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Plan maintenance' }).click()
  await page.getByText('Maintenance window saved').waitFor()
  await page.context().close()
  await scene.server.advance(10 * minuteMs)
  isUp = false
  // The window lasts twenty minutes: from 1:50 to 2:00, and from 3:00 to 3:10.
  await scene.server.advance(10 * minuteMs)
  expect(receiver.requests).toEqual([])
  await scene.server.advance(10 * minuteMs)
  expect(receiver.requests.map(({ body }) => body)).toEqual([expect.stringContaining('Warehouse')])
})
