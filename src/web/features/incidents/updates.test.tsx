import { within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  anIncident,
  anIncidentOnServices,
  FakeApi,
  renderScreen,
  sampleItem,
  storedIncident,
  storeIncidents,
} from '../../testing/index.ts'

const { id, pageId, started, updates } = storedIncident
const uuid = (number: number): string => `0198c6a0-0000-7000-8000-${String(number).padStart(12, '0')}`
let api: FakeApi

beforeEach(() => {
  api = new FakeApi()
  storeIncidents(api, anIncident())
})

const open = (fake = api) => renderScreen(`/incidents/${id}`, { api: fake, now: '2026-11-26T10:00:00.000Z' })

describe('an incident', () => {
  it('is told on by an update, mailed to as many as it says', async () => {
    const { page, user } = await open()
    const composer = within(page.getByRole('region', { name: 'Post an update' }))
    expect(composer.getByRole('checkbox', { name: 'Mail 1,204 subscribers' })).toHaveProperty('checked', true)
    await user.click(composer.getByRole('button', { name: 'Resolved' }))
    await user.type(composer.getByLabelText('What users should know'), 'Orders work again.')
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(api.sentOf('createStatusPageIncidentUpdateV3')).toMatchObject([
      {
        params: { statusPageId: pageId, incidentId: id },
        body: { status: 'RESOLVED', description: 'Orders work again.', notifySubscribers: true },
      },
    ])
    expect(composer.getByLabelText('What users should know')).toHaveProperty('value', '')
  })

  it('on services is told on as well, at another time, without a mail to nobody', async () => {
    storeIncidents(api, anIncidentOnServices({ recipients: 0 }))
    const { page, user, fill } = await open()
    page.getByText('No subscribers to mail')
    expect(page.queryByRole('checkbox', { name: /subscribers/ })).toBe(null)
    await user.type(page.getByLabelText('What users should know'), 'We look.')
    await user.click(page.getByRole('checkbox', { name: 'Set another time' }))
    await fill(page.getByLabelText('When it happened'), '2026-11-26T08:30')
    await user.click(page.getByRole('button', { name: 'Post update' }))
    expect(api.sentOf('createStatusPageIncidentUpdate')).toMatchObject([
      {
        params: { incidentId: id },
        body: {
          notifySubscribers: false,
          publicIncidentUpdateDate: new Date('2026-11-26T08:30').toISOString(),
        },
      },
    ])
  })

  it('fills a template in with what it knows, and names what is left to replace', async () => {
    api.answer('listIncidentTemplates', [
      sampleItem('listIncidentTemplates', {
        id: uuid(40),
        name: 'Looking',
        status: 'MONITORING',
        description: '{{affected}} fails since {{startedAt}} ({{checkName}}: {{reason}}). {{unknown}} {{ duration }}',
      }),
    ])
    const { page, user } = await open()
    await user.selectOptions(page.getByRole('combobox', { name: 'Templates' }), 'Looking')
    const area = page.getByLabelText('What users should know')
    expect(area).toHaveProperty(
      'value',
      'Shop fails since 2026-11-26 09:50 UTC (Cart: The status is 503). {{unknown}} 10\u00a0min',
    )
    expect(page.getByRole('button', { name: 'Monitoring' }).getAttribute('aria-pressed')).toBe('true')
    await user.clear(area)
    await user.type(area, '{{{{incidentName}} fails')
    page.getByText('Replace {{incidentName}} before you post.')
  })

  it('shows an update as its page and its mail before it is posted', async () => {
    api.answer('previewIncidentOfPages', {
      recipients: 3,
      pages: [],
      page: '<!doctype html><html><head><style>p { color: "red" }</style></head><body><p style="margin:0">As page</p></body></html>',
      mail: { subject: 'Orders fail (Identified)', text: 'As text', html: '<p>As mail</p>' },
    })
    const { page, user } = await open()
    expect(page.getByRole('button', { name: 'Preview' })).toHaveProperty('disabled', true)
    await user.type(page.getByLabelText('What users should know'), 'We look.')
    await user.click(page.getByRole('button', { name: 'Preview' }))
    expect(api.sentOf('previewIncidentOfPages')).toMatchObject([
      { body: { incidentId: id, update: { status: 'IDENTIFIED', description: 'We look.' } } },
    ])
    const dialog = within(page.getByRole('dialog', { name: 'Preview' }))
    const frame = dialog.getByTitle('Page')
    expect(frame.getAttribute('sandbox')).toBe('allow-same-origin')
    expect(frame.getAttribute('srcdoc')).toContain('<p data-style="margin:0">As page</p>')
    expect(frame.getAttribute('srcdoc')).toContain('<template data-style="p { color: &quot;red&quot; }"></template>')
    await user.click(dialog.getByRole('tab', { name: 'Mail' }))
    dialog.getByText('Orders fail (Identified)')
    await user.click(dialog.getByRole('tab', { name: 'Plain text' }))
    dialog.getByText('As text')
  })

  it('has updates that are corrected, to the second where the minute stays, and deleted', async () => {
    const { page, user, fill } = await open()
    await user.click(page.getByRole('button', { name: /^Edit the update Investigating/ }))
    const dialog = within(page.getByRole('dialog', { name: 'Edit update' }))
    await fill(dialog.getByLabelText('What users should know'), 'We are looking.')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(api.sentOf('updateStatusPageIncidentUpdateV3')).toMatchObject([
      {
        params: { incidentUpdateId: updates[0] },
        body: { description: 'We are looking.', publicIncidentUpdateDate: started, notifySubscribers: true },
      },
    ])
    const [first] = within(page.getByRole('region', { name: 'Timeline' })).getAllByRole('button', { name: 'Delete' })
    if (first) await user.click(first)
    await user.click(within(page.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
    expect(api.sentOf('deleteStatusPageIncidentUpdateV3')).toMatchObject([{ params: { incidentUpdateId: updates[1] } }])
  })
})

describe('templates', () => {
  it('are written, changed and deleted beside the update that needs one', async () => {
    const { page, user, fill } = await open()
    await user.click(page.getByRole('button', { name: 'Edit templates' }))
    page.getByText('No templates')
    await user.click(page.getByRole('button', { name: 'New template' }))
    const form = within(page.getByRole('dialog', { name: 'New template' }))
    await fill(form.getByLabelText('Name'), 'Looking')
    await fill(form.getByLabelText('What users should know'), '{{affected}} fails.')
    const template = { id: uuid(40), name: 'Looking', status: 'INVESTIGATING', description: 'A' } as const
    api.answer('listIncidentTemplates', [sampleItem('listIncidentTemplates', template)])
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(api.sentOf('createIncidentTemplate')).toMatchObject([
      { body: { name: 'Looking', status: 'INVESTIGATING', description: '{{affected}} fails.' } },
    ])
    await user.click(page.getByRole('button', { name: 'Edit: Looking' }))
    await user.click(page.getByRole('button', { name: 'Save' }))
    expect(api.sentOf('updateIncidentTemplate')).toMatchObject([{ params: { id: uuid(40) } }])
    await user.click(within(page.getByRole('dialog', { name: 'Templates' })).getByRole('button', { name: 'Delete' }))
    await user.click(within(page.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
    expect(api.sentOf('deleteIncidentTemplate')).toMatchObject([{ params: { id: uuid(40) } }])
  })
})
