import { within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  aCheckRow,
  anIncident,
  FakeApi,
  renderScreen,
  storeChecks,
  storedIncident,
  storeIncidents,
} from '../../testing/index.ts'

const { checkId, id, search, shop, started } = storedIncident
const uuid = (number: number): string => `0198c6a0-0000-7000-8000-${String(number).padStart(12, '0')}`
let api: FakeApi

beforeEach(() => {
  api = new FakeApi()
  storeIncidents(api, anIncident())
})

const open = (fake = api) => renderScreen(`/incidents/${id}`, { api: fake, now: '2026-11-26T10:00:00.000Z' })

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

  it('is taken over and hidden from the palette too, where it is the open thing', async () => {
    const { page, user } = await open()
    for (const name of ['Take over', 'Unpublish']) {
      await user.keyboard('{Control>}k{/Control}')
      await user.click(within(page.getByRole('group', { name: /^For / })).getByRole('option', { name }))
    }
    expect(api.sentOf('handleIncidentOfPages').map(({ body }) => body)).toEqual([
      { isTakenOver: true },
      { isPublished: false },
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
      { body: { name: 'Orders fail', componentImpacts: [{ componentId: search, status: 'MAJOR_OUTAGE' }] } },
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

  it('has checks that people name later, beside the one that opened it', async () => {
    const [opener] = anIncident().checks
    const named = { id: uuid(33), name: 'Search', isFailing: false, isNamed: true }
    storeIncidents(api, anIncident({ checks: [...(opener ? [opener] : []), named] }))
    storeChecks(api, [aCheckRow(uuid(31), 'Basket'), aCheckRow(uuid(32), 'Payment')])
    const { page, user, violations } = await open()
    await user.click(page.getByRole('button', { name: 'Change: Checks' }))
    const dialog = within(page.getByRole('dialog'))
    dialog.getByText(/^The checks that opened it/)
    expect(dialog.getByLabelText('Search')).toHaveProperty('checked', true)
    expect(dialog.queryByLabelText('Cart')).toBe(null)
    await user.click(dialog.getByLabelText('Payment'))
    await user.click(dialog.getByLabelText('Search'))
    expect(await violations()).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(api.sentOf('handleIncidentOfPages').map(({ body }) => body)).toEqual([{ checkIds: [uuid(32)] }])
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
