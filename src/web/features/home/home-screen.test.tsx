import { within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import type { Answer } from '../../api/operations.ts'
import type { Scene } from '../../testing/index.ts'
import { aCheckRow, FakeApi, renderScreen, sample, sampleIn, storeChecks } from '../../testing/index.ts'

type Overview = Answer<'getOverview'>
type Issue = Overview['issues'][number]
type Problem = Issue['checks'][number]
type Cell = Answer<'listCheckCells'>['cells'][number]

const idOf = (place: number): string => `0198c6a0-0000-7000-8000-${String(place).padStart(12, '0')}`
const [cart, checkout, login] = [idOf(1), idOf(2), idOf(3)]
const since = '2026-11-26T09:58:00.000Z'
const reason = 'The status is 503'
const cells: readonly Cell[] = [
  { id: cart, name: 'Cart', state: 'PASSING', groupId: 1 },
  { id: checkout, name: 'Checkout', state: 'PASSING', groupId: 1 },
  { id: login, name: 'Login', state: 'PASSING', groupId: null },
]

const withState = (id: string, state: Cell['state']): Cell[] =>
  cells.map((cell) => (cell.id === id ? { ...cell, state } : cell))

const problem = (id: string, name: string, fields: Partial<Problem> = {}): Problem => ({
  id,
  name,
  checkType: 'API',
  frequency: 1,
  groupId: null,
  groupName: null,
  state: 'FAILING',
  since,
  lastResultId: null,
  lastRunAt: null,
  muted: false,
  acknowledgedBy: null,
  acknowledgedAt: null,
  locations: [],
  notified: [{ channelId: 1, type: 'WEBHOOK', name: 'Webhook', status: 'SUCCESS', at: since }],
  silenceReason: null,
  notRunning: null,
  ...fields,
})

const counts = { FAILING: 0, DEGRADED: 0, UNKNOWN: 0, PENDING: 0, PASSING: 3, PAUSED: 0 }
const failing = (checks: Problem[]): Overview => ({
  ...sample('getOverview'),
  counts: { ...counts, FAILING: checks.length, PASSING: 3 - checks.length },
  issues: [{ state: 'FAILING', reason, target: 'shop.example', since, checks, incident: null }],
  problems: checks.length,
})
const change = {
  state: 'FAILING',
  before: 'PASSING',
  since,
  lastResultId: null,
  lastRunAt: since,
  lastResponseTime: 20,
} as const
let api: FakeApi

beforeEach(() => {
  api = new FakeApi()
  api.answer('getOverview', { ...sample('getOverview'), counts })
  api.answer('listCheckCells', { groups: [{ id: 1, name: 'Shop' }], cells: [...cells] })
})

it('home shows checks that begin to fail without a reload, with why and who was notified, and counts them in its title', async () => {
  const { page, turn, violations } = await renderScreen('/', { api })
  page.getByRole('heading', { name: 'All checks are passing' })
  page.getByRole('img', { name: 'Shop: 2 checks' })
  api.answer('getOverview', failing([problem(cart, 'Cart'), problem(checkout, 'Checkout')]))
  api.events.push('checks', [
    { id: cart, ...change },
    { id: checkout, ...change },
  ])
  await turn(250)
  page.getByRole('img', { name: 'Shop: 2 checks, 2 failing' })
  await turn(250)
  page.getByRole('heading', { name: '2 checks are failing' })
  page.getByText('2 checks with the same error')
  page.getByText('shop.example')
  page.getByText(reason)
  page.getByText('Notified Webhook at 10:58.')
  expect(document.title).toMatch(/^■ 2 failing · Home/)
  expect(await violations()).toEqual([])
})

it('home shows checks that nobody runs as unknown, with where and since when, as soon as their agent is gone', async () => {
  const notRunning = { reason: 'NO_AGENT' as const, since: '2026-11-26T09:48:00.000Z', locations: ['Office Berlin'] }
  const unknown = (id: string, name: string) => problem(id, name, { state: 'UNKNOWN', notRunning, notified: [] })
  const { page, turn, violations } = await renderScreen('/', { api })
  page.getByRole('heading', { name: 'All checks are passing' })
  api.answer('listCheckCells', { groups: [{ id: 1, name: 'Shop' }], cells: withState(cart, 'UNKNOWN') })
  api.answer('getOverview', {
    ...sample('getOverview'),
    counts: { ...counts, UNKNOWN: 2, PASSING: 1 },
    issues: [
      {
        state: 'UNKNOWN',
        reason: null,
        target: null,
        since: notRunning.since,
        checks: [unknown(cart, 'Cart'), unknown(login, 'Login')],
        incident: null,
      },
    ],
    problems: 2,
  })
  api.events.push('private-locations', [idOf(9)])
  await turn(250)
  page.getByRole('heading', { name: '2 checks are not running' })
  const pane = within(page.getByRole('region', { name: 'Unknown' }))
  pane.getByText(/^Not running: no agent in Office Berlin since 10:48/)
  expect(pane.queryByText(/notified/)).toBe(null)
  expect(pane.queryByRole('button', { name: 'Acknowledge' })).toBe(null)
  page.getByRole('img', { name: 'Shop: 2 checks, 1 unknown' })
  const states = within(page.getByRole('navigation', { name: 'Checks by state' })).getAllByRole('link')
  expect(states.map(({ textContent }) => textContent)).toEqual(['2unknown', '1passing'])
  expect(await violations()).toEqual([])
})

it('home arranges groups by the worst first, and names how many checks have each state', async () => {
  api.answer('listCheckCells', { groups: [{ id: 1, name: 'Shop' }], cells: withState(login, 'DEGRADED') })
  api.answer('getOverview', { ...sample('getOverview'), counts: { ...counts, DEGRADED: 1, PASSING: 2 } })
  const { page } = await renderScreen('/', { api })
  const all = within(page.getByRole('region', { name: 'All checks' }))
  all.getByText('3 checks in 2 groups, worst first')
  const names = all.getAllByRole('img').map((marks) => marks.getAttribute('aria-label'))
  expect(names).toEqual(['No group: 1 check, 1 degraded', 'Shop: 2 checks'])
  const states = within(page.getByRole('navigation', { name: 'Checks by state' })).getAllByRole('link')
  expect(states.map(({ textContent }) => textContent)).toEqual(['1degraded', '2passing'])
})

it('home arranges checks by their types, and runs those of a group or all of them', async () => {
  api.answer('listCheckCells', ({ query }) =>
    query?.arrangeBy === 'type'
      ? {
          groups: ['API', 'URL'].map((name, index) => ({ id: index + 1, name })),
          cells: cells.map((cell) => ({ ...cell, groupId: cell.groupId ?? 2 })),
        }
      : { groups: [{ id: 1, name: 'Shop' }], cells: [...cells] },
  )
  const sessions = cells.map(({ id }) => sampleIn('triggerCheckSessionsV2', 'sessions', { checkId: id }))
  api.answer('triggerCheckSessionsV2', { sessions })
  api.answer('runCheckGroup', { sessions: sessions.slice(0, 2) })
  const { page, user, address, violations } = await renderScreen('/', { api })
  await user.click(page.getByRole('button', { name: 'Type' }))
  page.getByText('2 types, worst first')
  expect(page.getByRole('link', { name: 'API' }).getAttribute('href')).toBe('/checks?type=API')
  expect(address()).toBe('/?by=type')
  expect(await violations()).toEqual([])
  await user.click(page.getByRole('button', { name: 'Run …' }))
  await user.selectOptions(page.getByLabelText('Checks'), 'All checks (3)')
  expect(await violations()).toEqual([])
  await user.click(page.getByRole('button', { name: 'Run 3 checks' }))
  page.getByText('3 checks started')
  await user.click(page.getByRole('button', { name: 'Run …' }))
  await user.selectOptions(page.getByLabelText('Checks'), 'Group Shop (2)')
  await user.click(page.getByRole('button', { name: 'Run 2 checks' }))
  page.getByText('2 checks started')
  expect(api.sentOf('triggerCheckSessionsV2').map(({ body }) => body)).toEqual([{}])
  expect(api.sentOf('runCheckGroup')).toMatchObject([{ params: { id: '1' } }])
})

it('home says which mark has the keyboard, and opens its check', async () => {
  api.answer('getOverview', failing([problem(checkout, 'Checkout')]))
  api.answer('listCheckCells', { groups: [{ id: 1, name: 'Shop' }], cells: withState(checkout, 'FAILING') })
  const { page, user, address } = await renderScreen('/', { api })
  page.getByRole('img', { name: /^Shop/ }).focus()
  await user.keyboard('{ArrowRight}{ArrowRight}')
  page.getByRole('img', { name: 'Checkout, Failing' })
  await user.keyboard('{Enter}')
  expect(address()).toBe(`/checks/${checkout}`)
})

it('home leads from a problem to its incident, or to a new one for its checks', async () => {
  const overview = failing([problem(cart, 'Cart'), problem(login, 'Login')])
  api.answer('getOverview', overview)
  const opens = (name: string, scene: Scene) => scene.page.getByRole('link', { name }).getAttribute('href')
  const before = await renderScreen('/', { api })
  expect(opens('Open an incident …', before)).toMatch(`/incidents/new?check=${cart},${login}`)
  const incident = { id: idOf(7), name: 'Shop is down' }
  api.answer('getOverview', { ...overview, issues: overview.issues.map((issue) => ({ ...issue, incident })) })
  api.events.push('incidents', [idOf(7)])
  await before.turn(250)
  expect(opens('Incident: Shop is down', before)).toMatch(`/incidents/${idOf(7)}`)
  expect(before.page.queryByRole('link', { name: 'Open an incident …' })).toBe(null)
})

it('home has a problem acknowledged, and says who did', async () => {
  api.answer('getOverview', failing([problem(cart, 'Cart')]))
  const { page, user } = await renderScreen('/', { api })
  api.answer('getOverview', failing([problem(cart, 'Cart', { acknowledgedBy: 'Robin', acknowledgedAt: since })]))
  await user.click(page.getByRole('button', { name: 'Acknowledge' }))
  page.getByText('Acknowledged by Robin')
  expect(page.queryByRole('button', { name: 'Acknowledge' })).toBe(null)
  expect(api.sentOf('acknowledgeCheck')).toMatchObject([{ params: { id: cart } }])
})

it('home draws ten thousand checks with few elements', async () => {
  const many = Array.from({ length: 10_000 }, (_, index): Cell => ({
    id: idOf(index),
    name: `Tenant ${index + 1}`,
    state: 'PASSING',
    groupId: 1,
  }))
  api.answer('listCheckCells', { groups: [{ id: 1, name: 'Shop' }], cells: many })
  api.answer('getOverview', { ...sample('getOverview'), counts: { ...counts, PASSING: many.length } })
  const { page } = await renderScreen('/', { api })
  page.getByText('10,000 checks in 1 group, worst first')
  expect(document.querySelectorAll('*').length).toBeLessThan(1_500)
})

it('home leads an account without checks to its first', async () => {
  const { page, violations } = await renderScreen('/')
  page.getByText('Add a check')
  page.getByRole('button', { name: 'New check' })
  expect(await violations()).toEqual([])
})

it('home has nothing to make, to run or to acknowledge for whoever may only read', async () => {
  const reader = new FakeApi('READ_ONLY')
  reader.answer('getOverview', failing([problem(cart, 'Cart', { notified: [], silenceReason: 'CHECK_MUTED' })]))
  const { page } = await renderScreen('/', { api: reader })
  page.getByText('Nobody was notified. The check is muted.')
  expect(page.queryAllByRole('button', { name: /Run|New check|Acknowledge/ })).toEqual([])
})

it('home says that it could not be loaded, and is loaded on request', async () => {
  api.fail('getOverview', 'INTERNAL', { values: { requestId: '1' } })
  const { page, user } = await renderScreen('/', { api })
  page.getByText('Loading failed')
  api.answer('getOverview', { ...sample('getOverview'), counts })
  await user.click(page.getByRole('button', { name: 'Try again' }))
  page.getByRole('heading', { name: 'All checks are passing' })
})

it('says what is held back now, and has deployments and changes among the events', async () => {
  const api = new FakeApi()
  storeChecks(api, [aCheckRow(cart, 'Cart')])
  const change = { resourceType: 'CHECK', resourceId: cart, resourceName: 'Cart', count: 1 } as const
  api.answer(
    'getOverview',
    sample('getOverview', {
      counts: { FAILING: 0, DEGRADED: 0, UNKNOWN: 0, PENDING: 0, PASSING: 4, PAUSED: 0 },
      silenced: { checks: 4, held: 2, windows: [{ id: 1, name: 'Database', until: '2026-11-26T12:00:00.000Z' }] },
      changes: [
        { ...change, id: 'a', at: '2026-11-26T09:30:00.000Z', kind: 'CHANGE', actorName: 'Mara', action: 'UPDATED' },
        {
          ...change,
          id: 'b',
          at: '2026-11-26T09:40:00.000Z',
          kind: 'DEPLOYMENT',
          actorName: 'CI',
          action: 'UPDATED',
          count: 9,
        },
      ],
    }),
  )
  const { page, violations } = await renderScreen('/', { api })
  page.getByText('Now silent: 4 checks, 2 alerts held.')
  page.getByText(/Maintenance until 13:00: Database/)
  const events = within(page.getByRole('complementary', { name: 'Recent events' }))
  expect(events.getAllByText(/deployed|changed/).map(({ textContent }) => textContent)).toEqual([
    'CI deployed 9 checks and groups',
    'Mara changed Cart',
  ])
  expect(await violations()).toEqual([])
})

it('says which checks are muted and until when, and undoes it', async () => {
  const silence = { reason: 'CHECK_MUTED', until: '2026-11-26T13:29:00.000Z' } as const
  storeChecks(api, [aCheckRow(cart, 'Cart', { muted: true, silence }), aCheckRow(login, 'Login')])
  const { page, user, violations } = await renderScreen('/', { api })
  const muted = within(page.getByRole('region', { name: 'Muted' }))
  muted.getByText(/muted until 14:29/)
  muted.getByRole('link', { name: 'Cart' })
  expect(muted.queryByRole('link', { name: 'Login' })).toBe(null)
  expect(await violations()).toEqual([])
  await user.click(muted.getByRole('button', { name: 'Unmute Cart' }))
  expect(page.queryByRole('region', { name: 'Muted' })).toBe(null)
})

it('a time in a reason is that of the reader', async () => {
  const overview = failing([problem(cart, 'Cart')])
  const late = 'Expected a ping every 10 minutes, but the last one arrived at 2026-11-27 22:40:34 UTC.'
  const issues = overview.issues.map((issue) => ({ ...issue, reason: late }))
  const { page } = await renderScreen('/', { api: new FakeApi().answer('getOverview', { ...overview, issues }) })
  page.getByText(/but the last one arrived at 27 Nov 2026, 23:40:34\.$/)
})
