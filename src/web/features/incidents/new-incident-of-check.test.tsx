import { expect, it } from 'vitest'
import { aCheckRow, FakeApi, renderScreen, sample, sampleIn, sampleItem, storeChecks } from '../../testing/index.ts'

const uuid = (number: number): string => `0198c6a0-0000-7000-8000-${String(number).padStart(12, '0')}`
const [id, pageId, shop, checkId] = [uuid(1), uuid(2), uuid(3), uuid(4)]
const started = '2026-11-26T09:50:00.000Z'

const aProblem = {
  name: 'Cart',
  checkType: 'URL',
  frequency: 1,
  groupId: null,
  groupName: null,
  state: 'FAILING',
  since: started,
  lastResultId: null,
  lastRunAt: null,
  muted: false,
  acknowledgedBy: null,
  acknowledgedAt: null,
  silenceReason: null,
  notRunning: null,
} as const

it('an incident for a check is about what the check concerns, knows why, and is linked to it', async () => {
  const api = new FakeApi()
  const components = [
    { id: shop, name: 'Shop', statusPageId: pageId, impact: 'MAJOR_OUTAGE' as const },
    { id: uuid(6), name: 'Elsewhere', statusPageId: uuid(7), impact: 'MAJOR_OUTAGE' as const },
  ]
  api.answer('getAffectedByChecks', { services: [], components })
  storeChecks(api, [aCheckRow(checkId, 'Cart', { state: 'FAILING', since: started })])
  const checks = [{ ...aProblem, id: checkId, locations: [], notified: [] }]
  const issue = { ...sampleIn('getOverview', 'issues'), reason: 'The status is 503', checks }
  api.answer('getOverview', { ...sample('getOverview'), issues: [issue] })
  api.answer('listStatusPagesV3', {
    entries: [sampleIn('listStatusPagesV3', 'entries', { id: pageId, name: 'Acme' })],
    length: 1,
    nextId: null,
  })
  api.answer('listStatusPageComponentsV3', {
    entries: [sampleIn('listStatusPageComponentsV3', 'entries', { id: shop, name: 'Shop' })],
    length: 1,
    nextId: null,
  })
  const text = '{{affected}}: {{reason}} ({{checkName}})'
  api.answer('listIncidentTemplates', [
    sampleItem('listIncidentTemplates', { id: uuid(8), name: 'Down', description: text }),
  ])
  api.answer('createStatusPageIncidentV3', sample('createStatusPageIncidentV3', { id }))
  api.answer('handleIncidentOfPages', sample('handleIncidentOfPages', { id }))
  const scene = await renderScreen(`/incidents/new?check=${checkId}`, { api, now: '2026-11-26T10:00:00.000Z' })
  scene.page.getByText('Opened for Cart.')
  expect(scene.page.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Problems with Shop')
  expect(scene.page.getByLabelText<HTMLSelectElement>('Impact: Shop').value).toBe('MAJOR_OUTAGE')
  await scene.user.selectOptions(scene.page.getByLabelText('Templates'), 'Down')
  await scene.user.click(scene.page.getByRole('button', { name: 'Open incident' }))
  expect(api.sentOf('createStatusPageIncidentV3')[0]).toMatchObject({
    params: { statusPageId: pageId },
    body: {
      name: 'Problems with Shop',
      componentImpacts: [{ componentId: shop, status: 'MAJOR_OUTAGE' }],
      incidentUpdates: [{ description: 'Shop: The status is 503 (Cart)' }],
    },
  })
  expect(api.sentOf('handleIncidentOfPages')).toMatchObject([
    { params: { incidentId: id }, body: { checkIds: [checkId] } },
  ])
  expect(scene.address()).toBe(`/incidents/${id}`)
})
