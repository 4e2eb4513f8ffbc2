import { beforeAll, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { useWebScene } from '../support/web-scene.ts'

const scene = useWebScene()
const channels = 103
let shop: number
let cart: string
let search: string

async function create<T>(path: string, body: object): Promise<T> {
  const made = await scene.server.call('POST', path, body)
  if (made.status !== 201) throw new Error(`Creating one failed: ${JSON.stringify(made.body)}`)
  return (made.body as { readonly id: T }).id
}

beforeAll(async () => {
  const check = { locations: ['eu-west-1'], activated: false, request: { url: 'https://shop.example' } }
  shop = await create<number>('/v2/check-groups', { name: 'Shop', alertChannelSubscriptions: [] })
  cart = await create<string>('/v1/checks/url', { ...check, name: 'Cart', groupId: shop })
  search = await create<string>('/v1/checks/url', { ...check, name: 'Search' })
  for (let index = 1; index <= channels; index += 1)
    await create('/v1/alert-channels', {
      type: 'WEBHOOK',
      config: { name: `Hook ${String(index).padStart(3, '0')}`, url: 'https://hooks.example', method: 'POST' },
    })
})

async function openChannel(page: Page, name: string): Promise<number> {
  await page.goto(`${scene.server.url}/channels`)
  await page.getByRole('link', { name: new RegExp(`^${name} `) }).click()
  await page.waitForURL(/channels\/\d+$/)
  await page.getByRole('heading', { level: 2, name }).waitFor()
  await page.getByText('notify by this channel').waitFor()
  return Number(new URL(page.url()).pathname.split('/').at(-1))
}

async function subscribersOf(id: number): Promise<readonly unknown[]> {
  const { body } = await scene.server.call('GET', `/v1/alert-channels/${id}`)
  const { subscriptions } = body as { readonly subscriptions: readonly Record<string, unknown>[] }
  return subscriptions.filter(({ activated }) => activated).map(({ checkId, groupId }) => checkId ?? groupId)
}

it('all channels are listed and found by name, and the alert log can be narrowed to each', async () => {
  const page = await scene.signedIn('/channels')
  await page.getByText(`${channels} channels`).waitFor()
  const rows = page.getByRole('list', { name: 'Alert channels' }).getByRole('listitem')
  expect(await rows.count()).toBe(channels)
  await page.getByLabel('Find a channel').fill('hook 10')
  await expect.poll(() => rows.count()).toBe(4)
  expect(await scene.violations(page)).toEqual([])
  await rows.first().getByRole('link').click()
  await page.waitForURL(/channels\/\d+\?q=hook/)
  await expect.poll(() => rows.count()).toBe(4)
  await page.goto(`${scene.server.url}/alerts`)
  const options = page.getByLabel('Channel', { exact: true }).locator('option')
  await expect.poll(() => options.count()).toBe(channels + 1)
})

it('a channel is open beside the list by its address, and keys lead to the next and back to the list', async () => {
  const page = await scene.signedIn()
  const id = await openChannel(page, 'Hook 050')
  const list = page.getByRole('list', { name: 'Alert channels' })
  await page.getByRole('region', { name: 'Deliveries' }).getByText('None in the last 24 hours.').waitFor()
  expect(await list.getByRole('listitem').count()).toBe(channels)
  expect(await scene.violations(page)).toEqual([])
  const [current, next] = [list.locator('[aria-current=true]'), page.getByRole('heading', { level: 2 }).first()]
  const before = await current.textContent()
  await page.keyboard.press('j')
  await expect.poll(() => current.textContent()).not.toBe(before)
  await expect.poll(() => next.textContent()).not.toBe('Hook 050')
  await page.keyboard.press('k')
  await page.waitForURL(`**/channels/${id}`)
  await page.keyboard.press('Escape')
  await page.waitForURL('**/channels')
  // The first one is open where the address names none.
  await page.getByRole('heading', { level: 2, name: 'Hook 001' }).waitFor()
  await page.keyboard.press('j')
  await page.waitForURL(/channels\/\d+$/)
})

it('a channel that could not be loaded says so beside the list, and is loaded on request', async () => {
  const page = await scene.signedIn()
  await page.route(/alert-channels\/\d+$/, (route) => route.fulfill({ status: 500, json: { message: 'Out of order' } }))
  await page.goto(`${scene.server.url}/channels`)
  await page.getByText('This could not be loaded').waitFor()
  expect(await page.getByRole('list', { name: 'Alert channels' }).getByRole('listitem').count()).toBe(channels)
  expect(await scene.violations(page)).toEqual([])
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('notify by this channel').waitFor()
})

it('checks and groups are subscribed and unsubscribed on the screen of a channel', async () => {
  const page = await scene.signedIn()
  const id = await openChannel(page, 'Hook 102')
  await page.getByText('0 of 2 checks and 0 of 1 group').waitFor()
  await page.getByRole('button', { name: 'Select 3' }).click()
  await page.getByText('through its group Shop').waitFor()
  await page.getByLabel('Find a check or a group').fill('sear')
  await page.getByRole('button', { name: 'Deselect 1', exact: true }).click()
  expect(await scene.violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The channel is saved.').waitFor()
  expect(await subscribersOf(id)).toEqual(expect.arrayContaining([cart, shop]))
  expect(await subscribersOf(id)).toHaveLength(2)
  await openChannel(page, 'Hook 102')
  await page.getByRole('checkbox', { name: 'Cart' }).uncheck()
  await scene.server.call('PUT', `/v1/alert-channels/${id}/subscriptions`, { checkId: search, activated: true })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The channel is saved.').waitFor()
  expect(await subscribersOf(id)).toEqual(expect.arrayContaining([search, shop]))
  expect(await subscribersOf(id)).toHaveLength(2)
})

it('whoever may only read sees what a channel is used by, and can change nothing', async () => {
  const page = await scene.member('READ_ONLY')
  await openChannel(page, 'Hook 102')
  const list = page.getByRole('region', { name: 'Checks and groups' })
  await list.getByRole('link', { name: 'Shop' }).waitFor()
  await page.getByText('not change it').waitFor()
  expect(await list.getByRole('checkbox').count()).toBe(0)
  expect(await list.getByRole('button').count()).toBe(0)
})

it('the list and a channel fit 390 pixels, in German and in the dark', async () => {
  const page = await scene.signedIn('/channels', {
    viewport: { width: 390, height: 844 },
    locale: 'de-DE',
    colorScheme: 'dark',
  })
  await page.getByRole('link', { name: 'Hook 102' }).waitFor()
  await page.getByRole('link', { name: 'Hook 102' }).click()
  await page.getByText('benachrichtigen über diesen Kanal').waitFor()
  expect(await scene.violations(page)).toEqual([])
  expect(await overflowOf(page)).toBe(0)
  await page.goto(`${scene.server.url}/groups`)
  await page.getByRole('link', { name: '1 Prüfung' }).waitFor()
  expect(await overflowOf(page)).toBe(0)
  await page.getByRole('link', { name: 'Shop' }).click()
  await page.getByRole('region', { name: 'Prüfungen' }).getByRole('link', { name: 'Cart' }).waitFor()
  expect(await scene.violations(page)).toEqual([])
  expect(await overflowOf(page)).toBe(0)
})

const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = Reflect.get(globalThis, 'document').documentElement
    return scrollWidth - clientWidth
  })

