import { within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  aCheckRow,
  aRun,
  FakeApi,
  renderScreen,
  sample,
  sampleIn,
  sampleItem,
  storeChecks,
  storeRuns,
} from '../../testing/index.ts'

const idOf = (number: number): string => `0198c6a0-0000-7000-8000-00000000000${number}`
const [backup, orders, failed] = [idOf(1), idOf(2), idOf(3)]
let api: FakeApi
let stored: ReturnType<typeof storeChecks>

beforeEach(() => {
  api = new FakeApi()
  stored = storeChecks(api, [aCheckRow(backup, 'Backup'), aCheckRow(orders, 'Orders')])
})

it('a check that nobody runs is unknown, says where and since when, and names no next run', async () => {
  const notRunning = { reason: 'NO_AGENT' as const, since: '2026-11-26T09:48:00.000Z', locations: ['Office Berlin'] }
  stored.set(orders, aCheckRow(orders, 'Orders', { state: 'UNKNOWN', notRunning }))
  api.answer('getCheckStatus', sample('getCheckStatus', { checkId: orders, notRunning }))
  api.answer('getCheckSummary', sample('getCheckSummary', { checkId: orders, nextRunAt: null }))
  const { page, violations } = await renderScreen(`/checks/${orders}`, { api })
  page.getByRole('heading', { name: 'Unknown' })
  page.getByText(/^Not running: no agent in Office Berlin since 10:48/)
  expect(page.queryByText(/^Next run/)).toBe(null)
  expect(await violations()).toEqual([])
})

it('a check that runs elsewhere says which location does not run it', async () => {
  const problem = 'No agent of this location is connected since 2026-11-26T09:48:00.000Z.'
  const since = '2026-11-26T09:48:00.000Z'
  const status = { checkId: orders, locationProblems: [{ location: 'office', problem, since }] }
  api.answer('getCheckStatus', sample('getCheckStatus', status))
  const { page } = await renderScreen(`/checks/${orders}`, { api })
  page.getByRole('heading', { name: 'Passing' })
  page.getByText(/^Not running: no agent in office since 10:48/)
})

it('what the agents of a location lack is said in German', async () => {
  const missing = ['feature:icmp', 'type:DNS']
  const problem = 'No connected agent of this location can run the check.'
  const status = { checkId: orders, locationProblems: [{ location: 'office', problem, missing }] }
  api.answer('getCheckStatus', sample('getCheckStatus', status))
  const { page } = await renderScreen(`/checks/${orders}`, { api, language: 'de' })
  page.getByText('office: Kein verbundener Agent unterstützt ICMP-Echo, Prüfungen vom Typ DNS')
  expect(page.queryByText(/No connected agent/)).toBe(null)
})

it('a check that is deployed from code says so, and its editor says that changes do not last', async () => {
  const project = { id: 'p1', logicalId: 'shop', name: 'Shop' }
  const projectBindings = { owner: { project, binding: { logicalId: 'orders', pending: false } }, references: [] }
  api.answer('getCheck', { ...sample('getCheck', { id: orders, name: 'Orders' }), projectBindings })
  api.answer('listProjects', [sampleItem('listProjects', { ...project, commitId: 'c4e480e2aa' })])
  api.answer('getProjectDrift', sample('getProjectDrift', { drift: [] }))
  const { page, user, violations } = await renderScreen(`/checks/${orders}`, { api })
  page.getByText(/^Deployed from project/)
  page.getByText(/commit c4e480e$/)
  expect(await violations()).toEqual([])
  await user.keyboard('e')
  page.getByText(/^The next deployment overwrites/)
})

it.each([
  ['en', /^Changed by hand since the last deployment: (.*)$/, 'alert channel subscription (deleted)', 'another secret'],
  [
    'de',
    /^Seit dem letzten Deployment von Hand geändert: (.*)$/,
    'Kanalabonnement (gelöscht)',
    'ein anderes Geheimnis',
  ],
] as const)(
  'what was changed by hand since the deployment is said with its values: %s',
  async (language, summary, gone, secret) => {
    const project = { id: 'p1', logicalId: 'shop', name: 'Shop' }
    const projectBindings = { owner: { project, binding: { logicalId: 'orders', pending: false } }, references: [] }
    api.answer('getCheck', { ...sample('getCheck', { id: orders, name: 'Orders' }), projectBindings })
    api.answer('listProjects', [sampleItem('listProjects', project)])
    const masked = { $masked: 'changed' }
    const changes = [
      { path: '/name', before: 'Home', after: 'Orders' },
      { path: '/environmentVariables/0/value', before: masked, after: masked, secret: true },
      { path: '/request/headers/0', after: { key: 'x-team', value: 'shop' } },
    ]
    const subscription = { type: 'alert-channel-subscription', logicalId: 'orders#mail', action: 'DELETE' } as const
    const drift = [{ type: 'check', logicalId: 'orders', action: 'UPDATE' as const, changes }, subscription]
    api.answer('getProjectDrift', sample('getProjectDrift', { drift }))
    const { page, user, violations } = await renderScreen(`/checks/${orders}`, { api, language })
    const line = page.getByText(summary)
    expect(line.textContent).toContain(`name, environmentVariables.0.value, request.headers.0, ${gone}`)
    await user.click(line)
    const values = within(page.getByText('environmentVariables.0.value').closest('dl') ?? line)
    values.getByText('Home')
    values.getByText(secret)
    values.getByText('{"key":"x-team","value":"shop"}')
    expect(await violations()).toEqual([])
  },
)

