import { within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Answer } from '../../api/operations.ts'
import { aCheckRow, FakeApi, renderScreen, sample, sampleIn, sampleItem, storeChecks } from '../../testing/index.ts'

type Incident = Answer<'getIncidentOfPages'>

const uuid = (number: number): string => `0198c6a0-0000-7000-8000-${String(number).padStart(12, '0')}`
const id = uuid(1)
const pageId = uuid(2)
const shop = uuid(3)
const checkId = uuid(4)
const started = '2026-11-26T09:50:00.000Z'
let api: FakeApi

const update = (number: number, status: Incident['status'], description: string, minute: number) =>
  sampleIn('getIncidentOfPages', 'updates', {
    id: uuid(number),
    status,
    description,
    publicIncidentUpdateDate: `2026-11-26T09:${minute}:00.000Z`,
    notifySubscribers: status === 'INVESTIGATING',
  })

/** An incident on a page with components, which a check opened. */
const anIncident = (fields: Partial<Incident> = {}): Incident =>
  sample('getIncidentOfPages', {
    id,
    kind: 'COMPONENTS',
    statusPageId: pageId,
    name: 'Orders fail',
    severity: 'PARTIAL_OUTAGE',
    status: 'IDENTIFIED',
    startedAt: started,
    resolvedAt: null,
    affects: [{ id: shop, name: 'Shop', impact: 'PARTIAL_OUTAGE' }],
    affectedCount: 1,
    pages: [{ id: pageId, name: 'Acme', url: 'acme', version: 3 }],
    openedBy: { checkId, checkName: 'Cart', ruleId: uuid(9), ruleName: 'Orders' },
    takenOverAt: null,
    isPublished: true,
    postMortem: null,
    postMortemPublishedAt: null,
    updates: [update(11, 'IDENTIFIED', 'A disk is full.', 55), update(10, 'INVESTIGATING', 'We look.', 50)],
    impacts: [{ componentId: shop, status: 'PARTIAL_OUTAGE', startedAt: started, endedAt: null }],
    checks: [{ id: checkId, name: 'Cart', isFailing: true, isNamed: false }],
    alerts: [
      {
        id: uuid(20),
        checkId,
        checkName: 'Cart',
        alertType: 'ALERT_FAILURE',
        error: 'The status is 503',
        checkResultId: uuid(21),
        createdAt: '2026-11-26T09:49:59.000Z',
      },
    ],
    recipients: 1204,
    ...fields,
  })

/** One on services that a person opened. */
const onServices = (fields: Partial<Incident> = {}): Incident =>
  anIncident({
    kind: 'SERVICES',
    statusPageId: null,
    severity: 'MAJOR',
    affects: [{ id: shop, name: 'Shop', impact: null }],
    openedBy: null,
    impacts: [],
    checks: [],
    alerts: [],
    ...fields,
  })

const listed = (incident: Incident) =>
  sampleIn(
    'listIncidentsOfPages',
    'entries',
    (({ updates: _u, impacts: _i, checks: _c, alerts: _a, ...one }) => one)(incident),
  )

function storeIncidents(fake: FakeApi, ...incidents: readonly Incident[]): void {
  const entries = incidents.map(listed)
  fake.answer('listIncidentsOfPages', (_input, { query }) => ({
    entries: 'state' in query ? [] : entries,
    length: entries.length,
    nextId: null,
  }))
  fake.answer('getIncidentOfPages', incidents[0] ?? anIncident())
}

beforeEach(() => {
  api = new FakeApi()
  storeIncidents(api, anIncident())
  storeChecks(api, [aCheckRow(checkId, 'Cart', { state: 'FAILING', since: started })])
  api.answer('listStatusPageComponentsV3', {
    entries: [
      sampleIn('listStatusPageComponentsV3', 'entries', { id: shop, name: 'Shop' }),
      sampleIn('listStatusPageComponentsV3', 'entries', { id: uuid(5), name: 'Search' }),
    ],
    length: 2,
    nextId: null,
  })
})

const open = (fake = api) => renderScreen(`/incidents/${id}`, { api: fake, now: '2026-11-26T10:00:00.000Z' })

