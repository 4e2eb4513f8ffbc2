import { within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { aChannel, FakeApi, renderScreen, sample, sampleItem, storeChannels } from '../../testing/index.ts'
import type { Scene } from '../../testing/index.ts'

const cart = '0198c6a0-0000-7000-8000-000000000001'
const search = '0198c6a0-0000-7000-8000-000000000002'
const shop = 7
const count = 103
let api: FakeApi
let stored: ReturnType<typeof storeChannels>

beforeEach(() => {
  api = new FakeApi()
  const names = Array.from({ length: count }, (_, index) => `Hook ${String(index + 1).padStart(3, '0')}`)
  stored = storeChannels(
    api,
    names.map((name, index) => aChannel(index + 1, name)),
  )
  api.answer('listCheckGroups', [sampleItem('listCheckGroups', { id: shop, name: 'Shop' })])
  api.answer('listCheckCells', {
    groups: [],
    cells: [
      { id: cart, name: 'Cart', state: 'PASSING', groupId: shop },
      { id: search, name: 'Search', state: 'PAUSED', groupId: null },
    ],
  })
})

const listIn = ({ page }: Scene): HTMLElement => page.getByRole('list', { name: 'Alert channels' })
const rowsIn = (scene: Scene): readonly HTMLElement[] => within(listIn(scene)).getAllByRole('listitem')
const currentIn = (scene: Scene): string | null =>
  listIn(scene).querySelector('[aria-current=true]')?.textContent ?? null

it('all channels are listed and found by name', async () => {
  const scene = await renderScreen('/channels', { api })
  const { page, user } = scene
  page.getByText(`${count} channels`)
  expect(rowsIn(scene)).toHaveLength(count)
  await scene.fill(page.getByLabelText('Find a channel'), 'hook 10')
  await scene.turn(150)
  expect(rowsIn(scene)).toHaveLength(4)
  await user.click(within(listIn(scene)).getByRole('link', { name: /^Hook 100/ }))
  expect(scene.address()).toBe('/channels/100?q=hook+10')
  expect(rowsIn(scene)).toHaveLength(4)
})

it('a channel is open beside the list by its address, and keys lead to the next and back to the list', async () => {
  const scene = await renderScreen('/channels/50', { api })
  const { page, user } = scene
  page.getByRole('heading', { level: 2, name: 'Hook 050' })
  within(page.getByRole('region', { name: 'Deliveries' })).getByText('None in the last 24 hours.')
  expect(rowsIn(scene)).toHaveLength(count)
  await user.keyboard('j')
  expect(currentIn(scene)).toContain('Hook 051')
  page.getByRole('heading', { level: 2, name: 'Hook 051' })
  await user.keyboard('k')
  expect(scene.address()).toBe('/channels/50')
  await user.keyboard('{Escape}')
  expect(scene.address()).toBe('/channels')
  // The first one is open where the address names none.
  page.getByRole('heading', { level: 2, name: 'Hook 001' })
  await user.keyboard('j')
  expect(scene.address()).toMatch(/^\/channels\/\d+$/)
})

it('a channel that could not be loaded says so beside the list, and is loaded on request', async () => {
  api.fail('getAlertChannel', 'INTERNAL')
  const scene = await renderScreen('/channels', { api })
  const { page, user } = scene
  page.getByText('Loading failed')
  expect(rowsIn(scene)).toHaveLength(count)
  api.answer('getAlertChannel', aChannel(1, 'Hook 001'))
  await user.click(page.getByRole('button', { name: 'Try again' }))
  page.getByText(/notify through this channel/)
})

it('checks and groups are subscribed and unsubscribed on the screen of a channel', async () => {
  const scene = await renderScreen('/channels/102', { api })
  const { page, user } = scene
  page.getByText(/^0 of 2 checks and 0 of 1 group/)
  await user.click(page.getByRole('button', { name: 'Select 3' }))
  page.getByText('through group Shop')
  await scene.fill(page.getByLabelText('Find a check or a group'), 'sear')
  await scene.turn(150)
  await user.click(page.getByRole('button', { name: 'Deselect 1' }))
  await user.click(page.getByRole('button', { name: 'Save' }))
  page.getByText('Channel saved')
  const subscribers = () =>
    stored.get(102)?.subscriptions.flatMap((one) => (one.activated ? (one.checkId ?? one.groupId) : []))
  expect(subscribers()).toEqual([shop, cart])
  await scene.fill(page.getByLabelText('Find a check or a group'), '')
  await scene.turn(150)
  await user.click(page.getByRole('checkbox', { name: /^. Cart|Cart/ }))
  // Meanwhile somebody else subscribes another check.
  const now = stored.get(102) ?? sample('getAlertChannel')
  stored.set(102, {
    ...now,
    subscriptions: [...now.subscriptions, { id: 9, checkId: search, groupId: null, activated: true }],
  })
  await user.click(page.getByRole('button', { name: 'Save' }))
  expect(subscribers()).toEqual([shop, search])
})

it('whoever may only read sees what a channel is used by, and can change nothing', async () => {
  const subscriptions = [{ id: 1, checkId: null, groupId: shop, activated: true }]
  const reader = new FakeApi('READ_ONLY')
  storeChannels(reader, [aChannel(102, 'Hook 102', { subscriptions })])
  reader.answer('listCheckGroups', [sampleItem('listCheckGroups', { id: shop, name: 'Shop' })])
  const { page } = await renderScreen('/channels/102', { api: reader })
  const list = within(page.getByRole('region', { name: 'Checks and groups' }))
  list.getByRole('link', { name: /^Shop/ })
  page.getByText(/but not edit it/)
  expect(list.queryAllByRole('checkbox')).toEqual([])
  expect(list.queryAllByRole('button')).toEqual([])
  expect(page.queryByRole('button', { name: 'Save' })).toBe(null)
})

it('what is typed into a channel stays when somebody else saves it, and whoever has typed nothing sees what is saved', async () => {
  const scene = await renderScreen('/channels/5', { api })
  const { page, user } = scene
  const url = () => page.getByLabelText<HTMLInputElement>('URL')
  const saveElsewhere = async (address: string, at: string): Promise<void> => {
    stored.set(
      5,
      aChannel(5, 'Hook 005', { config: { name: 'Hook 005', url: address, method: 'POST' }, updated_at: at }),
    )
    api.events.push('alert-channels', ['5'])
    await scene.turn(1_000)
  }
  await scene.fill(url(), 'https://mine.example')
  await saveElsewhere('https://theirs.example', '2026-11-26T10:00:01.000Z')
  page.getByText(/^Someone else has saved changes/)
  expect(url().value).toBe('https://mine.example')
  await user.click(page.getByRole('button', { name: 'Discard my changes and reload' }))
  expect(url().value).toBe('https://theirs.example')
  await saveElsewhere('https://later.example', '2026-11-26T10:00:02.000Z')
  expect(url().value).toBe('https://later.example')
  await scene.fill(url(), 'https://last.example')
  await user.click(page.getByRole('button', { name: 'Save' }))
  page.getByText('Channel saved')
  expect(page.queryByText(/^Someone else has saved changes/)).toBe(null)
  expect(url().value).toBe('https://last.example')
})

it('a channel that somebody else makes is in the list without a reload', async () => {
  const scene = await renderScreen('/channels', { api })
  stored.set(104, aChannel(104, 'Pager'))
  api.events.push('alert-channels', ['104'])
  await scene.turn(250)
  within(listIn(scene)).getByRole('link', { name: /^Pager/ })
})

it('the list of an account without channels says what they are for', async () => {
  const { page } = await renderScreen('/channels')
  page.getByText('No alert channels')
  page.getByRole('link', { name: 'New channel' })
})

it('an account without channels looks the same in German', async () => {
  const { page } = await renderScreen('/channels', { language: 'de' })
  page.getByText('Keine Alarmkanäle')
  expect(document.documentElement.lang).toBe('de')
})
