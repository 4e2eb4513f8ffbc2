import { within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Answer } from '../../api/operations.ts'
import { dragTo, FakeApi, renderScreen, sample, sampleIn } from '../../testing/index.ts'

type Group = Answer<'getCheckGroup'>
const cart = '0198c6a0-0000-7000-8000-000000000001'
let api: FakeApi
let shop: Group

beforeEach(() => {
  api = new FakeApi()
  withShop(api)
})

/** An account with the group Shop, which has the check Cart and pauses and mutes as it is told. */
function withShop(fake: FakeApi): void {
  shop = sample('getCheckGroup', {
    id: 7,
    name: 'Shop',
    activated: true,
    muted: true,
    retryStrategy: null,
    environmentVariables: [{ key: 'TENANT', value: 'never-shown', locked: false, secret: true }],
    concurrency: 3,
  })
  fake.answer('listCheckGroups', () => [shop])
  fake.answer('getCheckGroup', () => shop)
  fake.answer('updateCheckGroup', ({ body }) => (shop = { ...shop, ...(body as Partial<Group>) }))
  fake.answer('listCheckCells', { groups: [], cells: [{ id: cart, name: 'Cart', state: 'PASSING', groupId: 7 }] })
  fake.answer('listCheckRows', {
    ...sample('listCheckRows'),
    entries: [sampleIn('listCheckRows', 'entries', { id: cart, name: 'Cart', state: 'PASSING', groupId: 7 })],
  })
}

describe('the list of groups', () => {
  it('shows their checks, and pauses one and takes it back', async () => {
    const { page, user, violations } = await renderScreen('/groups', { api })
    const row = () => within(page.getByRole('row', { name: /^Shop/ }))
    row().getByRole('link', { name: '1 check' })
    expect(await violations()).toEqual([])
    await user.click(row().getByRole('button', { name: 'Pause' }))
    page.getByText('Shop changed')
    expect(shop.activated).toBe(false)
    await user.click(page.getByRole('button', { name: 'Undo' }))
    row().getByRole('button', { name: 'Pause' })
    expect(shop.activated).toBe(true)
    expect(api.sentOf('updateCheckGroup').map(({ body }) => body)).toEqual([{ activated: false }, { activated: true }])
  })

  it('mutes one for a time, says until when, and takes it back', async () => {
    shop = { ...shop, muted: false }
    api.answer('muteCheckGroup', ({ body }) => {
      shop = { ...shop, mutedUntil: new Date(Date.now() + (body.minutes ?? 0) * 60_000).toISOString() }
      return { groupId: 7, mutedUntil: shop.mutedUntil ?? '' }
    })
    api.answer('unmuteCheckGroup', () => {
      const { mutedUntil: _until, ...others } = shop
      shop = { ...others, muted: false }
      return undefined
    })
    const { page, user } = await renderScreen('/groups', { api })
    const row = () => within(page.getByRole('row', { name: /^Shop/ }))
    await user.click(row().getByRole('button', { name: 'Mute' }))
    await user.click(page.getByRole('menuitem', { name: 'Mute for 1 hour' }))
    row().getByText(/muted until/)
    await user.click(page.getByRole('button', { name: 'Undo' }))
    row().getByRole('button', { name: 'Mute' })
    expect(api.sentOf('muteCheckGroup')).toMatchObject([{ params: { id: '7' }, body: { minutes: 60 } }])
    expect(api.sentOf('unmuteCheckGroup')).toHaveLength(1)
  })

  it('is found by name where there are many', async () => {
    const groups = Array.from({ length: 12 }, (_, index) => ({ ...shop, id: index + 1, name: `Group ${index + 1}` }))
    const scene = await renderScreen('/groups', { api: api.answer('listCheckGroups', groups) })
    scene.page.getByText('12 groups')
    await scene.fill(scene.page.getByLabelText('Find a group'), 'nowhere')
    await scene.turn(150)
    scene.page.getByText('No matching groups')
    await scene.fill(scene.page.getByLabelText('Find a group'), 'group 1')
    await scene.turn(150)
    expect(scene.page.getAllByRole('row').slice(1)).toHaveLength(4)
  })

  it('says what groups are for when there is none', async () => {
    const { page } = await renderScreen('/groups')
    page.getByText('No groups')
    page.getByRole('link', { name: 'New group' })
  })

  it('offers nothing to change to whoever may only read', async () => {
    const reader = new FakeApi('READ_ONLY')
    withShop(reader)
    const { page } = await renderScreen('/groups', { api: reader })
    const row = within(page.getByRole('row', { name: /^Shop/ }))
    expect(row.queryAllByRole('button')).toEqual([])
    expect(page.queryByRole('link', { name: 'New group' })).toBe(null)
  })

  it('is in German for whoever reads German', async () => {
    const { page } = await renderScreen('/groups', { api, language: 'de' })
    page.getByRole('heading', { level: 1, name: 'Gruppen' })
    page.getByRole('link', { name: '1 Prüfung' })
  })
})

