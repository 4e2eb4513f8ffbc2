import { within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { FakeApi, renderScreen, sample, sampleItem } from '../../testing/index.ts'
import type { Item } from '../../testing/index.ts'

let api: FakeApi
let stored: Item<'listVariables'>[]

beforeEach(() => {
  api = new FakeApi()
  stored = []
  api.answer('listVariables', () => stored)
  api.answer('createVariable', ({ body: { key, value, secret = false } }) => {
    const made = { key, value: secret ? null : value, locked: false, secret }
    stored = [...stored, made]
    return made
  })
})

it('a secret is stored and never shown again', async () => {
  const scene = await renderScreen('/settings/variables', { api })
  const { page, user } = scene
  page.getByText('No variables')
  await user.click(page.getByRole('button', { name: 'New variable' }))
  await scene.fill(page.getByLabelText('Name'), 'SHOP_TOKEN')
  await scene.fill(page.getByLabelText('Value'), 's3cret-value')
  await user.click(page.getByLabelText(/^Secret:/))
  expect(await scene.violations()).toEqual([])
  await user.click(page.getByRole('button', { name: 'Save' }))
  within(page.getByRole('row', { name: /^SHOP_TOKEN/ })).getByText('hidden')
  expect(document.documentElement.innerHTML).not.toContain('s3cret-value')
  expect(api.sentOf('createVariable')).toMatchObject([
    { body: { key: 'SHOP_TOKEN', value: 's3cret-value', secret: true } },
  ])
  expect(await scene.violations()).toEqual([])
  await user.click(page.getByRole('button', { name: 'Edit' }))
  expect(page.getByLabelText<HTMLInputElement>('New value').value).toBe('')
})

it('a variable that exists already is said to, and what was typed stays', async () => {
  api.fail('createVariable', 'VARIABLE_EXISTS', { values: { key: 'URL' } })
  const scene = await renderScreen('/settings/variables', { api })
  const { page, user } = scene
  await user.click(page.getByRole('button', { name: 'New variable' }))
  await scene.fill(page.getByLabelText('Name'), 'URL')
  await user.click(page.getByRole('button', { name: 'Save' }))
  within(page.getByRole('dialog')).getByRole('alert')
  expect(page.getByLabelText<HTMLInputElement>('Name').value).toBe('URL')
})

it('a variable is changed, and says before it is deleted what uses it', async () => {
  stored = [sampleItem('listVariables', { key: 'SHOP_URL', value: 'https://old.example' })]
  api.answer('updateVariable', ({ body: { value } }) => {
    stored = stored.map((one) => ({ ...one, value }))
    return sample('updateVariable', stored[0])
  })
  api.answer('getUsesOfVariable', {
    ...sample('getUsesOfVariable'),
    groups: [{ id: 3, name: 'Shop' }],
    totalGroups: 1,
  })
  const scene = await renderScreen('/settings/variables', { api })
  const { page, user } = scene
  await user.click(page.getByRole('button', { name: 'Edit' }))
  page.getByRole('link', { name: 'Shop' })
  await scene.fill(page.getByLabelText('Value'), 'https://new.example')
  await user.click(page.getByRole('button', { name: 'Save' }))
  page.getByRole('cell', { name: 'https://new.example' })
  await user.click(page.getByRole('button', { name: 'Delete' }))
  const dialog = within(page.getByRole('alertdialog'))
  dialog.getByText('Used by 0 checks and 1 group:')
  stored = []
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  page.getByText('No variables')
  expect(api.sentOf('deleteVariable')).toMatchObject([{ params: { key: 'SHOP_URL' } }])
})

it('more variables than one page has are all listed', async () => {
  stored = Array.from({ length: 101 }, (_one, index) => sampleItem('listVariables', { key: `V${index}` }))
  const { page } = await renderScreen('/settings/variables', { api })
  page.getByRole('cell', { name: 'V0' })
  page.getByRole('cell', { name: 'V100' })
})

it('variables that somebody else makes appear by themselves', async () => {
  const scene = await renderScreen('/settings/variables', { api })
  stored = [sampleItem('listVariables', { key: 'SHARED' })]
  api.events.push('variables', ['SHARED'])
  await scene.turn(250)
  scene.page.getByText('SHARED')
})

it('whoever may only read sees variables, and can change none, in German too', async () => {
  const reader = new FakeApi('READ_ONLY')
  reader.answer('listVariables', [sampleItem('listVariables', { key: 'SHOP_TOKEN', secret: true })])
  const { page } = await renderScreen('/settings/variables', { api: reader, language: 'de' })
  page.getByRole('heading', { level: 1, name: 'Variablen' })
  page.getByText('verborgen')
  expect(within(page.getByRole('table')).queryAllByRole('button')).toEqual([])
})
