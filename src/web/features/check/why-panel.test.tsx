import { within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Answer } from '../../api/operations.ts'
import {
  aCheckRow,
  aRun,
  FakeApi,
  renderScreen,
  sample,
  sampleIn,
  storeChecks,
  storeRuns,
} from '../../testing/index.ts'

const [orders, cart] = ['0198c6a0-0000-7000-8000-000000000001', '0198c6a0-0000-7000-8000-000000000002']
let api: FakeApi
let stored: ReturnType<typeof storeChecks>

type Problem = Answer<'getOverview'>['issues'][number]['checks'][number]

const aProblem = (id: string, name: string, since: string): Problem => ({
  id,
  name,
  checkType: 'API',
  frequency: 10,
  groupId: null,
  groupName: null,
  state: 'FAILING',
  since,
  lastResultId: null,
  lastRunAt: since,
  muted: false,
  acknowledgedBy: null,
  acknowledgedAt: null,
  locations: [],
  notified: [],
  silenceReason: null,
  notRunning: null,
})
beforeEach(() => {
  api = new FakeApi()
  stored = storeChecks(api, [aCheckRow(orders, 'Orders'), aCheckRow(cart, 'Cart')])
})

describe('the panel beside the runs', () => {
  const pager = { channelId: 4, type: 'WEBHOOK', name: 'Pager', silenceReason: null, notifiesRecovery: true } as const
  const preview = sample('getAlertPreview', {
    checkId: orders,
    activated: true,
    threshold: 2,
    failedRuns: 1,
    reminders: { amount: 2, interval: 10 },
    channels: [pager, { ...pager, channelId: 5, name: 'Mail', type: 'EMAIL', silenceReason: 'CHANNEL_PAUSED' }],
  })

  it('says who would be notified and why nobody is', async () => {
    api.answer('getAlertPreview', preview)
    const scene = await renderScreen(`/checks/${orders}`, { api })
    const { page } = scene
    page.getByText('An alert is sent after 2 failed runs in a row.')
    page.getByText('So far 1 run.')
    page.getByText('Pager would be notified.')
    page.getByText('Mail would not be notified.')
    page.getByText('The channel is paused.')
    page.getByText('Then 2 reminders, every 10 minutes.')
    page.getByText('One passing run resolves it. Pager would be notified of the recovery.')
    api.answer('getAlertPreview', { ...preview, silenceReason: 'CHECK_MUTED' })
    api.events.push('edited-checks', [orders])
    await scene.turn(250)
    page.getByText('Nobody would be notified. The check is muted.')
    expect(page.queryByText(/^One passing run resolves it|(?<!Nobody) would be notified\./)).toBe(null)
  })

  it('says what a window of runs and a recovery after several need, and how far they are', async () => {
    const window = { failedRunThreshold: 3, runs: 5, failedRuns: 2 }
    api.answer('getAlertPreview', { ...preview, window, recovery: { passedRunThreshold: 3, passedRuns: 1 } })
    const { page } = await renderScreen(`/checks/${orders}`, { api })
    page.getByText('An alert is sent when 3 of the last 5 runs fail.')
    page.getByText('So far 2 of the last 5.')
    page.getByText('3 passing runs in a row resolve it. Pager would be notified of the recovery.')
    page.getByText('Recovering: 1 of 3 passing runs so far.')
  })

  it('says of each alert once which channels were notified and which were not, the newest first', async () => {
    const channel = (id: number, name: string) =>
      ({ type: 'WEBHOOK', alertChannelId: id, alertConfig: { name } }) as const
    const sent = (id: string, alert: string, fields: Partial<Answer<'getAlertNotification'>>) =>
      sample('getAlertNotification', { id, checkId: orders, checkAlertId: alert, status: 'SUCCESS', ...fields })
    const failure = { alertType: 'ALERT_FAILURE', timestamp: '2026-11-26T09:50:00.000Z' } as const
    api.answer('listAlertNotifications', [
      sent('n4', 'a2', { ...channel(1, 'Pager'), alertType: 'ALERT_RECOVERY', timestamp: '2026-11-26T09:55:00.000Z' }),
      sent('n3', 'a1', { ...channel(3, 'Night'), ...failure, status: 'SILENCED', silenceReason: 'CHANNEL_PAUSED' }),
      sent('n2', 'a1', { ...channel(2, 'Desk'), ...failure }),
      sent('n1', 'a1', { ...channel(1, 'Pager'), ...failure }),
    ])
    const { page } = await renderScreen(`/checks/${orders}`, { api })
    const rows = page
      .getAllByRole('listitem')
      .filter((row) => row.querySelector('time') && row.querySelector('[class*=shape]'))
    expect(rows.map((row) => row.textContent)).toEqual([
      '10:55:00 RecoveredPager: Delivered',
      '10:50:00 FailingNight: The channel is paused.Desk, Pager: Delivered',
    ])
  })

  it('says what was notified, and what happened before the check broke', async () => {
    const since = '2026-11-26T09:58:00.000Z'
    const runs = [aRun(1, 30), aRun(2, 20), aRun(3, 4, { ms: 900 }), aRun(4, 2, { error: 'Answers 503.' })]
    const change = sampleIn('getCheckSeries', 'annotations', {
      kind: 'CHANGE',
      name: 'Owner',
      action: 'UPDATED',
      fields: ['request'],
      at: '2026-11-26T09:56:00.000Z',
    })
    storeRuns(api, orders, runs, { annotations: [change] })
    stored.set(orders, aCheckRow(orders, 'Orders', { state: 'FAILING', since, lastResultId: aRun(4, 2).id }))
    const issue = { state: 'FAILING', reason: null, target: null, since, incident: null } as const
    const checks = [aProblem(orders, 'Orders', since), aProblem(cart, 'Cart', since)]
    api.answer('getOverview', { ...sample('getOverview'), issues: [{ ...issue, checks }] })
    api.answer('listAlertNotifications', [
      sample('getAlertNotification', {
        checkId: orders,
        alertType: 'ALERT_FAILURE',
        type: 'WEBHOOK',
        status: 'SUCCESS',
      }),
    ])
    const { page, violations } = await renderScreen(`/checks/${orders}`, { api })
    page.getByRole('heading', { name: 'Past notifications' })
    page.getByText('Webhook: Delivered')
    const before = within(page.getByRole('region', { name: 'Before the failure' }))
    before.getByText('Check changed by Owner: Request')
    before.getByText(/2 min before/)
    before.getByText(/^All runs passed/)
    before.getByText('Response time rose from 120 ms to 900 ms')
    before.getByText('Another check broke too:')
    before.getByRole('link', { name: 'Cart' })
    expect(await violations()).toEqual([])
  })
})
