import { fireEvent, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import type { Answer } from '../../api/operations.ts'
import { aCheckRow, FakeApi, renderScreen, sample, sampleItem, storeChecks } from '../../testing/index.ts'

const orders = '0198c6a0-0000-7000-8000-000000000001'
const result = '0198c6a0-0000-7000-8000-000000000002'
const say = (...texts: readonly string[]) => texts.map((text) => ({ code: 'EXPLAIN', params: {}, text }))

type Decision = NonNullable<Answer<'explainCheck'>['change']>
const began: Decision = {
  ...sample('explainCheckAlert').decisions[0],
  id: 'd1',
  at: '2026-11-26T09:50:00.000Z',
  alertType: 'ALERT_FAILURE',
  from: 'PASSING',
  to: 'FAILING',
  checkAlertId: null,
  isNotified: false,
  silenceReason: 'BELOW_THRESHOLD',
  rule: {
    escalation: 'RUN_BASED',
    threshold: 2,
    windowRuns: null,
    passedRuns: 1,
    rollingResponseTime: null,
    frequencyWhileFailing: null,
    locationShare: null,
    source: 'CHECK',
    retries: 0,
    retriesSource: 'CHECK',
  },
  steps: say('The run from eu-west-1 failed.', 'The threshold was not reached, so nobody was notified.'),
  channels: [],
  runs: [
    { location: 'us-east-1', outcome: 'passed', attempts: 1, checkResultId: 'other' },
    { location: 'eu-west-1', outcome: 'failed', attempts: 1, checkResultId: result },
  ],
}
const [toMail] = say('"Mail" was not notified: it was paused until 2026-11-26 11:00:00 UTC.')
const alerted: Decision = {
  ...began,
  id: 'd2',
  at: '2026-11-26T09:51:00.000Z',
  checkAlertId: 'a1',
  isNotified: true,
  silenceReason: null,
  steps: say('So it became an alert.'),
  channels: toMail
    ? [{ channelId: 5, type: 'EMAIL', name: 'Mail', silenceReason: 'CHANNEL_PAUSED', step: toMail }]
    : [],
}
const explained = sample('explainCheck', {
  checkId: orders,
  state: 'FAILING',
  steps: say('No reminder follows.', 'The next run that passes ends the problem.'),
  change: began,
  decisions: [alerted],
})

let api: FakeApi
beforeEach(() => {
  api = new FakeApi()
  api.answer('explainCheck', explained)
})

it('a failing check says at once how it came to that, in order, and what happens next, and again after an alert', async () => {
  storeChecks(api, [aCheckRow(orders, 'Orders', { state: 'FAILING', since: began.at })])
  const scene = await renderScreen(`/checks/${orders}`, { api })
  const { page } = scene
  page.getByRole('heading', { name: 'Why it is failing' })
  const first = page.getByText('The run from eu-west-1 failed.')
  const second = page.getByText('So it became an alert.')
  expect(first.compareDocumentPosition(second)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  page.getByText(/^"Mail" was not notified: it was paused until (?!.*UTC)/)
  page.getByText('The threshold was not reached, so nobody was notified.')
  page.getByText('The next run that passes ends the problem.')
  expect(page.getAllByRole('link', { name: 'Open result' })[0]?.getAttribute('href')).toBe(
    `/checks/${orders}/results/${result}`,
  )
  api.answer('explainCheck', { ...explained, steps: say('The next reminder is due at 2026-11-26 10:00:00 UTC.') })
  api.events.push('alerts', [orders])
  await scene.turn(250)
  page.getByText(/^The next reminder is due at /)
})

it('a passing check reads its last change when somebody opens it', async () => {
  storeChecks(api, [aCheckRow(orders, 'Orders')])
  const { page } = await renderScreen(`/checks/${orders}`, { api })
  expect(api.sentOf('explainCheck')).toEqual([])
  const summary = page.getByText('The last change of state')
  const details = summary.closest('details')
  if (!details) throw new Error('It cannot be opened.')
  details.open = true
  fireEvent(details, new Event('toggle'))
  await within(details).findByText(/^The run from eu-west-1 failed\./)
})

it('a notification explains its alert, and one that never became an alert the decision of its time', async () => {
  storeChecks(api, [aCheckRow(orders, 'Orders')])
  const of = {
    id: 'n1',
    checkId: orders,
    timestamp: alerted.at,
    alertType: 'ALERT_FAILURE',
    status: 'SUCCESS',
  } as const
  api.answer('listAlertNotifications', [sampleItem('listAlertNotifications', of)])
  api.answer('getAlertNotification', sample('getAlertNotification', { ...of, checkAlertId: 'a1', history: [] }))
  api.answer('explainCheckAlert', { checkAlertId: 'a1', checkId: orders, steps: [], decisions: [alerted] })
  const open = async () => {
    const { page } = await renderScreen('/alerts?notification=n1', { api })
    const details = page.getByText('How this was decided').closest('details')
    if (!details) throw new Error('It cannot be opened.')
    details.open = true
    fireEvent(details, new Event('toggle'))
    return within(details)
  }
  await (await open()).findByText('So it became an alert.')
  expect(api.sentOf('explainCheck')).toEqual([])
  api.answer('getAlertNotification', sample('getAlertNotification', { ...of, checkAlertId: null, history: [] }))
  api.answer('explainCheck', { ...explained, decisions: [] })
  await (await open()).findByText(/^The run from eu-west-1 failed\./)
  expect(api.sentOf('explainCheck').at(-1)).toMatchObject({ query: { at: alerted.at } })
})
