import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { CDPSession } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { minuteMs } from '#kernel'
import { useWebScene } from '../support/web-scene.ts'

const scene = useWebScene()
let isUp = true
const target = createServer((_request, response) => response.writeHead(isUp ? 200 : 503).end())
beforeAll(() => new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve)))
afterAll(() => {
  target.closeAllConnections()
  target.close()
})

it('a wall shows for an hour what happens', async () => {
  const { create } = scene.server.as()
  const request = { url: `http://127.0.0.1:${(target.address() as AddressInfo).port}/` }
  const plan = { frequency: 5, retryStrategy: null, locations: ['eu-west-1'], tags: ['shop'] }
  await create('/v1/checks/url', { name: 'Warehouse', request, ...plan })
  await create('/v1/dashboards', { customUrl: 'wall', header: 'Wall', refreshRate: 30, tags: ['shop'] })
  const wall = await scene.open('/dashboards/wall')
  const debug = await wall.context().newCDPSession(wall)
  const headlines: string[] = []
  const since: string[] = []
  for (let minute = 5; minute <= 60; minute += 5) {
    isUp = minute < 20 || minute >= 40
    await scene.server.advance(5 * minuteMs)
    // Time of a browser that stands still from then on: that it reloads by itself is seen at the end.
    if (minute === 60) await passInPage(debug, 30_000)
    else await wall.reload()
    headlines.push((await wall.locator('main').innerText()).split('\n', 1).join(''))
    since.push(...(await wall.getByText(/^Failing since/).allTextContents()))
  }
  const [up, down] = ['All checks are passing', 'One check is failing']
  expect(headlines).toEqual([
    ...[1, 2, 3].map(() => up),
    ...[1, 2, 3, 4].map(() => down),
    ...[1, 2, 3, 4, 5].map(() => up),
  ])
  expect(new Set(since.map((text) => text.replace(/ \(.*/s, ''))).size).toBe(1)
})

/** The time of a browser passes at once, with what it loads meanwhile. */
async function passInPage(debug: CDPSession, ms: number): Promise<void> {
  const isOver = new Promise<void>((resolve) => debug.once('Emulation.virtualTimeBudgetExpired', () => resolve()))
  await debug.send('Emulation.setVirtualTimePolicy', { policy: 'pauseIfNetworkFetchesPending', budget: ms })
  await isOver
}