it('keys lead to the checks beside it in the list, mute it and edit it', async () => {
  const scene = await renderScreen('/checks?sort=name', { api })
  const { page, user } = scene
  await user.click(within(page.getByRole('main')).getByRole('link', { name: 'Orders' }))
  page.getByRole('heading', { level: 1, name: /Orders/ })
  await user.keyboard('k')
  page.getByRole('heading', { level: 1, name: /Backup/ })
  await user.keyboard('j')
  page.getByRole('heading', { level: 1, name: /Orders/ })
  await user.keyboard('m')
  page.getByRole('menuitem', { name: 'Mute for 30 minutes' })
  expect(await scene.violations()).toEqual([])
  await user.keyboard('{Escape}')
  await user.keyboard('?')
  within(page.getByRole('dialog')).getByText('Mute for …')
  await user.keyboard('{Escape}')
  await user.keyboard('e')
  expect(scene.address()).toBe(`/checks/${orders}/edit`)
  page.getByRole('heading', { level: 1, name: /Edit Orders/ })
})

it('a check is broken on purpose from its menu, by whoever may run it', async () => {
  api.fail('startDrill', 'DRILL_WITHOUT_CHANNEL')
  const { page, user, violations } = await renderScreen(`/checks/${orders}`, { api, language: 'de' })
  await user.click(page.getByRole('button', { name: 'Weitere Aktionen' }))
  await user.click(page.getByRole('menuitem', { name: 'Übung starten' }))
  const dialog = within(page.getByRole('dialog', { name: 'Alarmübung' }))
  expect(api.sentOf('startDrill')).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Übung starten' }))
  expect(api.sentOf('startDrill')).toMatchObject([{ params: { id: orders } }])
  dialog.getByText(/keinen Alarmkanal benachrichtigen/)
  expect(await violations()).toEqual([])
})

