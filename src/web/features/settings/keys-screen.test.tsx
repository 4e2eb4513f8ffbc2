import { within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { FakeApi, renderScreen, sample, sampleItem } from '../../testing/index.ts'
import type { Answer } from '../../api/operations.ts'

const deployments = sample('createApiKey', { id: 'k1', name: 'Deployments', role: 'READ_ONLY', key: 'bfs_once' })

it('a key of a program is made, shown once, and is revoked', async () => {
  let stored: Answer<'listApiKeys'> = []
  const api = new FakeApi()
  api.answer('listApiKeys', () => stored)
  api.answer('createApiKey', () => {
    const { key: _key, ...listed } = deployments
    stored = [listed]
    return deployments
  })
  const scene = await renderScreen('/settings/keys', { api })
  const { page, user } = scene
  page.getByText('No keys')
  await user.click(page.getByRole('button', { name: 'New key' }))
  await scene.fill(page.getByLabelText('Name'), 'Deployments')
  await user.click(page.getByRole('button', { name: 'Create key' }))
  within(page.getByRole('figure', { name: 'Key, shown only once' })).getByText('bfs_once')
  expect(api.sentOf('createApiKey').map(({ body }) => body)).toEqual([{ name: 'Deployments', role: 'READ_ONLY' }])
  expect(await scene.violations()).toEqual([])
  await user.click(within(page.getByRole('row', { name: /^Deployments/ })).getByRole('button', { name: 'Revoke' }))
  stored = []
  await user.click(within(page.getByRole('alertdialog')).getByRole('button', { name: 'Revoke' }))
  page.getByText('No keys')
  expect(api.sentOf('revokeApiKey')).toMatchObject([{ params: { id: 'k1' } }])
})

it('a key that was made is not shown any more when its page is opened again', async () => {
  const api = new FakeApi().answer('listApiKeys', [sampleItem('listApiKeys', { id: 'k1', name: 'Deployments' })])
  const { page } = await renderScreen('/settings/keys', { api })
  page.getByRole('row', { name: /^Deployments/ })
  expect(page.queryByRole('figure', { name: 'Key, shown only once' })).toBe(null)
})

it('whoever may not manage keys is told so', async () => {
  const { page, api } = await renderScreen('/settings/keys', { role: 'READ_WRITE' })
  page.getByText(/Your role/)
  expect(page.queryByRole('button', { name: 'New key' })).toBe(null)
  expect(api.sentOf('listApiKeys')).toEqual([])
})

it('keys are in German for whoever reads German', async () => {
  const api = new FakeApi().answer('listApiKeys', [sampleItem('listApiKeys', { name: 'Deployments' })])
  const { page } = await renderScreen('/settings/keys', { api, language: 'de' })
  page.getByRole('heading', { level: 1, name: 'API-Schlüssel' })
})

it('each column of the table of keys is below its heading', async () => {
  const key = sampleItem('listApiKeys', { name: 'Deployments', prefix: 'bfs_1234', role: 'READ_ONLY' })
  const { page } = await renderScreen('/settings/keys', { api: new FakeApi().answer('listApiKeys', [key]) })
  const headings = page.getAllByRole('columnheader').map((cell) => cell.textContent)
  const cells = within(page.getByRole('row', { name: /^Deployments/ })).getAllByRole('cell')
  expect(headings).toHaveLength(cells.length)
  const textBelow = (heading: string) => cells[headings.indexOf(heading)]?.textContent
  expect([textBelow('Name'), textBelow('Key'), textBelow('Role')]).toEqual(['Deployments', 'bfs_1234…', 'Read only'])
})
