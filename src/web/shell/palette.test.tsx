import { within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { aCheckRow, FakeApi, renderScreen, sample, sampleIn, sampleItem, storeChecks } from '../testing/index.ts'

const nightly = '0198c6a0-0000-7000-8000-000000000003'
const checkout = '0198c6a0-0000-7000-8000-000000000002'

it('the palette finds checks and keys', async () => {
  const api = new FakeApi()
  api.answer('search', {
    entries: [
      sampleIn('search', 'entries', { kind: 'check', id: checkout, name: 'Checkout', detail: null }),
      sampleIn('search', 'entries', { kind: 'check', name: 'Nightly check', detail: 'HEARTBEAT' }),
      sampleIn('search', 'entries', { kind: 'channel', name: 'Failed checks', detail: 'SLACK' }),
    ],
  })
  const { page, user, turn, address, violations } = await renderScreen('/groups', { api })
  await user.keyboard('{Control>}k{/Control}')
  await user.type(page.getByPlaceholderText(/^Search checks/), 'check')
  await turn(120)
  page.getByRole('option', { name: 'Checkout' })
  page.getByRole('option', { name: 'Nightly check Heartbeat' })
  page.getByRole('option', { name: 'Failed checks Slack webhook' })
  expect(api.sentOf('search')).toMatchObject([{ query: { text: 'check' } }])
  expect(await violations()).toEqual([])
  await user.keyboard('{Escape}')
  expect(page.queryByPlaceholderText(/^Search checks/)).toBe(null)
  await user.keyboard('?')
  page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  page.getByText('Archive until next occurrence')
  expect(await violations()).toEqual([])
  await user.keyboard('{Escape}')
  await user.keyboard('{Control>}k{/Control}')
  await user.type(page.getByPlaceholderText(/^Search checks/), 'check')
  await turn(120)
  await user.click(page.getByRole('option', { name: 'Checkout' }))
  expect(address()).toBe(`/checks/${checkout}`)
})

it('the palette opens status pages, locations and pages of the settings by name', async () => {
  const api = new FakeApi()
  const [location, statusPage] = [nightly, checkout]
  const entries = [
    sampleIn('search', 'entries', { kind: 'location', id: location, name: 'Audit room', detail: 'audit' }),
    sampleIn('search', 'entries', { kind: 'status-page', id: statusPage, name: 'Audits', detail: 'audits' }),
  ]
  api.answer('search', { entries })
  const { page, user, turn, address } = await renderScreen('/groups', { api })
  const open = async (name: string): Promise<string> => {
    await user.keyboard('{Control>}k{/Control}')
    await user.type(page.getByPlaceholderText(/^Search checks/), 'audit')
    await turn(120)
    await user.click(page.getByRole('option', { name }))
    return address()
  }
  expect(await open('Audits audits')).toBe(`/status-pages/${statusPage}`)
  expect(await open('Audit room audit')).toBe(`/locations/${location}`)
  expect(await open('Audit log Settings')).toBe('/settings/audit')
})

it('the palette finds incidents, maintenance windows and dashboards, each with its state', async () => {
  const api = new FakeApi()
  const [open, over, detail] = [nightly, checkout, '2026-11-26T10:00:00.000Z']
  const entries = [
    sampleIn('search', 'entries', { kind: 'incident', id: open, name: 'Harbour shut', detail }),
    sampleIn('search', 'entries', { kind: 'incident', id: over, name: 'Harbour slow', detail }),
    sampleIn('search', 'entries', { kind: 'maintenance-window', id: '7', name: 'Harbour dredging', detail: null }),
    sampleIn('search', 'entries', { kind: 'dashboard', id: 'ha12', name: 'Harbour wall', detail: 'harbour' }),
  ]
  api.answer('search', { entries })
  const listed = sampleIn('listIncidentsOfPages', 'entries', { id: open, severity: 'MAJOR_OUTAGE' })
  api.answer('listIncidentsOfPages', { entries: [listed], length: 1, nextId: null })
  const window = sample('getMaintenanceWindow', { id: 7 })
  const current = { maintenanceId: null, startsAt: detail, endsAt: detail, status: 'IN_PROGRESS' } as const
  api.answer('listMaintenanceSchedule', { entries: [{ window, current, next: null, last: null }], isComplete: true })
  api.answer('listDashboards', [sampleItem('listDashboards', { dashboardId: 'ha12', tags: ['quay'] })])
  storeChecks(api, [aCheckRow(checkout, 'Checkout', { state: 'FAILING', tags: ['quay'] })])
  const { page, user, turn, address } = await renderScreen('/groups', { api })
  await user.keyboard('{Control>}k{/Control}')
  await user.type(page.getByPlaceholderText(/^Search checks/), 'harbour')
  await turn(120)
  page.getByRole('option', { name: /^Major outage Harbour shut/ })
  page.getByRole('option', { name: /^Resolved Harbour slow/ })
  page.getByRole('option', { name: 'Under way Harbour dredging' })
  await user.click(page.getByRole('option', { name: 'Failing Harbour wall harbour' }))
  expect(address()).toBe('/boards/ha12')
})

it('the palette and the list of keys offer whoever may only read nothing to make', async () => {
  const { page, user } = await renderScreen('/groups', { role: 'READ_ONLY' })
  await user.keyboard('{Control>}k{/Control}')
  page.getByRole('option', { name: /^Keyboard shortcuts/ })
  expect(page.queryByRole('option', { name: /^New check/ })).toBe(null)
  await user.keyboard('{Escape}')
  await user.keyboard('?')
  page.getByText('Filter the list')
  expect(page.queryByText('Create here')).toBe(null)
  expect(page.queryByText('Archive until next occurrence')).toBe(null)
})

it.each([
  ['/', '/checks/new'],
  ['/checks', '/checks/new'],
  ['/groups', '/groups/new'],
  ['/channels', '/channels/new'],
  ['/incidents', '/incidents/new'],
  ['/maintenance', '/maintenance/new'],
  ['/status-pages', '/status-pages/new'],
  ['/boards', '/boards/new'],
  ['/alerts', '/alerts'],
  ['/test-sessions', '/test-sessions'],
])('the key c on %s leads to %s', async (from, to) => {
  const { user, address } = await renderScreen(from)
  await user.keyboard('c')
  expect(address()).toBe(to)
})

it('the focus returns to where it was when the palette or the list of keys closes', async () => {
  const { page, user, settled } = await renderScreen('/groups')
  const link = page.getAllByRole('link', { name: 'Alert channels' })[0]
  link?.focus()
  for (const keys of ['{Control>}k{/Control}', '?']) {
    await user.keyboard(keys)
    expect(page.getByRole('dialog').contains(document.activeElement)).toBe(true)
    await user.keyboard('{Escape}')
    await settled()
    expect(document.activeElement).toBe(link)
  }
})

it('the palette does what the open check permits, and has what was opened last first, with its state', async () => {
  const api = new FakeApi()
  storeChecks(api, [aCheckRow(checkout, 'Checkout', { state: 'FAILING' }), aCheckRow(nightly, 'Nightly check')])
  const { page, user, address, turn } = await renderScreen(`/checks/${nightly}`, { api })
  await user.keyboard('g')
  await user.keyboard('c')
  await user.click(page.getByRole('link', { name: 'Checkout' }))
  await user.keyboard('{Control>}k{/Control}')
  const commands = within(page.getByRole('group', { name: 'For Checkout' }))
  commands.getByRole('option', { name: /^Acknowledge/ })
  commands.getByRole('option', { name: /^Run now/ })
  const recent = within(page.getByRole('group', { name: 'Recent' }))
  expect(recent.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['PassingNightly check'])
  await user.click(commands.getByRole('option', { name: 'Mute for 1 hour' }))
  expect(api.sentOf('muteCheck')).toMatchObject([{ params: { id: checkout }, body: { minutes: 60 } }])
  const entry = (id: string, name: string) => sampleIn('search', 'entries', { kind: 'check', id, name, detail: null })
  api.answer('search', { entries: [entry(checkout, 'Checkout'), entry(nightly, 'Nightly check')] })
  await user.keyboard('{Control>}k{/Control}')
  await user.type(page.getByPlaceholderText(/^Search checks/), 'ch')
  await turn(120)
  const found = within(page.getByRole('group', { name: 'Checks' })).getAllByRole('option')
  expect(found.map(({ textContent }) => textContent)).toEqual(['PassingNightly check', 'FailingCheckout'])
  await user.keyboard('{Escape}')
  await user.keyboard('e')
  expect(address()).toBe(`/checks/${checkout}/edit`)
})
