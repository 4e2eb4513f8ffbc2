import { within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import type { Answer } from '../../api/operations.ts'
import { FakeApi, renderScreen, sample, sampleItem } from '../../testing/index.ts'

type Dashboard = Answer<'getDashboard'>

const id = '9602ccf23589'
const uuid = '0198c6a0-0000-7000-8000-000000000001'
const at = '2026-11-26T09:00:00.000Z'
let api: FakeApi
let stored: Dashboard

const aDashboard = (fields: Partial<Dashboard> = {}): Dashboard =>
  sample('getDashboard', {
    id: 7,
    dashboardId: id,
    header: 'Shop',
    customUrl: 'shop',
    customDomain: null,
    tags: ['shop'],
    refreshRate: 60,
    paginationRate: 60,
    paginate: true,
    checksPerPage: 15,
    enableIncidents: true,
    isPrivate: false,
    keys: [],
    created_at: at,
    updated_at: null,
    ...fields,
  })

beforeEach(() => {
  api = new FakeApi()
  storeDashboard(api)
})

function storeDashboard(fake: FakeApi): void {
  stored = aDashboard()
  fake.answer('listDashboards', [sampleItem('listDashboards', stored)])
  fake.answer('getDashboard', () => stored)
  fake.answer('previewDashboard', (input) => ({
    html: `<style></style><p>Page ${String(input.body.header)}</p>`,
    checkCount: input.body.tags?.length ?? 0,
    pages: 1,
  }))
}

const frameIn = (page: HTMLElement): HTMLIFrameElement | null => page.querySelector('iframe')
const lastBody = (operation: string): unknown => api.sent.findLast((request) => request.id === operation)?.body

it('the list says where each dashboard is and which checks it shows, and an empty one what they are for', async () => {
  const { page } = await renderScreen('/boards', { api })
  page.getByText('1 dashboard')
  expect(page.getByRole('link', { name: /dashboards\/shop/ }).getAttribute('href')).toMatch(/\/dashboards\/shop$/)
  page.getByRole('cell', { name: 'shop' })
  const empty = new FakeApi()
  empty.answer('listDashboards', [])
  const none = await renderScreen('/boards', { api: empty })
  none.page.getByText('No dashboards')
})

it('the page of what is typed is rendered by the service in a frame that may do nothing, with how many checks match', async () => {
  const scene = await renderScreen(`/boards/${id}`, { api })
  const { page, user } = scene
  await scene.turn(400)
  expect(frameIn(document.body)?.getAttribute('sandbox')).toBe('')
  page.getByText(/^1 check matches/)
  await scene.fill(page.getByLabelText('Title'), 'Wall')
  await scene.fill(page.getByLabelText('Tags'), 'shop, cart')
  await scene.turn(400)
  expect(frameIn(document.body)?.getAttribute('srcdoc')).toContain('Page Wall')
  page.getByText(/^2 checks match/)
  expect(lastBody('previewDashboard')).toMatchObject({ header: 'Wall', tags: ['shop', 'cart'] })
  await user.click(page.getByRole('button', { name: 'Phone' }))
  expect(frameIn(document.body)?.style.width).toBe('390px')
})

it('saving sends what has changed alone, and names what the service refuses', async () => {
  const scene = await renderScreen(`/boards/${id}`, { api })
  const { page, user } = scene
  api.answer(
    'updateDashboard',
    (input) => ({ ...stored, ...sample('updateDashboard', stored), ...input.body }) as Dashboard,
  )
  await scene.fill(page.getByLabelText('Title'), 'Wall')
  await user.click(page.getByRole('checkbox', { name: 'Hide tags' }))
  await user.click(page.getByRole('button', { name: 'Save' }))
  page.getByText('Dashboard saved')
  expect(lastBody('updateDashboard')).toEqual({ header: 'Wall', hideTags: true })
})

it('a dashboard that becomes private shows its key once, with the link that carries it', async () => {
  const scene = await renderScreen(`/boards/${id}`, { api })
  const { page, user } = scene
  const key = { id: uuid, rawKey: 'db_secret', maskedKey: 'db_...cret', created_at: at, updated_at: null }
  api.answer('updateDashboard', () => {
    stored = aDashboard({ isPrivate: true, updated_at: at, keys: [{ ...key, rawKey: key.maskedKey }] })
    return { ...stored, keys: [key] }
  })
  await user.click(page.getByRole('checkbox', { name: /^Private/ }))
  await user.click(page.getByRole('button', { name: 'Save' }))
  page.getByText('db_secret')
  page.getByText(/\/dashboards\/shop\?key=db_secret$/)
})

it('leaving with unsaved changes asks first', async () => {
  const scene = await renderScreen(`/boards/${id}`, { api })
  const { page, user } = scene
  await scene.fill(page.getByLabelText('Title'), 'Wall')
  await user.click(page.getByRole('link', { name: 'Groups' }))
  const dialog = within(page.getByRole('dialog', { name: 'Leave without saving?' }))
  await user.click(dialog.getByRole('button', { name: 'Discard changes' }))
  expect(scene.address()).toBe('/groups')
})

it('an incident is posted, and resolving it posts an update and ends it', async () => {
  const update = { id: uuid, incidentId: uuid, status: 'INVESTIGATING', description: 'We are looking.' } as const
  const incidentUpdates = [{ ...update, created_at: at, updated_at: null }]
  const incident = { id: uuid, dashboardId: 7, name: 'Slow', startedAt: at, stoppedAt: null, incidentUpdates }
  const { page, user, fill } = await renderScreen(`/boards/${id}`, { api })
  const pane = within(page.getByRole('region', { name: 'Incidents' }))
  await user.click(pane.getByRole('button', { name: 'New incident' }))
  const dialog = within(page.getByRole('dialog', { name: 'New incident' }))
  await fill(dialog.getByLabelText('Name'), 'Slow')
  await fill(dialog.getByLabelText('Message'), 'We are looking.')
  api.answer('listDashboardIncidents', [sampleItem('listDashboardIncidents', incident)])
  await user.click(dialog.getByRole('button', { name: 'Post update' }))
  expect(lastBody('createIncident')).toMatchObject({ dashboardId: 7, name: 'Slow' })
  await user.click(pane.getByRole('button', { name: 'Resolve' }))
  await user.click(within(page.getByRole('dialog')).getByRole('button', { name: 'Resolve' }))
  expect(lastBody('createIncidentUpdate')).toMatchObject({ status: 'RESOLVED' })
  expect(lastBody('updateIncident')).toEqual({ stoppedAt: '2026-11-26T10:00:00.000Z' })
})

it('who may only read sees the settings and the incidents, and neither a preview nor a control', async () => {
  const reader = new FakeApi('READ_ONLY')
  storeDashboard(reader)
  const { page } = await renderScreen(`/boards/${id}`, { api: reader, language: 'de' })
  page.getByText(/aber nicht bearbeiten/)
  expect(page.queryByRole('button', { name: /Speichern|Löschen|Neuer Vorfall/ })).toBe(null)
  expect(frameIn(document.body)).toBe(null)
})
