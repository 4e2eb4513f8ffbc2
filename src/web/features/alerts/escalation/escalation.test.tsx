import { within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { FakeApi, renderScreen, sampleItem } from '../../../testing/index.ts'

const id = '0198c6a0-0000-7000-8000-0000000000b2'
const path = '/alerts?tab=escalation'
let api: FakeApi

const aPolicy = (part: object = {}) =>
  sampleItem('listEscalationPolicies', {
    id,
    name: 'On call',
    steps: [
      { afterMinutes: 0, alertChannelIds: [1], quietHours: [] },
      { afterMinutes: 15, alertChannelIds: [2], quietHours: [] },
    ],
    repeat: { everyMinutes: 30, times: null },
    quietHours: [{ from: '22:00', to: '07:00', timeZone: 'Europe/Berlin', kinds: ['DEGRADED'] }],
    usedBy: { account: true, groups: 2, checks: 0 },
    ...part,
  })

beforeEach(() => {
  api = new FakeApi()
  api.answer('listAlertChannels', [
    sampleItem('listAlertChannels', { id: 1, type: 'EMAIL', config: { address: 'chat@shop.example' } }),
    sampleItem('listAlertChannels', { id: 2, type: 'EMAIL', config: { address: 'call@shop.example' } }),
  ])
})

it('shows the steps of each policy on a line of time, with repeats, quiet hours and where it is used', async () => {
  api.answer('listEscalationPolicies', [aPolicy()])
  const { page, violations } = await renderScreen(path, { api })
  page.getByText('Now')
  page.getByText('+15 min')
  await page.findByText('call@shop.example')
  page.getByText('then every 30 min until acknowledged')
  page.getByText('Quiet from 22:00 to 07:00 (Europe/Berlin), degraded only')
  page.getByText('account, 2 groups')
  expect(await violations()).toEqual([])
})

it('says what a policy is for while there is none', async () => {
  api.answer('listEscalationPolicies', [])
  const { page } = await renderScreen(path, { api })
  page.getByText('No escalation policies')
  page.getByText(/^A policy notifies further channels/)
})

it('sends a new policy with its steps, and shows them while they are written', async () => {
  api.answer('listEscalationPolicies', [])
  const { page, user, violations } = await renderScreen(path, { api })
  await user.click(page.getByRole('button', { name: 'New policy' }))
  const dialog = within(page.getByRole('dialog'))
  await user.type(dialog.getByLabelText('Name'), 'Night')
  await user.click(dialog.getByRole('button', { name: 'Add step' }))
  const [first, second] = dialog.getAllByRole('group').map((group) => within(group))
  await user.click(first?.getByLabelText('chat@shop.example') ?? document.body)
  await user.click(second?.getByLabelText('call@shop.example') ?? document.body)
  dialog.getByText('+5 min')
  dialog.getByText('+15 min')
  await user.click(dialog.getByLabelText('Repeat the last step'))
  expect(await violations()).toEqual([])
  api.answer('createEscalationPolicy', aPolicy())
  await user.click(dialog.getByRole('button', { name: 'Create' }))
  expect(api.sentOf('createEscalationPolicy')).toMatchObject([
    {
      body: {
        name: 'Night',
        steps: [
          { afterMinutes: 5, alertChannelIds: [1] },
          { afterMinutes: 15, alertChannelIds: [2] },
        ],
        repeat: { everyMinutes: 15, times: null },
        quietHours: [],
      },
    },
  ])
})