it('a group shows its checks and what they get, runs them, and is paused and taken back in the list', async () => {
  const { status } = await scene.server.call('PUT', `/v2/check-groups/${shop}`, {
    name: 'Shop',
    muted: true,
    retryStrategy: null,
    environmentVariables: [{ key: 'TENANT', value: 'never-shown' }],
  })
  expect(status).toBe(200)
  await scene.server.call('PUT', `/v1/checks/${cart}`, { activated: true, groupId: shop })
  const page = await scene.signedIn('/groups')
  const row = page.getByRole('row', { name: /^Shop/ })
  await row.getByRole('link', { name: '1 check', exact: true }).waitFor()
  expect(await scene.violations(page)).toEqual([])
  const isActivated = async (): Promise<unknown> => {
    const { body } = await scene.server.call('GET', `/v1/check-groups/${shop}`)
    return (body as { readonly activated: boolean }).activated
  }
  await row.getByRole('button', { name: 'Pause' }).click()
  await page.getByText('Shop was changed').waitFor()
  expect(await isActivated()).toBe(false)
  await page.getByRole('button', { name: 'Undo' }).click()
  await row.getByRole('button', { name: 'Pause' }).waitFor()
  expect(await isActivated()).toBe(true)
  await row.getByRole('link', { name: 'Shop' }).click()
  const effect = page.getByRole('region', { name: 'What its checks get' })
  await effect.getByText('All are muted').waitFor()
  await effect.getByText('A failed run is not retried.').waitFor()
  await effect.getByText('TENANT').waitFor()
  expect(await effect.textContent()).not.toContain('never-shown')
  await page.getByRole('region', { name: 'Checks', exact: true }).getByRole('link', { name: 'Cart' }).waitFor()
  expect(await scene.violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Run group now' }).click()
  await page.getByText('1 check runs', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('1 check stays, and loses the settings of the group.').waitFor()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No groups').waitFor()
  expect(await scene.server.call('GET', `/v1/checks/${cart}`)).toMatchObject({ status: 200, body: { groupId: null } })
})

it('the checks of a group change places by key and by dragging, and stay where they were put', async () => {
  const group = await create<number>('/v2/check-groups', { name: 'In order', concurrency: 1 })
  const body = { activated: false, groupId: group, locations: ['eu-west-1'] }
  for (const name of ['first', 'second', 'third'])
    await create('/v1/checks/url', { ...body, name, request: { url: 'https://shop.example/' } })
  const names = async (): Promise<readonly string[]> => {
    const { body: order } = await scene.server.call('GET', `/v1/check-groups/${group}/order`)
    return (order as { readonly entries: readonly { readonly name: string }[] }).entries.map(({ name }) => name)
  }
  const page = await scene.signedIn(`/groups/${group}`)
  await page.getByRole('button', { name: 'As they run' }).click()
  await page.getByRole('button', { name: /^Move third, number 3/ }).press('ArrowUp')
  await expect.poll(names).toEqual(['first', 'third', 'second'])
  const moved = page.getByRole('button', { name: /^Move third, number 2/ })
  expect(await moved.evaluate((at) => at.matches(':focus'))).toBe(true)
  await page.getByRole('button', { name: /^Move second/ }).dragTo(page.getByRole('link', { name: 'first' }))
  await expect.poll(names).toEqual(['second', 'first', 'third'])
  await page.reload()
  await page.getByRole('button', { name: /^Move second, number 1/ }).waitFor()
  expect(await scene.violations(page)).toEqual([])
})

it('what is typed into a channel stays when somebody else saves it, and whoever has typed nothing sees what is saved', async () => {
  const page = await scene.signedIn('/channels')
  const id = await openChannel(page, 'Hook 005')
  const saveElsewhere = (url: string): Promise<unknown> =>
    scene.server.call('PUT', `/v1/alert-channels/${id}`, {
      type: 'WEBHOOK',
      config: { name: 'Hook 005', url, method: 'POST' },
    })
  const url = page.getByLabel('URL', { exact: true })
  await url.fill('https://mine.example')
  await saveElsewhere('https://theirs.example')
  await page.getByText('Somebody else has saved changes meanwhile.').waitFor()
  expect(await url.inputValue()).toBe('https://mine.example')
  expect(await scene.violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Discard mine and show theirs' }).click()
  await expect.poll(() => url.inputValue()).toBe('https://theirs.example')
  await saveElsewhere('https://later.example')
  await expect.poll(() => url.inputValue(), { timeout: 30_000 }).toBe('https://later.example')
  await url.fill('https://last.example')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('The channel is saved.').waitFor()
  await expect.poll(() => page.getByText('Somebody else has saved changes meanwhile.').count()).toBe(0)
  expect(await url.inputValue()).toBe('https://last.example')
})
