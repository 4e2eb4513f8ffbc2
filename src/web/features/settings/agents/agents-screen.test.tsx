import { within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Answer } from '../../../api/operations.ts'
import { FakeApi, renderScreen, sampleItem } from '../../../testing/index.ts'

type Plan = Answer<'listAgentPlans'>[number]

const id = '019adf2c-0000-7000-8000-000000000001'
const changes = [{ field: 'name', before: '"Home"', after: '"Start"' }]
const proposed = sampleItem('listAgentPlans', {
  id,
  operation: 'patchCheckGeneric',
  target: 'Home',
  reason: 'A clearer name',
  state: 'PROPOSED',
  problem: null,
  isUndoable: false,
  changes,
  reaches: [{ type: 'STATUS_PAGE', name: 'Shop status' }],
})

const connection = sampleItem('listAgentConnections', {
  id,
  clientName: 'Coder',
  clientHost: 'coder.example',
  mode: 'PROPOSE',
  userName: 'Ada',
})
function connectedApi(connections = [connection]) {
  let [listed, isAllowed] = [connections, true]
  return new FakeApi()
    .answer('listAgentConnections', () => listed)
    .answer('endAgentConnection', () => void (listed = []))
    .answer('getAgentAccess', () => ({ isAllowed, mode: null }))
    .answer('setAgentAccess', ({ body }) => ({ isAllowed: (isAllowed = Boolean(Object(body).isAllowed)) }))
}

function anApi(first: Plan, after: Partial<Plan> = {}) {
  let plan = first
  const api = connectedApi()
  const become = (): Plan => (plan = { ...plan, ...after })
  api.answer('listAgentPlans', () => [plan])
  api.answer('confirmAgentPlan', become)
  api.answer('rejectAgentPlan', become)
  api.answer('undoAgentPlan', become)
  return api
}

it('a proposed change shows what it changes and why, and is confirmed', async () => {
  const api = anApi(proposed, { state: 'APPLIED', decidedBy: 'Grace', isUndoable: true })
  const scene = await renderScreen('/settings/agents', { api })
  const { page, user } = scene
  const card = page.getByText('A clearer name').closest('li') ?? page.getByRole('main')
  within(card).getByRole('heading', { name: 'Change check: Home' })
  within(card).getByRole('row', { name: /name "Home" "Start"/ })
  within(card).getByText('Status page: Shop status')
  expect(await scene.violations()).toEqual([])
  await user.click(page.getByRole('button', { name: 'Confirm' }))
  expect(api.sentOf('confirmAgentPlan')).toMatchObject([{ params: { id } }])
  page.getByText('Change carried out')
  page.getByText('Carried out by Grace')
  page.getByRole('button', { name: 'Undo' })
})

it('a change is rejected', async () => {
  const api = anApi(proposed, { state: 'REJECTED', decidedBy: 'Grace' })
  const { page, user } = await renderScreen('/settings/agents', { api })
  await user.click(page.getByRole('button', { name: 'Reject' }))
  expect(api.sentOf('rejectAgentPlan')).toMatchObject([{ params: { id } }])
  page.getByText('Rejected by Grace')
  expect(page.queryByRole('button', { name: 'Confirm' })).toBe(null)
})

it('a change that was carried out is undone', async () => {
  const api = anApi({ ...proposed, state: 'APPLIED', isUndoable: true }, { state: 'UNDONE', isUndoable: false })
  const { page, user } = await renderScreen('/settings/agents', { api })
  await user.click(page.getByRole('button', { name: 'Undo' }))
  expect(api.sentOf('undoAgentPlan')).toMatchObject([{ params: { id } }])
  page.getByText('Change undone')
})

it('a change that failed says why', async () => {
  const { page } = await renderScreen('/settings/agents', {
    api: anApi({ ...proposed, state: 'FAILED', problem: 'It was changed.' }),
  })
  page.getByText('The change failed: It was changed.')
})

it('without proposals it says how an agent is connected, in German for those who read German', async () => {
  const api = connectedApi([]).answer('listAgentPlans', [])
  const { page } = await renderScreen('/settings/agents', { api, language: 'de' })
  page.getByText('Keine vorgeschlagenen Änderungen')
  page.getByText(/mcpServers/)
})

it('those who only read see no decision', async () => {
  const { page } = await renderScreen('/settings/agents', { api: anApi(proposed).signIn('READ_ONLY') })
  page.getByText('A clearer name')
  expect(page.queryByRole('button', { name: 'Confirm' })).toBe(null)
})

it('a connected program is shown with what it may and for whom, and disconnected', async () => {
  const api = anApi(proposed)
  const { page, user } = await renderScreen('/settings/agents', { api })
  page.getByRole('row', { name: /Coder · coder.example Read and propose Ada/ })
  await user.click(page.getByRole('button', { name: 'Disconnect' }))
  await user.click(within(page.getByRole('alertdialog')).getByRole('button', { name: 'Disconnect' }))
  expect(api.sentOf('endAgentConnection')).toMatchObject([{ params: { id } }])
  page.getByText('No connected programs')
})

it('administrators turn agents off and on; others see only that they are off', async () => {
  const api = anApi(proposed)
  const { page, user } = await renderScreen('/settings/agents', { api })
  await user.click(page.getByRole('button', { name: 'Turn agents off' }))
  await user.click(within(page.getByRole('alertdialog')).getByRole('button', { name: 'Turn agents off' }))
  page.getByText(/^Agents are turned off/)
  await user.click(page.getByRole('button', { name: 'Turn agents on' }))
  expect(page.queryByText(/^Agents are turned off/)).toBe(null)
  expect(api.sentOf('setAgentAccess')).toMatchObject([{ body: { isAllowed: false } }, { body: { isAllowed: true } }])
})
