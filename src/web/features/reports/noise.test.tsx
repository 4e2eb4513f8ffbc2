import { within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { FakeApi, renderScreen, sample, sampleIn } from '../../testing/index.ts'

const checkId = '0198c6a0-0000-7000-8000-0000000000c1'
const otherId = '0198c6a0-0000-7000-8000-0000000000c2'
const address = '/reports?tab=noise'

function noisy(role?: 'READ_ONLY'): FakeApi {
  const api = new FakeApi(role)
  api.answer('getNoise', {
    ...sample('getNoise'),
    withinMinutes: 5,
    checks: [{ checkId, checkName: 'Shop', alerts: 17, notifications: 34, recoveredSoon: 14, isFlapping: true }],
    channels: [{ channelId: 7, name: 'Operations', notifications: 34, recoveredSoon: 28 }],
    proposals: [
      sampleIn('getNoise', 'proposals', {
        checkId,
        checkName: 'Shop',
        kind: 'FAILED_RUNS',
        value: 2,
        windowRuns: null,
        alertsNow: 17,
        alertsProposed: 3,
        missedOutages: 0,
        delayedOutages: 1,
        longestDelaySeconds: 60,
      }),
      sampleIn('getNoise', 'proposals', {
        checkId: otherId,
        checkName: 'Cart',
        kind: 'FAILED_OF_RUNS',
        value: 3,
        windowRuns: 5,
        alertsNow: 12,
        alertsProposed: 3,
        missedOutages: 0,
        delayedOutages: 0,
        longestDelaySeconds: null,
      }),
    ],
  })
  return api
}

describe('noise', () => {
  it('names what alerts most, and what would have spared alerts, which opens in the form of the check', async () => {
    const { page, violations } = await renderScreen(address, { api: noisy() })
    page.getByText(/^A threshold of 2 failed runs would have spared 14 of 17 alerts. 1 outage .* 1.min later.$/)
    const link = page.getByRole('link', { name: 'Open the proposal for Shop in the editor' })
    expect(link.getAttribute('href')).toBe(`/checks/${checkId}/edit?failedRuns=2`)
    page.getByText(/^A threshold of 3 of the last 5 runs would have spared 9 of 12 alerts\.$/)
    const ofWindow = page.getByRole('link', { name: 'Open the proposal for Cart in the editor' })
    expect(ofWindow.getAttribute('href')).toBe(`/checks/${otherId}/edit?failedRuns=3&ofRuns=5`)
    const row = within(page.getByRole('row', { name: /Shop/ }))
    for (const text of ['17', '14', '34', 'flapping']) row.getByText(text)
    page.getByRole('row', { name: /Operations/ })
    expect(await violations()).toEqual([])
  })

  it('of another range is read when it is chosen', async () => {
    const api = noisy()
    const { page, user, address: shown } = await renderScreen(address, { api })
    await user.click(page.getByRole('button', { name: '7 days' }))
    expect(shown()).toBe('/reports?tab=noise&days=7')
    expect(api.sentOf('getNoise')).toHaveLength(2)
  })

  it('says that nothing alerted', async () => {
    const { page } = await renderScreen(address, { api: new FakeApi() })
    page.getByText('Nothing alerted in this range.')
  })

  it('offers no form to those who may only read, and is German', async () => {
    const { page } = await renderScreen(address, { api: noisy('READ_ONLY'), language: 'de' })
    page.getByText(/^Eine Schwelle von 2 fehlgeschlagenen Läufen hätte 14 von 17 Alarmen erspart\./)
    expect(page.queryByRole('link', { name: /Formular/ })).toBe(null)
  })
})
