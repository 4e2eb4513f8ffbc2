import { within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { aCheckRow, FakeApi, renderScreen, sampleIn, storeChecks } from '../../testing/index.ts'
import type { Scene } from '../../testing/index.ts'

const idOf = (number: number): string => `0198c6a0-0000-7000-8000-00000000000${number}`
const [cart, shop, idle] = [idOf(1), idOf(2), idOf(3)]
let api: FakeApi
let stored: ReturnType<typeof storeChecks>

const withChecks = (fake: FakeApi): ReturnType<typeof storeChecks> =>
  storeChecks(fake, [
    aCheckRow(cart, 'Cart', { tags: ['team-0'], locations: ['eu-west-1'] }),
    aCheckRow(shop, 'Shop', { locations: ['eu-west-1', 'us-east-1'] }),
    aCheckRow(idle, 'Idle', { state: 'PAUSED' }),
  ])

beforeEach(() => {
  api = new FakeApi()
  stored = withChecks(api)
})

const listed = ({ page }: Scene): readonly (string | null)[] =>
  page.getAllByRole('row').flatMap((row) => within(row).queryAllByRole('link')[0]?.textContent ?? [])
const searchOf = ({ address }: Scene): Readonly<Record<string, string>> =>
  Object.fromEntries(new URL(address(), location.origin).searchParams)

describe('the list of checks', () => {
  it('has its filters in the address, and checks are changed and changed back', async () => {
    const scene = await renderScreen('/checks', { api })
    const { page, user } = scene
    await user.click(page.getByRole('button', { name: /^Paused/ }))
    expect(listed(scene)).toEqual(['Idle'])
    expect(scene.address()).toBe('/checks?state=PAUSED')
    await user.click(page.getByRole('button', { name: 'All' }))
    await scene.fill(page.getByRole('searchbox'), 'shop')
    await scene.turn(150)
    expect(scene.address()).toBe('/checks?q=shop')
    await user.click(page.getByLabelText('Select Shop'))
    await user.click(page.getByRole('button', { name: 'Pause' }))
    page.getByText('1 check paused')
    expect(stored.get(shop)?.state).toBe('PAUSED')
    expect(api.sentOf('changeChecks')).toMatchObject([{ body: { checkIds: [shop], change: { activated: false } } }])
    await user.click(page.getByRole('button', { name: 'Undo' }))
    page.getByText('Undone')
    expect(stored.get(shop)?.state).toBe('PASSING')
    expect(await scene.violations()).toEqual([])
  })

  it('is ordered by the heads of its columns, and Back undoes the last filter', async () => {
    const scene = await renderScreen('/checks', { api })
    const { page, user, turn } = scene
    const sorts = () => page.getAllByRole('columnheader').map((head) => head.getAttribute('aria-sort'))
    expect(sorts().slice(1, 3)).toEqual(['none', 'ascending'])
    await user.click(page.getByRole('button', { name: 'Name' }))
    await turn(1_000)
    await user.click(page.getByRole('button', { name: 'Name' }))
    expect(sorts().slice(1, 3)).toEqual(['descending', 'none'])
    expect(api.sentOf('listCheckRows').at(-1)).toMatchObject({ query: { sortBy: 'name', sortOrder: 'desc' } })
    await user.click(page.getByRole('button', { name: /^Paused/ }))
    expect(listed(scene)).toEqual(['Idle'])
    history.back()
    await scene.settled()
    expect(searchOf(scene)).toEqual({ sort: 'name', order: 'desc' })
    expect(listed(scene)).toHaveLength(3)
  })

  it('is filtered as before by Back, also after a reload', async () => {
    const scene = await renderScreen('/checks', { api })
    const { page, user, turn } = scene
    await user.click(page.getByRole('button', { name: /^Paused/ }))
    await turn(1_000)
    await scene.fill(page.getByRole('searchbox'), 'idle')
    await turn(1_000)
    await scene.reload()
    expect(searchOf(scene)).toEqual({ state: 'PAUSED', q: 'idle' })
    history.back()
    await scene.settled()
    expect([searchOf(scene), page.getByRole<HTMLInputElement>('searchbox').value]).toEqual([{ state: 'PAUSED' }, ''])
    history.back()
    await scene.settled()
    expect([searchOf(scene), listed(scene).length]).toEqual([{}, 3])
  })

  it('says of a check that nobody runs where and since when, and filters by it, also in German', async () => {
    const notRunning = { reason: 'NO_AGENT' as const, since: '2026-11-26T09:48:00.000Z', locations: ['Office Berlin'] }
    stored.set(shop, aCheckRow(shop, 'Shop', { state: 'UNKNOWN', notRunning }))
    const scene = await renderScreen('/checks', { api })
    scene.page.getByText(/^Not running: no agent in Office Berlin since 10:48/)
    await scene.user.click(scene.page.getByRole('button', { name: /^Unknown/ }))
    expect(listed(scene)).toEqual(['Shop'])
    const german = await renderScreen('/checks', { api, language: 'de' })
    german.page.getByText('Läuft nicht: kein Agent in Office Berlin seit 10:48')
  })

  it('says of a check that somebody muted until when', async () => {
    const silence = { reason: 'CHECK_MUTED', until: '2026-11-26T13:29:00.000Z' } as const
    stored.set(shop, aCheckRow(shop, 'Shop', { muted: true, silence }))
    const { page } = await renderScreen('/checks', { api })
    page.getByText('muted until 14:29')
  })

  it('shows texts of checks as texts, and nothing of them runs', async () => {
    const payload = `<img src=x onerror="owned=1"><script>owned=1</script>`
    stored.set(cart, aCheckRow(cart, payload, { tags: [payload], groupName: payload, groupId: 1 }))
    const { page } = await renderScreen('/checks?q=img', { api })
    expect(page.getAllByText(payload)).toHaveLength(3)
    page.getByRole('checkbox', { name: `Select ${payload}` })
    expect(document.querySelector('img[src="x"], img[onerror]')).toBe(null)
  })

  it('has the columns that somebody chose, also the next time, and reads only what they show', async () => {
    api.answer('listCheckTicks', {
      entries: [
        sampleIn('listCheckTicks', 'entries', { checkId: cart, outcomes: 'PFD', responseTimes: [120, 300, 240] }),
      ],
    })
    api.answer('listCheckMetrics', { entries: [{ checkId: cart, availability: 99.5, p95: 312 }] })
    const scene = await renderScreen('/checks', { api })
    const { page, user } = scene
    await scene.turn(250)
    const row = () => within(page.getByRole('row', { name: /Cart/ }))
    row().getByRole('img', { name: 'Last 3 runs: 1 failed, 1 degraded' })
    row().getByText('99.50%')
    row().getByText('312 ms')
    await user.click(page.getByRole('button', { name: 'Columns' }))
    expect(await scene.violations()).toEqual([])
    await user.click(page.getByRole('menuitemcheckbox', { name: /Last runs/ }))
    await user.click(page.getByRole('menuitemcheckbox', { name: /Locations/ }))
    await user.keyboard('{Escape}')
    const before = api.sentOf('listCheckTicks').length
    await scene.reload()
    await scene.turn(20_000)
    expect(page.queryByRole('columnheader', { name: 'Last runs' })).toBe(null)
    row().getByText('eu-west-1')
    expect(api.sentOf('listCheckTicks')).toHaveLength(before)
  })

  it('is moved through, selected from and opened by keys', async () => {
    const scene = await renderScreen('/checks', { api })
    const { page, user } = scene
    await user.keyboard('jx{Shift>}J{/Shift}')
    page.getByRole('toolbar', { name: '2 selected' })
    await user.keyboard('{Escape}')
    expect(page.queryByRole('toolbar')).toBe(null)
    await user.keyboard('k{Enter}')
    expect(scene.address()).toBe(`/checks/${cart}`)
  })

  it('follows the runs without a reload, and no row moves from under the keyboard', async () => {
    const scene = await renderScreen('/checks', { api })
    const { page, user } = scene
    const run = { lastResultId: 'r1', lastRunAt: '2026-11-26T10:00:00.000Z', lastResponseTime: 80 }
    page.getByLabelText('Select Shop').focus()
    const before = api.sentOf('listCheckRows').length
    const changed = { state: 'FAILING', since: run.lastRunAt, ...run } as const
    stored.set(shop, aCheckRow(shop, 'Shop', changed))
    api.events.push('checks', [{ id: shop, before: 'PASSING', ...changed }])
    await scene.turn(250)
    within(page.getByRole('row', { name: /Shop/ })).getByText('Failing')
    await scene.turn(1_000)
    expect(listed(scene)).toEqual(['Cart', 'Shop', 'Idle'])
    await user.click(page.getByRole('button', { name: '2 changes' }))
    expect(listed(scene)).toEqual(['Shop', 'Cart', 'Idle'])
    // The counts of the navigation and of the filters, and the one row; never the list.
    const asked = api.sentOf('listCheckRows').slice(before)
    expect(
      asked.map(({ query }) => String(query?.['checkId'] ?? `limit ${String(query?.['limit'])}`)).toSorted(),
    ).toEqual([shop, 'limit 1', 'limit 1'])
  })

  it('is in the order that its heads say, whatever changes and wherever the keyboard is', async () => {
    const scene = await renderScreen('/checks', { api })
    const { page, user, turn } = scene
    const order = () => [page.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort'), ...listed(scene)]
    await user.click(page.getByRole('button', { name: 'Name' }))
    await turn(1_000)
    await user.click(page.getByRole('button', { name: 'Name' }))
    expect(order()).toEqual(['descending', 'Shop', 'Idle', 'Cart'])
    const run = { state: 'FAILING', since: '2026-11-26T10:00:00.000Z', lastResultId: 'r1' } as const
    const ran = { ...run, lastRunAt: run.since, lastResponseTime: 80 }
    stored.set(cart, aCheckRow(cart, 'Cart', ran))
    api.events.push('checks', [{ id: cart, before: 'PASSING', ...ran }])
    await turn(250)
    expect(order()).toEqual(['descending', 'Shop', 'Idle', 'Cart'])
    page.getByLabelText('Select Shop').focus()
    history.back()
    await scene.settled()
    expect(order()).toEqual(['ascending', 'Cart', 'Idle', 'Shop'])
    expect(page.queryByRole('button', { name: /changes$/ })).toBe(null)
  })

  it('asks nothing when a run changes no state, and nothing while nothing happens', async () => {
    const { page, turn } = await renderScreen('/checks', { api })
    await turn(1_000)
    const before = api.sent.length
    const run = { lastResultId: 'r2', lastRunAt: '2026-11-26T10:00:00.000Z', lastResponseTime: 4_321 }
    for (let beats = 0; beats < 9; beats += 1) {
      api.events.push('health', { status: 'ok' })
      await turn(10_000)
    }
    expect(api.sent.slice(before).map(({ id }) => id)).toEqual([])
    api.events.push('checks', [{ id: cart, state: 'PASSING', before: 'PASSING', since: null, ...run }])
    await turn(1_500)
    expect(api.sent.slice(before).map(({ id, query }) => [id, query?.['checkId']])).toEqual([
      ['listCheckTicks', [cart]],
    ])
    page.getByRole('row', { name: /Cart/ })
  })

  it('says what to do when there is no check, or none matches', async () => {
    const scene = await renderScreen('/checks?q=nothing+has+this+name', { api })
    const { page, user } = scene
    page.getByText('No matching checks')
    await user.click(page.getByRole('link', { name: 'Remove all filters' }))
    expect(listed(scene)).toHaveLength(3)
    stored.clear()
    await scene.reload()
    page.getByText('No checks yet')
    page.getByRole('link', { name: 'Add your first check' })
  })

  it('offers nothing to change to whoever may only read', async () => {
    const reader = new FakeApi('READ_ONLY')
    withChecks(reader)
    const scene = await renderScreen('/checks', { api: reader })
    await scene.user.keyboard('jx')
    expect(listed(scene)).toHaveLength(3)
    expect(scene.page.queryAllByRole('checkbox')).toEqual([])
    expect(scene.page.queryByRole('toolbar')).toBe(null)
    expect(scene.page.queryByRole('link', { name: 'New check' })).toBe(null)
  })

  it('is in German for whoever reads German', async () => {
    const { page, user } = await renderScreen('/checks', { api, language: 'de' })
    page.getByRole('heading', { level: 1, name: 'Prüfungen' })
    await user.click(page.getByLabelText('Idle auswählen'))
    page.getByRole('toolbar', { name: '1 ausgewählt' })
  })
})

it('lists of tags and locations are opened, searched and chosen from by keyboard, and are in the address', async () => {
  const tags = Array.from({ length: 12 }, (_tag, index) => `team-${index}`)
  stored.set(shop, aCheckRow(shop, 'Shop', { tags, locations: ['us-east-1'] }))
  const scene = await renderScreen('/checks', { api })
  const { page, user } = scene
  const choices = () => page.queryAllByRole('option', { name: /team-|-1/ })
  page.getByRole('button', { name: 'Tags' }).focus()
  await user.keyboard('{Enter}')
  expect(choices()).toHaveLength(12)
  await user.keyboard('team-1')
  expect(choices()).toHaveLength(3)
  await user.keyboard('{ArrowDown}{Enter}')
  expect(searchOf(scene)).toEqual({ tag: 'team-10' })
  await user.keyboard('{ArrowDown}{Enter}')
  expect(searchOf(scene)).toEqual({ tag: 'team-10,team-11' })
  expect(await scene.violations()).toEqual([])
  await user.keyboard('{Escape}')
  expect(choices()).toEqual([])
  expect(listed(scene)).toEqual(['Shop'])
  expect(document.activeElement?.textContent).toContain('team-10')
  await user.click(page.getByRole('button', { name: 'Remove filter: Tags' }))
  expect(listed(scene)).toHaveLength(3)
  await user.click(page.getByRole('button', { name: 'Location' }))
  await user.click(choices()[0] ?? document.body)
  expect(searchOf(scene)).toEqual({ location: 'eu-west-1' })
  expect(choices()).toEqual([])
  expect(listed(scene)).toEqual(['Cart'])
})
