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

it('the key of an agent has a mode in place of a role', async () => {
  const api = new FakeApi().answer('listApiKeys', [
    sampleItem('listApiKeys', { name: 'Reader', role: 'READ_ONLY', agentMode: 'READ' }),
  ])
  api.answer('createApiKey', deployments)
  const scene = await renderScreen('/settings/keys', { api })
  const { page, user } = scene
  within(page.getByRole('row', { name: /^Reader/ })).getByText('Agent: Read')
  await user.click(page.getByRole('button', { name: 'New key' }))
  await scene.fill(page.getByLabelText('Name'), 'Coder')
  await user.selectOptions(page.getByLabelText('Used by'), 'An agent')
  expect(page.queryByLabelText('Role')).toBe(null)
  page.getByText('It also proposes changes. Each waits until a person confirms it.')
  await user.selectOptions(page.getByLabelText('May'), 'Read, propose and act')
  expect(await scene.violations()).toEqual([])
  await user.click(page.getByRole('button', { name: 'Create key' }))
  expect(api.sentOf('createApiKey').map(({ body }) => body)).toEqual([
    { name: 'Coder', role: 'READ_WRITE', agentMode: 'ACT' },
  ])
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

const inPane = (page: Awaited<ReturnType<typeof renderScreen>>['page']) =>
  within(page.getByRole('region', { name: 'Ping key' }))

it('the ping key is made, shown once with its addresses, replaced and deleted', async () => {
  const api = new FakeApi().answer('listApiKeys', []).fail('getPingKey', 'PING_KEY_NOT_FOUND')
  const stored = { prefix: 'Zx81ab', createsChecks: true, createdAt: '2026-01-01T00:00:00.000Z' }
  api.answer('createPingKey', () => {
    api.answer('getPingKey', stored)
    return { ...stored, key: 'Zx81ab-whole' }
  })
  const scene = await renderScreen('/settings/keys', { api })
  const { page, user } = scene
  inPane(page).getByText('The account has no ping key.')
  await user.click(page.getByRole('button', { name: 'Create ping key' }))
  await user.click(page.getByLabelText('Create missing heartbeats'))
  expect(await scene.violations()).toEqual([])
  await user.click(within(page.getByRole('dialog')).getByRole('button', { name: 'Create ping key' }))
  within(inPane(page).getByRole('figure', { name: 'Ping key, shown only once' })).getByText('Zx81ab-whole')
  inPane(page).getByText(/\/ping\/Zx81ab-whole\/nightly-backup\?create=1$/)
  await scene.reload()
  expect(scene.page.queryByText(/Zx81ab-whole/)).toBe(null)
  inPane(scene.page).getByText(/\/ping\/<ping key>\/nightly-backup$/)

  await user.click(scene.page.getByRole('button', { name: 'Replace' }))
  const dialog = within(scene.page.getByRole('dialog'))
  expect(dialog.getByLabelText('Create missing heartbeats')).toHaveProperty('checked', true)
  await user.click(dialog.getByRole('button', { name: 'Replace' }))
  inPane(scene.page).getByText('Zx81ab-whole')
  expect(api.sentOf('createPingKey').map(({ body }) => body)).toEqual([
    { createsChecks: true },
    { createsChecks: true },
  ])

  await user.click(inPane(scene.page).getByRole('button', { name: 'Delete' }))
  api.fail('getPingKey', 'PING_KEY_NOT_FOUND')
  await user.click(within(scene.page.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  inPane(scene.page).getByText('The account has no ping key.')
  expect(scene.page.queryByText(/Zx81ab-whole/)).toBe(null)
})

it('a ping key that cannot be read says so beside the keys, which stay usable', async () => {
  const api = new FakeApi().answer('listApiKeys', [sampleItem('listApiKeys', { name: 'Deployments' })])
  const { page } = await renderScreen('/settings/keys', { api: api.fail('getPingKey', 'INTERNAL') })
  page.getByRole('row', { name: /^Deployments/ })
  inPane(page).getByRole('alert')
})

it('the hosts that Prometheus may probe are replaced as a list, and a host that is none is said to', async () => {
  let targets: readonly string[] = []
  const api = new FakeApi().answer('getProbeTargets', () => ({ targets: [...targets] }))
  const scene = await renderScreen('/settings/keys', { api })
  const { page, user } = scene
  const pane = within(page.getByRole('region', { name: 'Hosts to probe' }))
  await pane.findByText('The account allows no hosts.')
  await user.click(pane.getByRole('button', { name: 'Add hosts' }))
  await scene.fill(page.getByLabelText('Hosts'), 'Shop Example')
  const problems = 'targets.0 must be a host in lowercase'
  api.fail('setProbeTargets', 'BODY_INVALID', { values: { problems } })
  await user.click(page.getByRole('button', { name: 'Save' }))
  within(await within(page.getByRole('dialog')).findByRole('alert')).getByText(/must be a host/)
  expect(await scene.violations()).toEqual([])
  api.answer('setProbeTargets', ({ body }) => {
    targets = body.targets
    return { targets: [...targets] }
  })
  await scene.fill(page.getByLabelText('Hosts'), 'shop.example.com\n*.internal.example.com\n')
  await user.click(page.getByRole('button', { name: 'Save' }))
  await pane.findByText('*.internal.example.com')
  pane.getByRole('button', { name: 'Edit' })
  expect(targets).toEqual(['shop.example.com', '*.internal.example.com'])
})