describe('a group', () => {
  it('shows its checks and what they get, and runs them', async () => {
    api.answer('runCheckGroup', { sessions: [sampleIn('runCheckGroup', 'sessions', { checkId: cart })] })
    const { page, user, violations } = await renderScreen('/groups/7', { api })
    const region = page.getByRole('region', { name: 'Inherited settings' })
    const effect = within(region)
    effect.getByText('All muted')
    effect.getByText('A failed run is not retried.')
    effect.getByText('TENANT')
    expect(region.textContent).not.toContain('never-shown')
    within(page.getByRole('region', { name: 'Checks' })).getByRole('link', { name: 'Cart' })
    expect(await violations()).toEqual([])
    await user.click(page.getByRole('button', { name: 'Run group now' }))
    page.getByText('1 check started')
    expect(api.sentOf('runCheckGroup')).toMatchObject([{ params: { id: '7' } }])
  })

  it('that is deleted loses its checks first, which stay', async () => {
    const { page, user, address } = await renderScreen('/groups/7', { api })
    await user.click(page.getByRole('button', { name: 'Delete' }))
    page.getByText('1 check is kept and loses the group settings.')
    api.answer('listCheckGroups', [])
    await user.click(within(page.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
    page.getByText('No groups')
    expect(address()).toBe('/groups')
    expect(api.sentOf('changeChecks')).toMatchObject([{ body: { filter: { groupId: 7 }, change: { groupId: null } } }])
    expect(api.sentOf('deleteCheckGroup')).toMatchObject([{ params: { id: '7' } }])
  })

  it('names what would miss it before it is deleted', async () => {
    api.answer('getUsesOfCheckGroup', {
      ...sample('getUsesOfCheckGroup'),
      channels: [{ id: 4, type: 'WEBHOOK', name: 'Pager' }],
    })
    const { page, user, violations } = await renderScreen('/groups/7', { api })
    await user.click(page.getByRole('button', { name: 'Delete' }))
    within(page.getByRole('alertdialog')).getByText('Webhook Pager: no longer notified through the group')
    expect(await violations()).toEqual([])
  })

  it('is made, and its settings are changed', async () => {
    const scene = await renderScreen('/groups/new', { api })
    const { page, user } = scene
    await scene.fill(page.getByLabelText('Name'), 'Shop')
    await user.click(page.getByRole('button', { name: 'Create' }))
    expect(scene.address()).toBe('/groups')
    expect(api.sentOf('createCheckGroupV2')).toMatchObject([{ body: { name: 'Shop', activated: true } }])
    shop = { ...shop, muted: false }
    await user.click(page.getByRole('link', { name: 'Shop' }))
    await user.click(page.getByLabelText(/^Muted/))
    await user.click(page.getByRole('button', { name: 'Save' }))
    page.getByRole('cell', { name: /muted/ })
    expect(api.sentOf('updateCheckGroup').map(({ body }) => body)).toEqual([{ muted: true }])
  })

  it('sets what its checks inherit, or leaves it to them', async () => {
    shop = { ...shop, runParallel: true, runtimeId: null, retryStrategy: { type: 'FIXED', maxRetries: 2 } }
    const { page, user } = await renderScreen('/groups/7', { api })
    const parallel = page.getByLabelText<HTMLSelectElement>('Run in all locations in parallel')
    expect(parallel.selectedOptions[0]?.textContent).toBe('Yes')
    await user.selectOptions(parallel, 'Not set by the group')
    await user.selectOptions(page.getByLabelText('Retry strategy'), 'Not set by the group')
    expect(page.queryByLabelText('Max retries')).toBe(null)
    await user.click(page.getByRole('button', { name: 'Save' }))
    expect(api.sentOf('updateCheckGroup').map(({ body }) => body)).toEqual([
      { runParallel: null, retryStrategy: 'FALLBACK' },
    ])
  })

  it('sets assertions of its API checks in rows', async () => {
    const { page, user } = await renderScreen('/groups/7', { api })
    const rows = within(page.getByRole('group', { name: 'API check assertions' }))
    await user.click(rows.getByRole('button', { name: 'Add assertion' }))
    await user.type(rows.getByLabelText('Target'), '200')
    await user.keyboard('{Control>}s{/Control}')
    expect(api.sentOf('updateCheckGroup').map(({ body }) => body)).toMatchObject([
      { apiCheckDefaults: { assertions: [{ source: 'STATUS_CODE', comparison: 'EQUALS', target: '200' }] } },
    ])
  })

  it('says below its field what the service rejects', async () => {
    api.fail('createCheckGroupV2', 'BODY_INVALID', {
      values: { problems: 'name must not be empty' },
      attributes: { name: 'must not be empty' },
    })
    const { page, user, address } = await renderScreen('/groups/new', { api })
    await user.click(page.getByRole('button', { name: 'Create' }))
    expect(page.getByLabelText('Name').getAttribute('aria-invalid')).toBe('true')
    expect(page.getAllByRole('alert').length).toBeGreaterThan(0)
    expect(address()).toBe('/groups/new')
  })

  it('can only be looked at by whoever may only read', async () => {
    const reader = new FakeApi('READ_ONLY')
    withShop(reader)
    const { page, user } = await renderScreen('/groups/7', { api: reader })
    within(page.getByRole('region', { name: 'Checks' })).getByRole('link', { name: 'Cart' })
    expect(page.queryAllByRole('button', { name: /Save|Delete|Run/ })).toEqual([])
    await user.keyboard('{Control>}s{/Control}')
    expect(reader.sentOf('updateCheckGroup')).toEqual([])
    expect(page.getByLabelText('Name').closest('fieldset')?.disabled).toBe(true)
    page.getByText(/Your role can view this group/)
  })

  it('is in German for whoever reads German', async () => {
    const { page, violations } = await renderScreen('/groups/7', { api, language: 'de', width: 390, theme: 'dark' })
    within(page.getByRole('region', { name: 'Prüfungen' })).getByRole('link', { name: 'Cart' })
    expect(await violations()).toEqual([])
  })
})

describe('the checks of a group', () => {
  const names = ['first', 'second', 'third']
  const ids = names.map((_, index) => `0198c6a0-0000-7000-8000-00000000001${index}`)
  const entryOf = (id: string) => sampleIn('getCheckGroupOrder', 'entries', { id, name: names[ids.indexOf(id)] ?? '' })

  beforeEach(() => {
    const cells = ids.map((id) => sampleIn('listCheckCells', 'cells', { id, groupId: 7 }))
    api.answer('listCheckCells', { groups: [], cells })
    api.answer('getCheckGroupOrder', { entries: ids.map(entryOf), total: 3 })
    api.answer('setCheckGroupOrder', ({ body }) => ({ entries: body.checkIds.map(entryOf), total: 3 }))
  })

  const sentOrders = () =>
    api.sentOf('setCheckGroupOrder').map(({ body }) => body.checkIds.map((id) => names[ids.indexOf(id)]))

  it('change places by key and by dragging, and stay where they were put', async () => {
    const { page, user, settled, violations } = await renderScreen('/groups/7', { api })
    await user.click(page.getByRole('button', { name: 'Run order' }))
    page.getByRole('button', { name: /^Move third, number 3/ }).focus()
    await user.keyboard('{ArrowUp}')
    expect(sentOrders()).toEqual([['first', 'third', 'second']])
    expect(document.activeElement).toBe(page.getByRole('button', { name: /^Move third, number 2/ }))
    dragTo(page.getByRole('button', { name: /^Move second/ }), page.getByRole('link', { name: 'first' }))
    await settled()
    expect(sentOrders().at(-1)).toEqual(['second', 'first', 'third'])
    page.getByRole('button', { name: /^Move second, number 1/ })
    expect(await violations()).toEqual([])
  })

  it('go back to their places when the service does not take the new order', async () => {
    api.fail('setCheckGroupOrder', 'CHECK_GROUP_NOT_FOUND')
    const { page, user } = await renderScreen('/groups/7?order=run', { api })
    page.getByRole('button', { name: /^Move third, number 3/ }).focus()
    await user.keyboard('{ArrowUp}')
    page.getByRole('button', { name: /^Move third, number 3/ })
  })

  it('have no handles for whoever may only read', async () => {
    const reader = new FakeApi('READ_ONLY')
    withShop(reader)
    reader.answer('getCheckGroupOrder', { entries: ids.map(entryOf), total: 3 })
    const { page } = await renderScreen('/groups/7?order=run', { api: reader })
    page.getByRole('link', { name: 'third' })
    expect(page.queryAllByRole('button', { name: /^Move/ })).toEqual([])
  })
})
