import { beforeEach, expect, it } from 'vitest'
import { FakeApi, renderScreen, sample } from '../../testing/index.ts'
import type { Answer } from '../../api/operations.ts'

let api: FakeApi
let views: Answer<'listSavedViews'>

beforeEach(() => {
  api = new FakeApi()
  views = []
  api.answer('listSavedViews', () => views)
  api.answer('saveView', ({ body }) => {
    const saved = sample('saveView', { id: 'v1', ...body })
    views = [...views, saved]
    return saved
  })
  api.answer('deleteSavedView', () => void (views = []))
})

it('filters are saved under a name, shown again by it, and forgotten', async () => {
  const scene = await renderScreen('/checks?state=FAILING&tag=team%3Aweb', { api })
  const { page, user } = scene
  await user.click(page.getByRole('button', { name: 'Views' }))
  await user.click(page.getByRole('menuitem', { name: 'Save this view …' }))
  await scene.fill(page.getByLabelText('View name'), ' Web fails ')
  expect(await scene.violations()).toEqual([])
  await user.click(page.getByRole('button', { name: 'Save' }))
  page.getByText('View “Web fails” saved')
  expect(views).toMatchObject([{ name: 'Web fails', query: 'state=FAILING&tag=team%3Aweb' }])
  await user.click(page.getByRole('button', { name: 'All' }))
  await user.click(page.getByRole('button', { name: 'Remove filter: Tags' }))
  expect(scene.address()).toBe('/checks')
  await user.click(page.getByRole('button', { name: 'Views' }))
  await user.click(page.getByRole('menuitem', { name: 'Web fails' }))
  expect(scene.address()).toBe('/checks?state=FAILING&tag=team%3Aweb')
  await user.click(page.getByRole('button', { name: 'Web fails' }))
  await user.click(page.getByRole('menuitem', { name: 'Delete “Web fails”' }))
  page.getByRole('button', { name: 'Views' })
  expect(views).toEqual([])
})

it('a view that cannot be saved says why, and its name stays', async () => {
  api.fail('saveView', 'SAVED_VIEWS_FULL', { values: { max: '50' } })
  const scene = await renderScreen('/checks', { api })
  const { page, user } = scene
  await user.click(page.getByRole('button', { name: 'Views' }))
  await user.click(page.getByRole('menuitem', { name: 'Save this view …' }))
  await scene.fill(page.getByLabelText('View name'), 'Mine')
  await user.click(page.getByRole('button', { name: 'Save' }))
  page.getByText(/^You already have 50 saved views/)
  expect(page.getByLabelText<HTMLInputElement>('View name').value).toBe('Mine')
})
