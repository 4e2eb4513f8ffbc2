import { within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { aCheckRow, FakeApi, renderScreen, sampleItem, storeChecks } from '../../testing/index.ts'

const idOf = (number: number): string => `0198c6a0-0000-7000-8000-00000000000${number}`
const [cart, shop, idle] = [idOf(1), idOf(2), idOf(3)]
let api: FakeApi
let stored: ReturnType<typeof storeChecks>

beforeEach(() => {
  api = new FakeApi()
  stored = storeChecks(api, [aCheckRow(cart, 'Cart'), aCheckRow(shop, 'Search'), aCheckRow(idle, 'Idle')])
  api.answer('listCheckGroups', [sampleItem('listCheckGroups', { id: 7, name: 'Web' })])
})

const sentChanges = () => api.sentOf('changeChecks').map(({ body }) => body)

it('of several checks only what was filled in is changed, and a key takes it back', async () => {
  const scene = await renderScreen('/checks', { api })
  const { page, user } = scene
  await user.click(page.getByLabelText('Select Cart'))
  await user.click(page.getByLabelText('Select Search'))
  await user.click(page.getByRole('button', { name: 'Edit …' }))
  const dialog = within(page.getByRole('dialog', { name: 'Edit 2 checks' }))
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Apply' }).disabled).toBe(true)
  await scene.fill(dialog.getByLabelText('Add tags'), 'team:web, urgent')
  await user.selectOptions(dialog.getByLabelText('Group'), 'Web')
  await user.selectOptions(dialog.getByLabelText('Run every'), '5 min')
  expect(await scene.violations()).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Apply' }))
  page.getByText('2 checks changed')
  const change = { addTags: ['team:web', 'urgent'], groupId: 7, frequency: 5 }
  expect(sentChanges()).toEqual([{ checkIds: [cart, shop], change }])
  expect(page.queryByRole('toolbar')).toBe(null)
  await user.keyboard('z')
  page.getByText('Undone')
  expect(stored.get(cart)?.tags).toEqual([])
})

it('all that match are changed by the filter, not one by one', async () => {
  const { page, user } = await renderScreen('/checks?q=a&state=PASSING', { api })
  await user.click(page.getByLabelText('Select Cart'))
  await user.click(page.getByRole('button', { name: 'Select all 2 matching' }))
  page.getByText('All 2 matching are selected')
  expect(page.queryByRole('button', { name: 'Run now' })).toBe(null)
  await user.click(page.getByRole('button', { name: 'Mute' }))
  page.getByText('2 checks muted')
  expect(sentChanges()).toEqual([{ filter: { search: 'a', state: ['PASSING'] }, change: { muted: true } }])
})

it('all checks are changed only if they are as many as were shown', async () => {
  const { page, user } = await renderScreen('/checks', { api })
  await user.click(page.getByLabelText('Select Cart'))
  await user.click(page.getByRole('button', { name: 'Select all 3 matching' }))
  await user.click(page.getByRole('button', { name: 'Mute' }))
  page.getByText('3 checks muted')
  expect(sentChanges()).toEqual([{ filter: { all: true }, confirmedCount: 3, change: { muted: true } }])
})

it('selected checks are run now', async () => {
  const { page, user } = await renderScreen('/checks', { api })
  await user.click(page.getByLabelText('Select Cart'))
  await user.click(page.getByRole('button', { name: 'Run now' }))
  expect(api.sentOf('triggerCheckSessionsV2')).toMatchObject([{ body: { target: { checkId: [cart] } } }])
  expect(page.queryByRole('toolbar')).toBe(null)
})

it('what the service refuses is said, and the checks stay selected', async () => {
  api.fail('changeChecks', 'BULK_TOO_LARGE', { values: { max: '20000' } })
  const { page, user } = await renderScreen('/checks', { api })
  await user.click(page.getByLabelText('Select all shown'))
  await user.click(page.getByRole('button', { name: 'Delete' }))
  page.getByText(/^The filter selects more than 20000 checks/)
  page.getByRole('toolbar', { name: '3 selected' })
  expect(stored.size).toBe(3)
})
