import { within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { FakeApi, renderScreen, sample, sampleIn, storeCheck } from '../../../testing/index.ts'

const none = { degraded: 0, recovery: 0, reminder: 0, notifications: 0 }
const interval = { from: '2026-11-04T10:00:00.000Z', to: '2026-11-04T10:20:00.000Z', state: 'FAILING' } as const
const line = { intervals: [interval], alerts: [{ at: interval.from, kind: 'failure' as const }] }

function answered(): { readonly api: FakeApi; readonly id: string } {
  const api = new FakeApi()
  const { id } = storeCheck(api, { useGlobalAlertSettings: false })
  api.answer('backTestCheck', {
    ...sample('backTestCheck'),
    from: '2026-10-20T00:00:00.000Z',
    to: '2026-11-19T00:00:00.000Z',
    now: { ...none, alerts: 19, failure: 19 },
    proposed: { ...none, alerts: 3, failure: 3 },
    missedOutages: 2,
    delayedOutages: 1,
    longestDelaySeconds: 40,
    outages: [
      sampleIn('backTestCheck', 'outages', {
        from: interval.from,
        to: interval.to,
        detectedNow: interval.from,
        detectedProposed: '2026-11-04T10:00:40.000Z',
        delaySeconds: 40,
      }),
    ],
    timeLines: { now: line, proposed: { ...line, alerts: [] } },
    limits: [{ code: 'RETRIES_UNKNOWN', message: '', count: 12 }],
  })
  return { api, id }
}

describe('settings that are tried on history', () => {
  it('say in a sentence what would have been different, with both time lines and what is not known', async () => {
    const { api, id } = answered()
    const { page, user, violations } = await renderScreen(`/checks/${id}/edit`, { api })
    await user.click(await page.findByRole('button', { name: 'Try on history' }))
    await page.findByText(
      /^Would have alerted 3 times instead of 19\. 1 outage would have been alerted 40.s later\. 2 outages would not have been alerted\.$/,
    )
    page.getByRole('img', { name: 'Now: 1 problem, 1 alert' })
    page.getByRole('img', { name: 'Proposed: 1 problem, 0 alerts' })
    within(page.getByRole('row', { name: /20.min/ })).getByText(/^After 40.s$/)
    page.getByText(/^12 failed runs would have been retried more often/)
    expect(api.sentOf('backTestCheck')).toHaveLength(1)
    await user.click(page.getByRole('button', { name: '7 days' }))
    page.getByText('The settings have changed since. Try them again.')
    expect(await violations()).toEqual([])
  })

  it('begin with a threshold that the address proposes, which nothing has saved yet', async () => {
    const { api, id } = answered()
    const effective = sample('getEffectiveSettings')
    api.answer('getEffectiveSettings', effective)
    const { page, user } = await renderScreen(`/checks/${id}/edit?failedRuns=3`, { api, language: 'de' })
    await user.click(await page.findByRole('button', { name: 'An der Vergangenheit testen' }))
    expect(api.sentOf('backTestCheck').at(-1)).toMatchObject({
      body: { alertSettings: { escalationType: 'RUN_BASED', runBasedEscalation: { failedRunThreshold: 3 } } },
    })
    expect(api.sentOf('updateCheckGeneric')).toEqual([])
  })

  it.each([
    ['failedRuns=3&ofRuns=5', { windowBasedEscalation: { failedRunThreshold: 3, runs: 5 } }],
    ['passedRuns=2', { runBasedRecovery: { passedRunThreshold: 2 } }],
  ])('begin with the policy of an address with %s', async (query, proposed) => {
    const { api, id } = answered()
    api.answer('getEffectiveSettings', sample('getEffectiveSettings'))
    const { page, user } = await renderScreen(`/checks/${id}/edit?${query}`, { api })
    await user.click(await page.findByRole('button', { name: 'Try on history' }))
    expect(api.sentOf('backTestCheck').at(-1)).toMatchObject({ body: { alertSettings: proposed } })
  })
})
