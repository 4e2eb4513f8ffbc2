import { within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { aCheckRow, FakeApi, renderScreen, sample, sampleIn, sampleItem, storeChecks } from '../testing/index.ts'

const [orders, cart] = ['0198c6a0-0000-7000-8000-000000000001', '0198c6a0-0000-7000-8000-000000000002']
const sent = { type: 'WEBHOOK', alertChannelId: 4, alertConfig: { name: 'Pager' }, status: 'SUCCESS' } as const
const items = [
  sampleItem('listAlertNotifications', {
    ...sent,
    id: 'n2',
    checkId: orders,
    checkName: 'Orders',
    alertType: 'ALERT_FAILURE',
    timestamp: '2026-11-26T09:58:00.000Z',
    notificationResult: '204 No Content',
  }),
  sampleItem('listAlertNotifications', {
    id: 'n1',
    checkId: cart,
    checkName: 'Cart',
    alertType: 'ALERT_FAILURE',
    status: 'SILENCED',
    silenceReason: 'CHECK_MUTED',
    timestamp: '2026-11-25T22:00:00.000Z',
  }),
]
let api: FakeApi

function withAlerts(fake: FakeApi): void {
  storeChecks(fake, [aCheckRow(orders, 'Orders', { state: 'FAILING' }), aCheckRow(cart, 'Cart')])
  fake.answer('listAlertNotifications', (_input, { query }) => {
    const { silenceReason: reasons = [], checkId } = query
    return items.filter(
      (item) =>
        (reasons.length === 0 || reasons.includes(item.silenceReason ?? '')) &&
        (checkId ?? item.checkId) === item.checkId,
    )
  })
  fake.answer('getAlertNotification', ({ params }) => {
    const item = items.find(({ id }) => id === params.id)
    return sample('getAlertNotification', {
      ...item,
      title: 'Orders fails',
      failingSince: '2026-11-26T09:57:00.000Z',
      history: items,
      deliveries: [{ at: '2026-11-26T09:58:01.000Z', outcome: 'sent', response: '204 No Content' }],
    })
  })
}

beforeEach(() => {
  api = new FakeApi()
  withAlerts(api)
})

describe('the alert log', () => {
  it('says who was notified, by day, and who was not and why', async () => {
    const { page } = await renderScreen('/alerts', { api })
    const row = (name: RegExp) => within(page.getByRole('row', { name }))
    row(/Orders/).getByText('Delivered')
    row(/Orders/).getByRole('link', { name: 'Pager' })
    row(/Cart/).getByText('The check is muted.')
    row(/^Wed/)
    row(/^Thu/)
  })

  it('opens a notification beside it by keys, with everything from the failure to the recovery', async () => {
    const scene = await renderScreen('/alerts', { api })
    const { page, user } = scene
    await user.keyboard('j{Enter}')
    expect(scene.address()).toBe('/alerts?notification=n2')
    const detail = within(page.getByRole('complementary', { name: 'Notification' }))
    detail.getByText('Orders fails')
    const history = within(detail.getByRole('region', { name: 'Timeline' }))
    expect(history.getAllByRole('listitem')).toHaveLength(2)
    expect(await scene.violations()).toEqual([])
    await user.keyboard('j')
    expect(scene.address()).toBe('/alerts?notification=n1')
    await user.keyboard('{Escape}')
    expect(page.queryByRole('complementary', { name: 'Notification' })).toBe(null)
    expect(scene.address()).toBe('/alerts')
  })

  it('names the incident that was open at the time of an alert, and offers to open one', async () => {
    const incident = (name: string, startedAt: string, resolvedAt: string | null) =>
      sampleIn('listIncidentsOfPages', 'entries', { id: orders, name, startedAt, resolvedAt })
    const entries = [
      incident('Shop is down', '2026-11-26T09:58:30.000Z', null),
      incident('Shop was slow', '2026-11-25T08:00:00.000Z', '2026-11-25T09:00:00.000Z'),
    ]
    api.answer('listIncidentsOfPages', { entries, length: 2, nextId: null })
    const { page } = await renderScreen('/alerts?notification=n2', { api })
    page.getByRole('link', { name: 'Shop is down' })
    expect(page.queryByText('Shop was slow')).toBe(null)
    const link = page.getByRole('link', { name: 'Open an incident …' })
    expect(link.getAttribute('href')).toMatch(`/incidents/new?check=${orders}`)
  })

  it('shows a notification in its place where there is no room beside it', async () => {
    const { page, user } = await renderScreen('/alerts?notification=n2', { api, width: 390 })
    const detail = within(page.getByRole('complementary', { name: 'Notification' }))
    detail.getByRole('link', { name: 'Orders' })
    expect(page.queryByRole('table')).toBe(null)
    await user.click(detail.getByRole('button', { name: 'Close' }))
    page.getByRole('table')
  })

  it('acknowledges an alert, mutes a check, and follows its filters', async () => {
    const scene = await renderScreen('/alerts', { api })
    const { page, user } = scene
    await user.click(page.getByRole('button', { name: 'Actions for Orders' }))
    await user.click(page.getByRole('menuitem', { name: 'Acknowledge' }))
    page.getByText('Alert for Orders acknowledged')
    await user.click(page.getByRole('button', { name: 'Actions for Orders' }))
    expect(page.queryByRole('menuitem', { name: 'Acknowledge' })).toBe(null)
    await user.click(page.getByRole('menuitem', { name: 'Mute for 2 hours' }))
    page.getByText('Orders muted')
    expect(api.sentOf('muteCheck')).toMatchObject([{ params: { id: orders }, body: { minutes: 120 } }])
    await user.selectOptions(page.getByRole('combobox', { name: 'Reason for silencing' }), 'SILENCED_BY_MAINTENANCE')
    page.getByRole('heading', { name: 'No alerts' })
    await scene.reload()
    page.getByRole('heading', { name: 'No alerts' })
    expect(scene.address()).toBe('/alerts?reason=SILENCED_BY_MAINTENANCE')
    expect(await scene.violations()).toEqual([])
  })

  it('is narrowed to what became of notifications, to a check, and to an earlier time', async () => {
    const { page, user, address } = await renderScreen('/alerts', { api })
    const asked = () => api.sentOf('listAlertNotifications').at(-1)?.query
    await user.click(page.getByRole('button', { name: 'Failed' }))
    expect(asked()).toMatchObject({ hasFailures: 'true' })
    await user.click(page.getByRole('button', { name: 'All' }))
    await user.click(page.getByRole('button', { name: 'Actions for Cart' }))
    await user.click(page.getByRole('menuitem', { name: 'This check only' }))
    expect(page.queryByRole('row', { name: /Orders/ })).toBe(null)
    await user.click(page.getByRole('button', { name: 'Last hour' }))
    await user.click(page.getByRole('button', { name: 'Earlier' }))
    expect(asked()).toMatchObject({ checkId: cart, from: '1795680060', to: '1795683660' })
    await user.click(page.getByRole('button', { name: 'Later' }))
    expect(address()).toBe(`/alerts?check=${cart}&hours=1`)
  })

  it('says that filters let nothing through, and takes them back', async () => {
    const scene = await renderScreen('/alerts?reason=SILENCED_BY_MAINTENANCE&hours=6', { api })
    scene.page.getByText('No notification in this period matches the filters.')
    await scene.user.click(scene.page.getByRole('button', { name: 'Clear filters' }))
    expect(scene.address()).toBe('/alerts?hours=6')
    scene.page.getByRole('row', { name: /Orders/ })
  })

  it('shows what is sent without a reload', async () => {
    api.answer('listAlertNotifications', [])
    const scene = await renderScreen('/alerts', { api })
    scene.page.getByRole('heading', { name: 'No alerts' })
    withAlerts(api)
    api.events.push('alerts', [orders])
    await scene.turn(250)
    scene.page.getByRole('row', { name: /Orders/ })
  })

  it('offers whoever may only read nothing but to narrow it', async () => {
    const reader = new FakeApi('READ_ONLY')
    withAlerts(reader)
    const { page, user } = await renderScreen('/alerts', { api: reader })
    await user.click(page.getByRole('button', { name: 'Actions for Orders' }))
    expect(page.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['This check only'])
  })

  it('is in German for whoever reads German', async () => {
    const { page } = await renderScreen('/alerts', { api, language: 'de' })
    page.getByRole('heading', { level: 1, name: 'Alarme' })
    within(page.getByRole('table')).getByText('Die Prüfung ist stummgeschaltet.')
  })
})

it('channels that deliver nothing are named above the log', async () => {
  const channel = sampleItem('listAlertChannels', {
    id: 4,
    config: { name: 'Pager' },
    deliveryState: 'FAILING',
    consecutiveFailures: 3,
    lastError: '410 Gone',
  })
  const { page } = await renderScreen('/alerts', { api: api.answer('listAlertChannels', [channel]) })
  page.getByText('Pager is failing.')
  page.getByText(/3 failed attempts in a row.*410 Gone/)
})
