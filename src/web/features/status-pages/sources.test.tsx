import { within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { FakeApi, renderScreen, sample, sampleIn, storedPages, storePages } from '../../testing/index.ts'

let api: FakeApi
beforeEach(() => {
  api = new FakeApi()
  storePages(api)
})
const ofComponents = `/status-pages/${storedPages.components}`
const ofCards = `/status-pages/${storedPages.cards}`
const docs = '0198c6a0-0000-7000-8000-0000000000a3'
const url = 'https://status.pay.example/api/v2/summary.json'

describe('a component follows the page of a provider', () => {
  it('that was tried before, as a whole or one component of it', async () => {
    api.answer('tryFeed', { url, problem: 'NOT_A_STATUS_PAGE', name: null, state: 'UNKNOWN', components: [] })
    const { page, user, fill, violations } = await renderScreen(ofComponents, { api })
    await user.click(page.getByRole('button', { name: 'Settings of Docs' }))
    await user.click(page.getByRole('button', { name: 'Follow a provider' }))
    const dialog = within(page.getByRole('dialog'))
    await fill(dialog.getByLabelText('Address of the page'), 'https://status.pay.example')
    await user.click(dialog.getByRole('button', { name: 'Try it' }))
    dialog.getByText('The answer is not in the format of Statuspage.')
    const cards = { id: 'kx2p9', name: 'Cards', group: 'Payments', state: 'PARTIAL_OUTAGE' } as const
    api.answer('tryFeed', { url, problem: null, name: 'Pay', state: 'OPERATIONAL', components: [cards] })
    await user.click(dialog.getByRole('button', { name: 'Try it' }))
    dialog.getByText('Pay')
    await user.selectOptions(dialog.getByLabelText('What is followed'), 'Payments / Cards')
    dialog.getByText('Partial outage')
    expect(await violations()).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Follow' }))
    page.getByText('It is read once the page is saved.')
    await user.click(page.getByRole('button', { name: 'Save' }))
    const [sent] = api.sentOf('updateStatusPageDefinitionV3')
    expect(sent?.body.components.map(({ feed }) => feed)).toEqual([undefined, null, { url, component: 'kx2p9' }])
    expect(api.sentOf('tryFeed')).toMatchObject([{ body: { url: 'https://status.pay.example' } }, {}])
  })

  it('and shows what it said last and why it cannot be read, until it is to follow it no more', async () => {
    const definition = sample('getStatusPageDefinitionV3')
    const component = {
      id: docs,
      name: 'Docs',
      type: 'SERVICE',
      parentId: null,
      feed: { url, component: null },
    } as const
    const components = [sampleIn('getStatusPageDefinitionV3', 'components', component)]
    api.answer('getStatusPageDefinitionV3', {
      ...definition,
      page: { ...definition.page, id: storedPages.components, url: 'shop' },
      components,
    })
    const feed = { componentId: docs, url, component: null, componentName: null, pageName: 'Pay', checkedAt: null }
    const said = { state: 'UNKNOWN', readAt: '2026-11-26T09:00:00.000Z', problem: 'REJECTED' } as const
    api.answer('listComponentFeedsV3', { entries: [{ ...feed, ...said }] })
    const { page, user, violations } = await renderScreen(ofComponents, { api })
    page.getByText('Provider')
    await user.click(page.getByRole('button', { name: 'Settings of Docs' }))
    page.getByText('Unknown')
    page.getByText('The page did not answer with its data.')
    expect(await violations()).toEqual([])
    await user.click(page.getByRole('button', { name: 'Stop following' }))
    await user.click(page.getByRole('button', { name: 'Save' }))
    expect(api.sentOf('updateStatusPageDefinitionV3')[0]?.body.components).toMatchObject([{ feed: null }])
  })
})

describe('what opens incidents is set from the page', () => {
  it('by a check on a service, in the words of its readers, and taken away', async () => {
    const found = sampleIn('listCheckRows', 'entries', { id: docs, name: 'orders-api p95' })
    api.answer('listCheckRows', { ...sample('listCheckRows'), entries: [found] })
    const { page, user, turn, fill, violations } = await renderScreen(ofCards, { api })
    await user.click(page.getByRole('button', { name: '1 check opens incidents' }))
    await user.click(page.getByRole('button', { name: 'Stop incidents by Checkout' }))
    expect(api.sentOf('updateCheckGeneric')).toMatchObject([{ params: { id: docs }, body: { triggerIncident: null } }])
    await user.click(page.getByRole('button', { name: 'Add check' }))
    const dialog = within(page.getByRole('dialog'))
    await fill(dialog.getByLabelText('Search checks by name'), 'orders')
    await turn(400)
    expect(api.sentOf('listCheckRows').at(-1)?.query).toMatchObject({ search: 'orders' })
    await user.click(dialog.getByLabelText('orders-api p95'))
    expect(dialog.getByLabelText<HTMLInputElement>('Name of the incidents').value).toBe('Till is down')
    await user.selectOptions(dialog.getByLabelText('Severity'), 'Major: partly down')
    expect(await violations()).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Add check' }))
    expect(api.sentOf('updateCheckGeneric')[1]?.body.triggerIncident).toMatchObject({
      severity: 'MAJOR',
      name: 'Till is partly down',
      notifySubscribers: true,
    })
    expect(page.queryByRole('dialog')).toBe(null)
  })

  it('by a rule for a component, which says what it reaches', async () => {
    const { page, user, address } = await renderScreen(ofComponents, { api })
    await user.click(page.getByRole('button', { name: 'Settings of Docs' }))
    page.getByText('No rule opens incidents on this component.')
    await user.click(page.getByRole('link', { name: 'New rule for this component' }))
    expect(address()).toContain('tab=rules')
    const [chosen] = page.getAllByDisplayValue('Major outage')
    expect(chosen).toBeDefined()
  })
})

it('people who may only read see that checks feed a page, and can change nothing', async () => {
  const reader = new FakeApi('READ_ONLY')
  storePages(reader)
  const { page } = await renderScreen(ofCards, { api: reader })
  const shown = page.getByRole('button', { name: '1 check opens incidents' })
  expect(shown.closest('fieldset')?.disabled).toBe(true)
})
