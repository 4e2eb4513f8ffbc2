import { within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  anIncident,
  anIncidentOnServices,
  FakeApi,
  renderScreen,
  sampleIn,
  storedIncident,
  storeIncidents,
} from '../../testing/index.ts'

const { id, pageId, started } = storedIncident
const uuid = (number: number): string => `0198c6a0-0000-7000-8000-${String(number).padStart(12, '0')}`
let api: FakeApi

beforeEach(() => {
  api = new FakeApi()
  storeIncidents(api, anIncident())
})

describe('the list of incidents', () => {
  it('has open ones first, then past ones by month, and says what opened them and what they affect', async () => {
    const past = anIncidentOnServices({
      id: uuid(30),
      name: 'Search slow',
      status: 'RESOLVED',
      startedAt: '2026-10-08T08:00:00.000Z',
      resolvedAt: '2026-10-08T09:12:00.000Z',
      isPublished: false,
    })
    storeIncidents(api, anIncident({ takenOverAt: started }), past)
    const { page, user, address, violations } = await renderScreen('/incidents', { api })
    const headings = page.getAllByRole('rowheader').map(({ textContent }) => textContent)
    expect(headings).toEqual(['Open', 'October 2026'])
    const first = within(page.getByRole('row', { name: /^Orders fail/ }))
    for (const text of ['Opened by Cart', 'Taken over', 'Partial outage · Identified', 'Acme']) first.getByText(text)
    const second = within(page.getByRole('row', { name: /^Search slow/ }))
    for (const text of ['Opened by a person', 'Hidden', 'Major · Resolved', /^1.h 12.min$/]) second.getByText(text)
    expect(await violations()).toEqual([])
    await user.click(first.getByRole('link', { name: 'Orders fail' }))
    expect(address()).toBe(`/incidents/${id}`)
  })

  it('is narrowed by name, state and page, which are in the address', async () => {
    api.answer('listStatusPages', {
      entries: [sampleIn('listStatusPages', 'entries', { id: uuid(8), name: 'Old' })],
      length: 1,
      nextId: null,
    })
    api.answer('listStatusPagesV3', {
      entries: [sampleIn('listStatusPagesV3', 'entries', { id: pageId, name: 'Acme' })],
      length: 1,
      nextId: null,
    })
    const scene = await renderScreen('/incidents', { api })
    await scene.user.selectOptions(scene.page.getByLabelText('State'), 'Open')
    scene.page.getByText('No matching incidents')
    await scene.user.selectOptions(scene.page.getByLabelText('Status page'), 'Acme')
    await scene.fill(scene.page.getByRole('searchbox'), 'orders')
    await scene.turn(150)
    expect(scene.address()).toBe(`/incidents?state=OPEN&page=${pageId}&q=orders`)
    const [last] = api.sentOf('listIncidentsOfPages').slice(-1)
    expect(last?.query).toMatchObject({ state: 'OPEN', statusPageId: pageId, search: 'orders' })
  })

  it('says how incidents begin when there is none, and shows the first one when it comes', async () => {
    const { page, turn } = await renderScreen('/incidents', { api: (api = new FakeApi()) })
    page.getByText('No incidents')
    storeIncidents(api, anIncident())
    api.events.push('incidents', [id])
    await turn(1_000)
    page.getByRole('link', { name: 'Orders fail' })
  })
})