describe('the list of incidents', () => {
  it('has open ones first, then past ones by month, and says what opened them and what they affect', async () => {
    const past = onServices({
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

describe('an incident', () => {
  it('shows what was said and the alerts behind it, what it affects, where, and its check', async () => {
    const { page, violations } = await open()
    page.getByRole('heading', { level: 2, name: 'Partial outage · Identified' })
    const steps = within(page.getByRole('region', { name: 'Timeline' })).getAllByRole('listitem')
    expect(steps.map((step) => /^(Identified|Investigating|Alert)/.exec(step.textContent)?.[0])).toEqual([
      'Identified',
      'Investigating',
      'Alert',
    ])
    page.getByText('The status is 503')
    expect(page.getByRole('link', { name: 'Open result' }).getAttribute('href')).toBe(
      `/checks/${checkId}/results/${uuid(21)}`,
    )
    expect(page.getByRole('link', { name: 'Acme' }).getAttribute('href')).toContain(`/status/acme/incidents/${id}`)
    page.getByText('Resolves automatically when all checks of the rule Orders recover.')
    expect(await violations()).toEqual([])
  })

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
    storeIncidents(api, onServices({ recipients: 0 }))
    const { page, user, fill } = await open()
    expect(page.getByRole('checkbox', { name: 'No subscribers to mail' })).toHaveProperty('disabled', true)
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
        params: { incidentUpdateId: uuid(10) },
        body: { description: 'We are looking.', publicIncidentUpdateDate: started, notifySubscribers: true },
      },
    ])
    const [first] = within(page.getByRole('region', { name: 'Timeline' })).getAllByRole('button', { name: 'Delete' })
    if (first) await user.click(first)
    await user.click(within(page.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
    expect(api.sentOf('deleteStatusPageIncidentUpdateV3')).toMatchObject([{ params: { incidentUpdateId: uuid(11) } }])
  })

  it('is taken over from its check, and handed back', async () => {
    const { page, user } = await open()
    storeIncidents(api, anIncident({ takenOverAt: started }))
    await user.click(page.getByRole('button', { name: 'Take over' }))
    page.getByText('Taken over: it stays open until somebody resolves it.')
    await user.click(page.getByRole('button', { name: 'Hand back' }))
    expect(api.sentOf('handleIncidentOfPages').map(({ body }) => body)).toEqual([
      { isTakenOver: true },
      { isTakenOver: false },
    ])
  })

  it('is hidden from readers and published again, renamed, and deleted', async () => {
    const { page, user, fill, address } = await open()
    storeIncidents(api, anIncident({ isPublished: false }))
    await user.click(page.getByRole('button', { name: 'Unpublish' }))
    expect(page.getAllByText('Hidden from status pages and feeds. Nobody is mailed.').length).toBeGreaterThan(0)
    await user.click(page.getByRole('button', { name: 'Publish' }))
    expect(api.sentOf('handleIncidentOfPages').map(({ body }) => body)).toEqual([
      { isPublished: false },
      { isPublished: true },
    ])
    await user.click(page.getByRole('button', { name: 'Rename' }))
    await fill(page.getByLabelText('Name'), 'Checkout fails')
    await user.click(page.getByRole('button', { name: 'Save' }))
    expect(api.sentOf('updateStatusPageIncidentV3')).toMatchObject([{ body: { name: 'Checkout fails' } }])
    const [remove] = page.getAllByRole('button', { name: 'Delete' })
    if (remove) await user.click(remove)
    await user.click(within(page.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
    expect(api.sentOf('deleteStatusPageIncidentV3')).toMatchObject([{ params: { incidentId: id } }])
    expect(address()).toBe('/incidents')
  })

  it('has impacts on components that are changed now, and whose past is corrected', async () => {
    const { page, user, fill } = await open()
    await user.click(page.getByRole('button', { name: 'Change: Affects' }))
    await user.selectOptions(page.getByLabelText('Impact: Search'), 'Major outage')
    await user.selectOptions(page.getByLabelText('Impact: Shop'), 'Operational')
    await user.click(page.getByRole('button', { name: 'Save' }))
    expect(api.sentOf('updateStatusPageIncidentV3')).toMatchObject([
      { body: { name: 'Orders fail', componentImpacts: [{ componentId: uuid(5), status: 'MAJOR_OUTAGE' }] } },
    ])
    await user.click(page.getByRole('button', { name: 'Correct timeline' }))
    const dialog = within(page.getByRole('dialog'))
    await fill(dialog.getByLabelText('To'), '2026-11-26T09:58')
    await user.click(dialog.getByRole('button', { name: 'Add' }))
    await user.click(dialog.getByRole('button', { name: 'Remove row 2' }))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(api.sentOf('replaceComponentImpactsV3')).toMatchObject([
      {
        body: {
          componentImpacts: [
            {
              componentId: shop,
              status: 'PARTIAL_OUTAGE',
              startedAt: started,
              endedAt: new Date('2026-11-26T09:58').toISOString(),
            },
          ],
        },
      },
    ])
  })

  it('shows what was written as readers see it', async () => {
    const html = '<div class="prose"><p>A <strong>disk</strong> is full.</p></div>'
    const [first, ...others] = anIncident().updates
    const updates = first ? [{ ...first, html }, ...others] : []
    const postMortemHtml = '<div class="prose"><h3>Cause</h3></div>'
    storeIncidents(api, anIncident({ updates, postMortem: '# Cause', postMortemHtml }))
    const { page } = await open()
    expect(page.getByText('disk').tagName).toBe('STRONG')
    within(page.getByRole('region', { name: 'Post-mortem' })).getByRole('heading', { name: 'Cause', level: 3 })
    page.getByText('We look.')
  })

  it('has a post-mortem that is written, and published when it is ready', async () => {
    const { page, user } = await open()
    await user.click(page.getByRole('button', { name: 'Write post-mortem' }))
    await user.type(page.getByLabelText('Post-mortem', { selector: 'textarea' }), 'A disk was full.')
    storeIncidents(api, anIncident({ postMortem: 'A disk was full.' }))
    await user.click(page.getByRole('button', { name: 'Save' }))
    page.getByText('Draft')
    await user.click(page.getByRole('button', { name: 'Publish post-mortem' }))
    expect(api.sentOf('handleIncidentOfPages').map(({ body }) => body)).toEqual([
      { postMortem: 'A disk was full.' },
      { isPostMortemPublished: true },
    ])
  })

  it('follows what others do, and offers nothing to change to whoever may only read', async () => {
    const reader = new FakeApi('READ_ONLY')
    storeIncidents(reader, anIncident())
    const { page, turn } = await open(reader)
    expect(page.queryByRole('region', { name: 'Post an update' })).toBe(null)
    expect(page.queryByRole('button', { name: /Delete|Edit|Take over|Rename|Correct/ })).toBe(null)
    storeIncidents(reader, anIncident({ status: 'RESOLVED', resolvedAt: '2026-11-26T09:59:00.000Z' }))
    reader.events.push('incidents', [id])
    await turn(1_000)
    page.getByRole('heading', { level: 2, name: 'Partial outage · Resolved' })
  })

  it('that is not there is said not to be', async () => {
    api.fail('getIncidentOfPages', 'INCIDENT_NOT_FOUND')
    const { page } = await open()
    page.getByRole('heading', { name: 'Not found' })
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
    const scene = await renderScreen('/incidents/new', { api, language: 'en' })
    await write(scene)
    await scene.user.selectOptions(scene.page.getByLabelText('Where'), 'Components of Acme')
    await scene.user.selectOptions(scene.page.getByLabelText('Impact: Shop'), 'Partial outage')
    await scene.user.click(scene.page.getByRole('button', { name: 'Open incident' }))
    expect(api.sentOf('createStatusPageIncidentV3')).toMatchObject([
      {
        params: { statusPageId: pageId },
        body: { componentImpacts: [{ componentId: shop, status: 'PARTIAL_OUTAGE' }] },
      },
    ])
  })
})
