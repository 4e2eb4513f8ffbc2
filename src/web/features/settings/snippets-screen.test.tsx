import { within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { FakeApi, renderScreen, sample, sampleItem } from '../../testing/index.ts'
import type { Item } from '../../testing/index.ts'

const shared = sampleItem('listSnippets', { id: 1, name: 'sign-in', script: 'module.exports = {}' })

it('a snippet is made, changed and deleted', async () => {
  let stored: Item<'listSnippets'>[] = []
  const api = new FakeApi()
  api.answer('listSnippets', () => stored)
  api.answer('createSnippet', ({ body }) => {
    stored = [{ ...shared, ...body }]
    return sample('createSnippet', stored[0])
  })
  const scene = await renderScreen('/settings/snippets', { api })
  const { page, user } = scene
  page.getByText('No snippets')
  await user.click(page.getByRole('button', { name: 'New snippet' }))
  await scene.fill(page.getByLabelText('Name'), 'sign-in')
  await scene.fill(page.getByLabelText('Script'), 'module.exports = 1')
  expect(await scene.violations()).toEqual([])
  await user.click(page.getByRole('button', { name: 'Save' }))
  page.getByRole('cell', { name: 'sign-in' })
  expect(api.sentOf('createSnippet')).toEqual([
    { params: {}, query: {}, body: { name: 'sign-in', script: 'module.exports = 1' } },
  ])
  await user.click(page.getByRole('button', { name: 'Delete' }))
  stored = []
  await user.click(within(page.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  page.getByText('No snippets')
  expect(api.sentOf('deleteSnippet')).toMatchObject([{ params: { id: '1' } }])
})

it('whoever may only read sees snippets, and can change none, in German too', async () => {
  const api = new FakeApi('READ_ONLY').answer('listSnippets', [shared])
  const { page } = await renderScreen('/settings/snippets', { api, language: 'de' })
  page.getByRole('cell', { name: 'sign-in' })
  expect(within(page.getByRole('table')).queryAllByRole('button')).toEqual([])
})
