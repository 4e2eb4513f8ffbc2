import { beforeEach, describe, expect, it } from 'vitest'
import {
  anIncident,
  FakeApi,
  renderScreen,
  sample,
  sampleIn,
  sampleItem,
  storedIncident,
  storeIncidents,
} from '../../testing/index.ts'

const { id, pageId, shop } = storedIncident
let api: FakeApi

beforeEach(() => {
  api = new FakeApi()
  storeIncidents(api, anIncident())
})

describe('a new incident', () => {
  const write = async (scene: Awaited<ReturnType<typeof renderScreen>>): Promise<void> => {
    await scene.user.type(scene.page.getByLabelText('Name'), 'Orders fail')
    await scene.user.type(scene.page.getByLabelText('What users should know'), 'We look.')
  }

  it('on services says how many are mailed, and opens', async () => {
    api.answer('listStatusPageServices', {
      entries: [sampleIn('listStatusPageServices', 'entries', { id: shop, name: 'Shop' })],
      length: 1,
      nextId: null,
    })
    api.answer('previewIncidentOfPages', { recipients: 7, pages: [], page: null, mail: null })
    api.answer('createStatusPageIncident', sample('createStatusPageIncident', { id }))
    const scene = await renderScreen('/incidents/new', { api })
    await write(scene)
    await scene.user.click(scene.page.getByRole('checkbox', { name: 'Shop' }))
    scene.page.getByText('Mail 7 subscribers')
    await scene.user.click(scene.page.getByRole('button', { name: 'Open incident' }))
    expect(api.sentOf('createStatusPageIncident')).toMatchObject([
      {
        body: {
          name: 'Orders fail',
          severity: 'MAJOR',
          services: [{ id: shop }],
          incidentUpdates: [{ status: 'INVESTIGATING', description: 'We look.', notifySubscribers: true }],
        },
      },
    ])
    expect(scene.address()).toBe(`/incidents/${id}`)
  })

  it('on a page with components says how much each is affected', async () => {
    api.answer('listStatusPagesV3', {
      entries: [sampleIn('listStatusPagesV3', 'entries', { id: pageId, name: 'Acme' })],
      length: 1,
      nextId: null,
    })
    api.answer('createStatusPageIncidentV3', sample('createStatusPageIncidentV3', { id }))
    const template = { name: 'Looking', status: 'INVESTIGATING', description: '{{affected}} has problems.' } as const
    api.answer('listIncidentTemplates', [sampleItem('listIncidentTemplates', template)])
    const scene = await renderScreen('/incidents/new', { api, language: 'en' })
    await write(scene)
    await scene.user.selectOptions(scene.page.getByLabelText('Where'), 'Components of Acme')
    await scene.user.selectOptions(scene.page.getByLabelText('Impact: Shop'), 'Partial outage')
    await scene.user.selectOptions(scene.page.getByLabelText('Templates'), 'Looking')
    scene.page.getByDisplayValue(/Shop has problems\./)
    await scene.user.click(scene.page.getByRole('button', { name: 'Open incident' }))
    expect(api.sentOf('createStatusPageIncidentV3')).toMatchObject([
      {
        params: { statusPageId: pageId },
        body: { componentImpacts: [{ componentId: shop, status: 'PARTIAL_OUTAGE' }] },
      },
    ])
  })

  it('is on the page with components from the beginning where there are no services', async () => {
    api.answer('listStatusPageServices', { entries: [], length: 0, nextId: null })
    api.answer('listStatusPagesV3', {
      entries: [sampleIn('listStatusPagesV3', 'entries', { id: pageId, name: 'Acme' })],
      length: 1,
      nextId: null,
    })
    const { page } = await renderScreen('/incidents/new', { api })
    page.getByRole('option', { name: 'Components of Acme', selected: true })
    page.getByLabelText('Impact: Shop')
  })
})