it('a check is opened, muted for a time and deleted by hand', async () => {
  api.answer('getAlertPreview', () => {
    const isMuted = stored.get(orders)?.muted === true
    return sample('getAlertPreview', {
      checkId: orders,
      activated: true,
      silenceReason: isMuted ? 'CHECK_MUTED' : null,
      silencedUntil: isMuted ? '2026-11-26T10:30:00.000Z' : null,
    })
  })
  const scene = await renderScreen(`/checks/${orders}`, { api })
  const { page, user } = scene
  await user.click(page.getByRole('button', { name: 'Mute' }))
  await user.click(page.getByRole('menuitem', { name: 'Mute for 30 minutes' }))
  page.getByText('Nobody would be notified. The check is muted.')
  page.getByText(/^Until .*11:30:00/)
  page.getByText('muted until 11:30', { exact: false })
  expect(page.queryByText(/would be notified\.$/)).toBe(null)
  expect(api.sentOf('muteCheck')).toMatchObject([{ params: { id: orders }, body: { minutes: 30 } }])
  expect(await scene.violations()).toEqual([])
  await user.click(page.getByRole('button', { name: 'Muted' }))
  await user.click(page.getByRole('menuitem', { name: 'Unmute' }))
  expect(api.sentOf('unmuteCheck')).toMatchObject([{ params: { id: orders } }])
  await user.click(page.getByRole('button', { name: 'More actions' }))
  await user.click(page.getByRole('menuitem', { name: 'Delete' }))
  await user.click(within(page.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  page.getByText('Orders deleted')
  expect(scene.address()).toBe('/checks')
  expect(stored.has(orders)).toBe(false)
})

it('muting is offered for an hour and until the next morning, is seen at the top, and is undone there', async () => {
  const scene = await renderScreen(`/checks/${orders}`, { api })
  const { page, user } = scene
  const mute = async (label: string): Promise<void> => {
    await user.click(page.getByRole('button', { name: 'Mute' }))
    await user.click(page.getByRole('menuitem', { name: label }))
  }
  const undo = 'Unmute Orders'
  await mute('Mute for 1 hour')
  page.getByText(/muted until 12:00/)
  await user.click(page.getByRole('button', { name: undo }))
  expect(page.queryByText(/muted until/)).toBe(null)
  await mute('Mute until 09:00')
  page.getByText(/muted until Fri,? 27 Nov, 09:00/)
  expect(api.sentOf('muteCheck').map(({ body }) => body)).toEqual([
    { minutes: 60 },
    { until: '2026-11-27T08:00:00.000Z' },
  ])
  stored.set(orders, aCheckRow(orders, 'Orders', { silence: { reason: 'CHECK_SNOOZED', until: null } }))
  const german = await renderScreen(`/checks/${orders}`, { api, language: 'de' })
  german.page.getByText(/zurückgestellt/)
  await german.user.click(german.page.getByRole('button', { name: 'Stummschaltung von Orders aufheben' }))
  expect(api.sentOf('unsnoozeCheck')).toMatchObject([{ params: { id: orders } }])
  stored.set(orders, aCheckRow(orders, 'Orders', { silence: { reason: 'GROUP_MUTED', until: null } }))
  const grouped = await renderScreen(`/checks/${orders}`, { api })
  grouped.page.getByText(/muted with its group/)
  expect(grouped.page.queryByRole('button', { name: undo })).toBe(null)
  expect(await grouped.violations()).toEqual([])
})

it('a check leads to its open incidents, and to a new one', async () => {
  const incident = sampleIn('listIncidentsOfPages', 'entries', {
    id: idOf(7),
    name: 'Shop is down',
    status: 'IDENTIFIED',
  })
  api.answer('listIncidentsOfPages', { entries: [incident], length: 1, nextId: null })
  const scene = await renderScreen(`/checks/${orders}`, { api })
  expect(api.sentOf('listIncidentsOfPages')[0]).toMatchObject({ query: { checkId: orders, state: 'OPEN' } })
  const link = scene.page.getByRole('link', { name: 'Shop is down' })
  expect(link.getAttribute('href')).toMatch(`/incidents/${idOf(7)}`)
  await scene.user.click(scene.page.getByRole('button', { name: 'More actions' }))
  await scene.user.click(scene.page.getByRole('menuitem', { name: 'Open an incident …' }))
  expect(scene.address()).toBe(`/incidents/new?check=${orders}`)
})

it('a check in trouble says why, and a key acknowledges its alert', async () => {
  const since = '2026-11-26T09:58:00.000Z'
  storeRuns(api, orders, [aRun(1, 10), aRun(2, 2, { error: 'Answers 503.' })])
  stored.set(orders, aCheckRow(orders, 'Orders', { state: 'FAILING', since, lastResultId: aRun(2, 2).id }))
  const { page, user } = await renderScreen(`/checks/${orders}`, { api })
  page.getByRole('heading', { level: 2, name: 'Failing' })
  expect(page.getByRole('link', { name: 'Answers 503.' }).getAttribute('href')).toContain('/results/')
  await user.keyboard('a')
  page.getByText('Acknowledged by Robin')
  expect(page.queryByRole('button', { name: 'Acknowledge' })).toBe(null)
  expect(api.sentOf('acknowledgeCheck')).toMatchObject([{ params: { id: orders } }])
})

it('what a run found and what somebody else changed is seen without a reload', async () => {
  const scene = await renderScreen(`/checks/${orders}`, { api })
  const run = { since: '2026-11-26T10:00:00.000Z', lastResultId: failed, lastRunAt: null, lastResponseTime: 80 }
  stored.set(orders, aCheckRow(orders, 'Orders', { state: 'FAILING' }))
  api.events.push('checks', [{ id: orders, state: 'FAILING', before: 'PASSING', ...run }])
  await scene.turn(250)
  scene.page.getByRole('heading', { level: 2, name: 'Failing' })
  stored.set(orders, aCheckRow(orders, 'Basket'))
  api.events.push('edited-checks', [orders])
  await scene.turn(250)
  scene.page.getByRole('heading', { level: 1, name: /Basket/ })
  expect(document.title).toContain('Basket')
})

describe('whoever may not change checks', () => {
  const actions = /^(Run now|Mute|Edit|More actions|Acknowledge)$/

  it('is offered nothing to change, by keys neither', async () => {
    const reader = new FakeApi('READ_ONLY')
    storeChecks(reader, [aCheckRow(orders, 'Orders', { state: 'FAILING' })])
    const { page, user, address } = await renderScreen(`/checks/${orders}`, { api: reader })
    await user.keyboard('rmea')
    expect(page.queryAllByRole('button', { name: actions })).toEqual([])
    expect(page.queryByRole('menu')).toBe(null)
    expect(address()).toBe(`/checks/${orders}`)
  })

  it('may run it and acknowledge its alert where the role allows it', async () => {
    const runner = new FakeApi('READ_RUN')
    storeChecks(runner, [aCheckRow(orders, 'Orders', { state: 'FAILING' })])
    const { page } = await renderScreen(`/checks/${orders}`, { api: runner })
    const names = page.queryAllByRole('button', { name: actions }).map(({ textContent }) => textContent)
    expect(names).toEqual(['Run nowR', 'AcknowledgeA', ''])
  })
})
