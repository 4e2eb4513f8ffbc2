import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '../support/server-process.ts'
import { useWebScene } from '../support/web-scene.ts'

const scene = useWebScene()
let answersWith = 200
const target = createServer((_request, response) => response.writeHead(answersWith).end('ok'))
let checkId: string
let heartbeatId: string

const idOf = ({ body }: { readonly body: unknown }): string => (body as { readonly id: string }).id

beforeAll(async () => {
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(target.address() as AddressInfo).port}/`
  const often = { frequency: 0, frequencyOffset: 10, retryStrategy: null, runParallel: true }
  const body = { ...often, name: 'Orders', locations: ['eu-west-1', 'us-east-1'], request: { method: 'GET', url } }
  checkId = idOf(await scene.server.call('POST', '/v1/checks/api', body))
  const heartbeat = { period: 1, periodUnit: 'hours', grace: 1, graceUnit: 'minutes' }
  heartbeatId = idOf(await scene.server.call('POST', '/v1/checks/heartbeat', { name: 'Backup', heartbeat }))
})
afterAll(() => {
  target.closeAllConnections()
  target.close()
})

const opened = async (search = '', options = {}): Promise<Page> => {
  const page = await scene.signedIn(`/checks/${checkId}${search}`, options)
  await page.getByRole('slider', { name: 'Selected time' }).waitFor()
  return page
}

it('runs arrive in the strip, the charts and the list without a reload', async () => {
  const page = await opened('?r=1h')
  const runs = page.getByRole('img', { name: /^Runs, [1-9]/ })
  await runs.waitFor()
  const before = await runs.getAttribute('aria-label')
  await page.getByRole('region', { name: 'Locations' }).getByText('us-east-1').waitFor()
  await page.getByRole('button', { name: 'Run now' }).click()
  await page.getByRole('img', { name: before ?? '', exact: true }).waitFor({ state: 'detached' })
  expect(await scene.violations(page)).toEqual([])
})

it('a run that is asked for is followed to its result, and the page says when the next one is due', async () => {
  const page = await opened('?r=1h')
  await page.getByText(/^Next run (in|is due)/).waitFor()
  await page.getByRole('link', { name: /^Results \d/ }).waitFor()
  await page.keyboard.press('r')
  const run = page.getByRole('status', { name: 'The run you asked for' })
  await run.getByText(/in eu-west-1, /).waitFor()
  await run.getByText(/in us-east-1, /).waitFor()
  expect(await scene.violations(page)).toEqual([])
  await run.getByRole('link', { name: 'Open result' }).first().click()
  await page.waitForURL(/\/results\//)
})

it('keys lead to the checks beside it in the list, mute it and edit it', async () => {
  const page = await scene.signedIn('/checks?sort=name')
  const main = page.getByRole('main')
  await main.getByRole('link', { name: 'Orders' }).click()
  await page.getByRole('heading', { name: 'Orders', exact: true }).waitFor()
  await page.keyboard.press('k')
  await page.getByRole('heading', { name: 'Backup', exact: true }).waitFor()
  await page.keyboard.press('j')
  await page.getByRole('heading', { name: 'Orders', exact: true }).waitFor()
  await page.keyboard.press('m')
  await page.getByRole('menuitem', { name: 'Mute for 30 minutes' }).waitFor()
  expect(await scene.violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await page.getByRole('dialog').getByText('Mute for …').waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('e')
  await page.getByRole('heading', { name: 'Edit Orders', exact: true }).waitFor()
  expect(new URL(page.url()).pathname).toBe(`/checks/${checkId}/edit`)
})

it('the results of the shown time are saved as a file', async () => {
  const page = await opened('?r=1h')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('region', { name: 'Results' }).getByRole('button', { name: 'CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('Orders.csv')
  const [header, ...lines] = readFileSync(await download.path(), 'utf8').split('\r\n')
  expect(header).toContain('startedAt')
  expect(lines.join('\n')).toContain('us-east-1')
})

it('results can be those of one location', async () => {
  const page = await scene.signedIn(`/checks/${checkId}?tab=results`)
  await page.getByRole('combobox', { name: 'Location' }).selectOption('us-east-1')
  await page.waitForURL((at) => at.searchParams.get('location') === 'us-east-1')
  await page.getByRole('cell', { name: 'us-east-1' }).first().waitFor()
  await page.getByRole('cell', { name: 'eu-west-1' }).first().waitFor({ state: 'detached' })
  expect(await scene.violations(page)).toEqual([])
})

it('a check is shown as code in three languages', async () => {
  const page = await scene.signedIn(`/checks/${checkId}?tab=code`)
  await page.getByRole('figure', { name: 'TypeScript construct' }).getByText("new ApiCheck('orders', {").waitFor()
  await page.getByRole('figure', { name: 'Terraform' }).getByText('resource "checkly_check" "orders"').waitFor()
  await page.getByRole('figure', { name: 'Create it with curl' }).getByText('/v1/checks/api').waitFor()
  expect(await scene.violations(page)).toEqual([])
})

it('keys and a drag select a time, which is in the address, and Escape shows all again', async () => {
  const page = await opened('?r=1h')
  const strip = page.getByRole('slider', { name: 'Selected time' })
  await strip.focus()
  await page.keyboard.press('ArrowLeft')
  await page.waitForURL(/from=\d+&to=\d+/)
  await page.getByText(/^Selected .* to .*, \d+ runs?$/).waitFor()
  const first = new URL(page.url()).searchParams
  await page.keyboard.press('Shift+ArrowLeft')
  await page.waitForURL((url) => Number(url.searchParams.get('to')) < Number(first.get('to')))
  expect(new URL(page.url()).searchParams.get('from')).toBe(first.get('from'))
  await page.reload()
  await page.getByText(/^Selected .* to .*, \d+ runs?$/).waitFor()
  await strip.focus()
  await page.keyboard.press('Escape')
  await page.waitForURL((url) => !url.searchParams.has('from'))
  const box = await strip.boundingBox()
  if (box === null) throw new Error('The strip is not there.')
  await page.mouse.move(box.x + box.width * 0.5, box.y + 40)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.8, box.y + 40, { steps: 4 })
  await page.mouse.up()
  await page.waitForURL(/from=\d+&to=\d+/)
  // Nothing ran half an hour ago: the selection is what charts and results show.
  await page.getByRole('heading', { name: 'No results in this time' }).waitFor()
  await page.getByRole('button', { name: 'Show all' }).click()
  await page.getByRole('heading', { name: 'Phases mean' }).waitFor()
})

it('a click on a run opens its result', async () => {
  const page = await opened('?r=1h')
  await page.getByRole('img', { name: /^Runs, [1-9]/ }).waitFor()
  const strip = await page.getByRole('slider', { name: 'Selected time' }).boundingBox()
  const tick = await page.locator('.strip .ticks .t0').first().boundingBox()
  if (strip === null || tick === null) throw new Error('There is no tick.')
  await page.mouse.click(tick.x + tick.width - 2, strip.y + strip.height - 12)
  await page.waitForURL(/\/results\//)
  expect(new URL(page.url()).pathname).toContain(`/checks/${checkId}/results/`)
})

it('charts can be read as a table, and each location has a strip of its own', async () => {
  const page = await opened('?r=1h&view=table&each=true', { colorScheme: 'dark' })
  await page.getByRole('columnheader', { name: 'p95' }).first().waitFor()
  await page.getByRole('columnheader', { name: 'First Byte' }).waitFor()
  await page.getByRole('img', { name: /^eu-west-1, [1-9]/ }).waitFor()
  await page.getByRole('img', { name: /^us-east-1, [1-9]/ }).waitFor()
  expect(await scene.violations(page)).toEqual([])
})

it('a change by a person is listed with who made it and what was changed', async () => {
  const page = await opened('?r=1h')
  const data = { degradedResponseTime: 4321 }
  const changed = await page.request.put(`${scene.server.url}/v1/checks/${checkId}`, { data })
  expect(changed.status()).toBe(200)
  await page.reload()
  await page.getByText('Check changed by Owner: degradedResponseTime').waitFor()
  await page.getByText(/^Check created by /).waitFor()
})

it('a heartbeat shows its pings, in German on a phone as well', async () => {
  const answer = await scene.server.call('GET', `/v1/checks/${heartbeatId}`)
  const { heartbeat } = answer.body as { readonly heartbeat: { readonly pingUrl: string } }
  const { pathname } = new URL(heartbeat.pingUrl)
  await fetch(`${scene.server.url}${pathname}`, { method: 'POST' })
  const phone = { viewport: { width: 390, height: 844 }, colorScheme: 'dark', locale: 'de-DE' } as const
  const page = await scene.signedIn(`/checks/${heartbeatId}`, phone)
  await page.getByText('Angekommen').waitFor()
  expect(await page.getByRole('button', { name: 'Jetzt ausführen' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Stumm', exact: true }).click()
  await page.getByRole('menuitem', { name: '30 Minuten stummschalten' }).waitFor()
  await page.keyboard.press('Escape')
  const main = await page.locator('main').boundingBox()
  expect(main?.width).toBeLessThanOrEqual(390)
  expect(await scene.violations(page)).toEqual([])
})

/** Whether an interval of the chart is over in which every run passed: the panel names the last one of these. */
async function wasGood(): Promise<boolean> {
  const [from, to] = [new Date(Date.now() - 3_600_000).toISOString(), new Date().toISOString()]
  const query = new URLSearchParams({ from, to, points: '60' })
  const { body } = await scene.server.call('GET', `/v1/checks/${checkId}/series?${query.toString()}`)
  const { buckets, interval } = body as Series
  return buckets.some(
    ({ at, passed, failed }) => passed > 0 && failed === 0 && Date.parse(at) + interval * 1_000 < Date.now(),
  )
}

interface Series {
  readonly interval: number
  readonly buckets: readonly { readonly at: string; readonly passed: number; readonly failed: number }[]
}

it('the panel says who would be notified and why nobody is, and the log mutes a check and follows its filters', async () => {
  const channel = { type: 'WEBHOOK', config: { name: 'Pager', url: 'http://127.0.0.1:9/' } }
  const channelId = idOf(await scene.server.call('POST', '/v1/alert-channels', channel))
  const subscription = { checkId, activated: true }
  await scene.server.call('PUT', `/v1/alert-channels/${channelId}/subscriptions`, subscription)
  const page = await opened()
  await page.getByText('Pager would be notified.').waitFor()
  await page.getByText('One passing run ends it. Pager would be notified of the recovery.').waitFor()
  await eventually('a minute in which every run passed', wasGood, 150_000)
  answersWith = 503
  await page.goto(`${scene.server.url}/alerts`)
  await page.getByRole('button', { name: 'Actions for Orders' }).first().waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const detail = page.getByRole('complementary', { name: 'Notification' })
  await detail.getByRole('region', { name: 'From the failure to the recovery' }).getByRole('listitem').first().waitFor()
  expect(await scene.violations(page)).toEqual([])
  const address = page.url()
  await page.keyboard.press('Escape')
  await detail.waitFor({ state: 'detached' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(address)
  await detail.getByRole('link', { name: 'Orders' }).waitFor()
  expect(await page.getByRole('table').count()).toBe(0)
  await detail.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('table').waitFor()
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Actions for Orders' }).first().click()
  await page.getByRole('menuitem', { name: 'Acknowledge' }).click()
  await page.getByText('The alert of Orders is acknowledged').waitFor()
  // The list is read again behind the message, and an open menu stays as it is.
  const isOffered = async (): Promise<boolean> => {
    await page.getByRole('button', { name: 'Actions for Orders' }).first().click()
    await page.getByRole('menuitem', { name: 'Mute for 2 hours' }).waitFor()
    const isThere = (await page.getByRole('menuitem', { name: 'Acknowledge' }).count()) > 0
    if (isThere) await page.keyboard.press('Escape')
    return isThere
  }
  await expect.poll(isOffered, { timeout: 30_000 }).toBe(false)
  await page.getByRole('menuitem', { name: 'Mute for 2 hours' }).click()
  await page.getByText('Orders is muted').waitFor()
  await page.getByRole('combobox', { name: 'Reason of silence' }).selectOption('SILENCED_BY_MAINTENANCE')
  await page.getByRole('heading', { name: 'No alerts' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'No alerts' }).waitFor()
  expect(new URL(page.url()).searchParams.get('reason')).toBe('SILENCED_BY_MAINTENANCE')
  expect(await scene.violations(page)).toEqual([])
  await page.goto(`${scene.server.url}/checks/${checkId}`)
  await page.getByText('Nobody would be notified. The check is muted.').waitFor()
  await page.getByRole('heading', { name: 'What was notified' }).waitFor()
  const before = page.getByRole('region', { name: 'Before it broke' })
  await before.getByText('Check changed by Owner: degradedResponseTime').waitFor()
  await before.getByText(/The last time that all runs passed/).waitFor()
  expect(await scene.violations(page)).toEqual([])
})

it('before a variable is deleted, the checks that use it are named', async () => {
  await scene.server.call('POST', '/v1/variables', { key: 'SHOP_HOST', value: 'shop.example' })
  const request = { method: 'GET', url: 'https://{{SHOP_HOST}}/' }
  await scene.server.call('POST', '/v1/checks/api', {
    name: 'Uses it',
    activated: false,
    locations: ['eu-west-1'],
    request,
  })
  const page = await scene.signedIn('/settings/variables')
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Used by 1 check and 0 groups:').waitFor()
  expect(await scene.violations(page)).toEqual([])
  await page.getByRole('link', { name: 'Uses it' }).click()
  await page.getByRole('heading', { name: 'Uses it' }).waitFor()
})

it('the settings of a check say which of them come from its group, and lead to it', async () => {
  const group = { name: 'Shop', locations: ['us-east-1'], environmentVariables: [{ key: 'TENANT', value: 'acme' }] }
  const groupId = Number(idOf(await scene.server.call('POST', '/v2/check-groups', group)))
  const request = { method: 'GET', url: 'https://shop.example/' }
  const body = { name: 'Grouped', activated: false, groupId, locations: ['eu-west-1'], request }
  const id = idOf(await scene.server.call('POST', '/v1/checks/api', body))
  const page = await scene.signedIn(`/checks/${id}?tab=settings`)
  const settings = page.getByRole('region', { name: 'What applies, and where it comes from' })
  await settings.getByText('The check itself is set to: eu-west-1').waitFor()
  await settings.getByText('TENANT').waitFor()
  expect(await scene.violations(page)).toEqual([])
  await settings.getByRole('link', { name: 'Shop' }).first().click()
  await page.waitForURL(new RegExp(`/groups/${groupId}$`))
})
