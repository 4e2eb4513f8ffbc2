import { expect, it } from 'vitest'
import { minuteMs } from '#kernel'
import { useServers } from '../support/test-server.ts'
import { useSceneOf } from '../support/web-scene.ts'

const { one, other } = useServers(['one', 'other'], { environment: () => ({ BELFRY_INTERFACE: 'true' }) })
const scene = useSceneOf(one)
/** Nothing listens there. */
const refusing = 'http://127.0.0.1:1/'

/** What happens in short succession is announced together. */
const announced = (): Promise<void> => scene.advance(1_000)

it('what somebody does at another server is seen in the alert log, on home and on the screen of the check without a reload', async () => {
  const log = await scene.signedIn('/alerts')
  await log.getByRole('heading', { name: 'No alerts' }).waitFor()
  await log.getByText('Live', { exact: true }).waitFor()
  await other.as().create('/v1/alert-channels', {
    type: 'WEBHOOK',
    autoSubscribe: true,
    config: { name: 'Pager', url: refusing, method: 'POST' },
  })
  const made = await other.as().create('/v1/checks/api', {
    name: 'Cart',
    frequency: 1440,
    retryStrategy: null,
    locations: ['eu-west-1'],
    alertSettings: { escalationType: 'RUN_BASED', runBasedEscalation: { failedRunThreshold: 1 } },
    request: { method: 'GET', url: refusing },
  })
  await announced()
  await log.locator('tbody tr', { hasText: 'Pager' }).first().waitFor()

  const id = String(made['id'])
  const [home, check] = [await log.context().newPage(), await log.context().newPage()]
  await home.goto(`${one.url}/`)
  await home.getByRole('link', { name: 'Cart' }).first().waitFor()
  await check.goto(`${one.url}/checks/${id}`)
  await check.getByRole('heading', { name: 'Cart' }).first().waitFor()
  await other.call('POST', `/v1/checks/${id}/acknowledge`, { note: 'On it' })
  await announced()
  for (const page of [home, check])
    await page
      .getByText(/acknowledged by/i)
      .first()
      .waitFor()
  await other.call('PUT', `/v1/checks/api/${id}`, { name: 'Basket' })
  await announced()
  await home.getByRole('link', { name: 'Basket' }).first().waitFor()
  await check.getByRole('heading', { name: 'Basket' }).first().waitFor()
  expect(await check.title()).toContain('Basket')
})

it('an agent that is gone, and one that returns without starting anew, are seen in the list of locations', async () => {
  const page = await scene.signedIn('/locations')
  await page.getByText('No private locations').waitFor()
  await page.getByText('Live', { exact: true }).waitFor()
  const { keys } = await other.as().create('/v1/private-locations', { name: 'Attic', slugName: 'attic' })
  await announced()
  const row = page.locator('[data-row]', { hasText: 'Attic' })
  await row.getByText('No agent connected').waitFor()
  const [key] = keys as readonly { readonly rawKey: string }[]
  const agent = await other.startAgent({ key: key?.rawKey ?? '' })
  await announced()
  await row.getByText('1 agent').waitFor()
  agent.link.cut()
  await one.advance(10 * minuteMs)
  await scene.advance(minuteMs)
  await row.getByText('No agent connected').waitFor()
  agent.link.heal()
  // The clock of the page stands still, so that it reads only what it is told of.
  await one.advance(minuteMs)
  await row.getByText('1 agent').waitFor()
  expect(agent.link.delivered('/hello')).toBe(1)
})
