import { within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Answer } from '../../api/operations.ts'
import { FakeApi, renderScreen, sample, sampleIn, sampleItem } from '../../testing/index.ts'

type Result = Answer<'getTestSession'>['results'][number]

const id = '0198c6a0-0000-7000-8000-0000000000a1'
const started = '2026-11-26T09:58:00.000Z'
const stopped = '2026-11-26T09:59:42.000Z'
let api: FakeApi

const uuid = (number: number): string => `0198c6a0-0000-7000-8000-${String(number).padStart(12, '0')}`

const aResult = (number: number, name: string, fields: Partial<Result>): Result =>
  sampleIn('getTestSession', 'results', {
    testSessionResultId: uuid(number),
    checkId: uuid(number),
    checkType: 'API',
    name,
    runLocation: 'eu-west-1',
    resultType: 'FINAL',
    status: 'PASSED',
    hasErrors: false,
    hasFailures: false,
    isDegraded: false,
    responseTime: 120,
    startedAt: started,
    stoppedAt: stopped,
    ...fields,
  })

const failed = { status: 'FAILED', hasFailures: true } as const
const firstAttempt = aResult(1, 'Cart', { ...failed, checkId: uuid(2), resultType: 'ATTEMPT' })
const results = [aResult(3, 'Health', {}), firstAttempt, aResult(2, 'Cart', failed)]

beforeEach(() => {
  api = new FakeApi()
  storeSession(api)
})

/** A session of the project Shop that failed, with an attempt before its failure. */
function storeSession(fake: FakeApi): void {
  const listed = sampleIn('listTestSessions', 'entries', {
    id,
    name: 'Before the release',
    projectId: uuid(9),
    provider: 'GITHUB',
    status: 'FAILED',
    region: 'eu-west-1',
    passed: [uuid(11)],
    failed: [uuid(12)],
    running: [],
    cancelled: [],
    invoker: { name: 'Grace', picture: null },
    branchName: 'main',
    commitId: 'a41f09c2e9',
    environment: 'staging',
    startedAt: started,
    stoppedAt: stopped,
  })
  fake.answer('listTestSessions', (_input, { query }) => ({
    entries: 'statuses' in query ? [] : [listed],
    length: 1,
    nextId: null,
  }))
  fake.answer('listProjects', [sampleItem('listProjects', { id: uuid(9), name: 'Shop' })])
  fake.answer('getTestSession', sessionOf({}))
  fake.answer(
    'getTestSessionResult',
    sample('getTestSessionResult', {
      ...aResult(2, 'Cart', failed),
      id: uuid(2),
      attempts: 2,
      scheduleError: null,
      apiCheckResult: {
        requestError: 'Connection refused',
        jobLog: [{ time: 0, level: 'info', msg: 'Cart is empty' }],
      },
    }),
  )
  fake.answer('listTestSessionResultAssets', {
    ...sample('listTestSessionResultAssets'),
    assets: [
      sampleIn('listTestSessionResultAssets', 'assets', { type: 'log', name: 'run.log', url: '/files/run.log' }),
    ],
  })
}

const sessionOf = (fields: Partial<Answer<'getTestSession'>>): Answer<'getTestSession'> =>
  sample('getTestSession', {
    testSessionId: id,
    name: 'Before the release',
    status: 'FAILED',
    startedAt: started,
    stoppedAt: stopped,
    metadata: { branchName: 'main', commitId: 'a41f09c2e9', environment: 'staging' },
    results,
    ...fields,
  })

describe('the list of test sessions', () => {
  it('says how each ended, of what revision it was, and leads to it', async () => {
    const { page, user, address, violations } = await renderScreen('/test-sessions', { api })
    const row = within(page.getByRole('row', { name: /^Before the release/ }))
    for (const text of ['Shop', 'Failed', '1 Failed', '1 Passed', 'main a41f09c', 'staging', 'GitHub, Grace'])
      row.getByText(text)
    row.getByText(/^1.min 42.s$/)
    expect(await violations()).toEqual([])
    await user.click(row.getByRole('link', { name: 'Before the release' }))
    expect(address()).toBe(`/test-sessions/${id}`)
  })

  it('is narrowed by status and text, which are in the address', async () => {
    const scene = await renderScreen('/test-sessions', { api })
    await scene.user.selectOptions(scene.page.getByLabelText('Status'), 'Cancelled')
    scene.page.getByText('No matching test sessions')
    await scene.fill(scene.page.getByRole('searchbox'), 'main')
    await scene.turn(150)
    expect(scene.address()).toBe('/test-sessions?status=CANCELLED&q=main')
    const [last] = api.sentOf('listTestSessions').slice(-1)
    expect(last?.query).toMatchObject({ statuses: ['CANCELLED'], textSearch: 'main' })
  })

  it('counts degraded runs, and is narrowed to sessions that have some', async () => {
    const degraded = sampleIn('listTestSessions', 'entries', {
      id,
      name: 'Slow release',
      status: 'PASSED',
      passed: [uuid(11), uuid(12)],
      degraded: [uuid(12)],
    })
    api.answer('listTestSessions', { entries: [degraded], length: 1, nextId: null })
    const { page, user, address } = await renderScreen('/test-sessions', { api })
    const row = within(page.getByRole('row', { name: /^Slow release/ }))
    for (const text of ['Degraded', '1 Degraded', '1 Passed']) row.getByText(text)
    await user.selectOptions(page.getByLabelText('Status'), 'Degraded')
    expect(address()).toBe('/test-sessions?status=DEGRADED')
    expect(api.sentOf('listTestSessions').at(-1)?.query).toMatchObject({ statuses: ['PASSED'], isDegraded: 'true' })
  })

  it('says what starts sessions when there is none, and shows the first one', async () => {
    const { page, turn } = await renderScreen('/test-sessions', { api: (api = new FakeApi()) })
    page.getByText('No test sessions')
    storeSession(api)
    api.events.push('test-sessions', [id])
    await turn(1_000)
    page.getByRole('link', { name: 'Before the release' })
  })

  it('is in German for whoever reads German', async () => {
    const { page } = await renderScreen('/test-sessions', { api, language: 'de' })
    page.getByRole('heading', { level: 1, name: 'Testsitzungen' })
    page.getByText('1 Fehlgeschlagen')
  })
})

describe('a test session', () => {
  it('shows its results, failed ones first, with their attempts', async () => {
    const { page, user, address, violations } = await renderScreen(`/test-sessions/${id}`, { api })
    const band = within(page.getByRole('heading', { level: 2, name: 'Failed' }).parentElement ?? document.body)
    band.getByText('1 failed, 1 passed')
    const [, cart, health] = page.getAllByRole('row')
    within(cart ?? document.body).getByRole('link', { name: 'Attempt 1: Failed' })
    within(health ?? document.body).getByText('Passed')
    expect(page.queryByRole('button', { name: 'Cancel session' })).toBe(null)
    expect(await violations()).toEqual([])
    await user.click(page.getByRole('link', { name: 'Cart' }))
    expect(address()).toBe(`/test-sessions/${id}/results/${uuid(2)}`)
  })

  const earlier = (number: number, fields: object) =>
    sampleIn('listTestSessions', 'entries', {
      id: uuid(number),
      name: `Release ${number}`,
      status: 'PASSED',
      projectId: uuid(9),
      branchName: 'main',
      environment: 'staging',
      commitId: '77be120c9e',
      passed: [uuid(61), uuid(62)],
      startedAt: '2026-11-26T08:00:00.000Z',
      ...fields,
    })

  it('is compared with the one before it of the branch, project and environment', async () => {
    const own = earlier(0, { id, startedAt: started, status: 'FAILED' })
    const others = [
      earlier(70, { environment: 'production' }),
      earlier(71, { status: 'CANCELLED' }),
      earlier(72, { passed: [] }),
    ]
    const entries = [own, ...others, earlier(73, {}), earlier(74, {})]
    api.answer('listTestSessions', { entries, length: entries.length, nextId: null })
    const before = [
      aResult(81, 'Cart', { checkId: uuid(91) }),
      aResult(82, 'Health', { responseTime: 10 }),
      aResult(83, 'Search', {}),
    ]
    api.answer('getTestSession', ({ params }) =>
      params.testSessionId === id ? sessionOf({}) : sessionOf({ testSessionId: uuid(73), results: before }),
    )
    const { page, violations } = await renderScreen(`/test-sessions/${id}`, { api })
    expect(api.sentOf('getTestSession').at(-1)).toMatchObject({ params: { testSessionId: uuid(73) } })
    page.getByText(/: 1 newly failing, 1 slower, 1 not run this time$/)
    expect(page.getByRole('link', { name: 'Release 73' }).getAttribute('href')).toMatch(uuid(73))
    within(page.getByRole('row', { name: /Cart/ })).getByText('Newly failing')
    within(page.getByRole('row', { name: /Health/ })).getByText(/^\+110.ms$/)
    expect(await violations()).toEqual([])
  })

  it('leads to its commit and to the run of its pipeline', async () => {
    const github = {
      reporting: false,
      runId: '71',
      repository: 'acme/shop',
      serverUrl: 'https://github.com',
      workflow: 'CI',
    }
    const metadata = { repoUrl: 'https://github.com/acme/shop', commitId: 'a41f09c2e9', github }
    api.answer('getTestSession', sessionOf({ metadata }))
    const { page } = await renderScreen(`/test-sessions/${id}`, { api })
    const to = (name: string) => page.getByRole('link', { name }).getAttribute('href')
    expect([to('a41f09c'), to('CI')]).toEqual([
      'https://github.com/acme/shop/commit/a41f09c2e9',
      'https://github.com/acme/shop/actions/runs/71',
    ])
  })

  it('has its failed checks run again in a new one, and says which are not saved', async () => {
    const other = aResult(5, 'Local', failed)
    api.answer('getTestSession', sessionOf({ results: [...results, other] }))
    const row = sampleIn('listCheckRows', 'entries', { id: uuid(2), name: 'Cart' })
    api.answer('listCheckRows', { ...sample('listCheckRows'), entries: [row] })
    api.answer('triggerTestSession', sessionOf({ testSessionId: uuid(99), status: 'RUNNING', stoppedAt: null }))
    const { page, user, address } = await renderScreen(`/test-sessions/${id}`, { api })
    await user.click(page.getByRole('button', { name: 'Rerun failed' }))
    const dialog = within(page.getByRole('dialog'))
    expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Cart'])
    dialog.getByText('1 failed check is not saved and cannot run again.')
    await user.click(dialog.getByRole('button', { name: 'Run' }))
    expect(api.sentOf('triggerTestSession')).toMatchObject([
      {
        body: {
          name: 'Rerun: Before the release',
          runLocation: 'eu-west-1',
          target: { checkId: [uuid(2)] },
          metadata: { branchName: 'main' },
        },
      },
    ])
    expect(address()).toBe(`/test-sessions/${uuid(99)}`)
  })

  it('is followed while it runs, and can be cancelled', async () => {
    const pending = aResult(2, 'Cart', { status: 'RUNNING', resultType: 'PENDING', responseTime: null })
    api.answer('getTestSession', sessionOf({ status: 'RUNNING', stoppedAt: null, results: [pending] }))
    const { page, user, turn } = await renderScreen(`/test-sessions/${id}`, { api })
    page.getByText('1 running')
    await user.click(page.getByRole('button', { name: 'Cancel session' }))
    expect(api.sentOf('cancelTestSession')).toMatchObject([{ params: { testSessionId: id } }])
    api.answer('getTestSession', sessionOf({ status: 'CANCELLED', results: [{ ...pending, status: 'CANCELLED' }] }))
    api.events.push('test-sessions', [id])
    await turn(1_000)
    page.getByText('1 cancelled')
  })

  const step = (title: string, state: 'STARTED' | 'PASSED', depth: number) => ({
    testSessionResultId: uuid(2),
    attempt: 1,
    type: 'STEP' as const,
    at: '2026-11-26T09:59:00.000Z',
    state,
    title,
    category: depth === 0 ? 'test' : 'test.step',
    depth,
    ...(state === 'PASSED' && { duration: 340 }),
  })
  const running = { status: 'RUNNING', resultType: 'PENDING', responseTime: null, stoppedAt: null } as const
  const cart = aResult(2, 'Cart', { ...running, checkType: 'BROWSER' })

  it('shows what runs since when and where, with its steps as they come, and what waits', async () => {
    const waiting = aResult(4, 'Search', { ...running, startedAt: null })
    api.answer('getTestSession', sessionOf({ status: 'RUNNING', stoppedAt: null, results: [cart, waiting] }))
    api.answer('getTestSessionProgress', ({ query }) => ({
      status: 'RUNNING' as const,
      position: 7,
      events: Number(query?.after) === 0 ? [step('pays', 'STARTED', 0), step('Open the shop', 'STARTED', 1)] : [],
    }))
    const { page, settled, turn, violations } = await renderScreen(`/test-sessions/${id}`, { api })
    await settled()
    page.getByText('1 running, 1 waiting')
    within(page.getByRole('row', { name: /^Search/ })).getByText('Waiting')
    const now = () => within(page.getByRole('region', { name: 'Running now' }))
    now().getByText(/^Browser.*eu-west-1/)
    now().getByText(/^2.min/)
    expect(now().queryByRole('link', { name: 'Search' })).toBe(null)
    expect(
      now()
        .getAllByRole('listitem')
        .slice(1)
        .map(({ textContent }) => textContent),
    ).toEqual(['Runningpays', 'RunningOpen the shop'])
    expect(await violations()).toEqual([])
    const events = [step('Open the shop', 'PASSED', 1)]
    api.answer('getTestSessionProgress', { status: 'RUNNING', position: 9, events })
    await turn(1_000)
    expect(api.sentOf('getTestSessionProgress').at(-1)).toMatchObject({ query: { after: '7' } })
    now().getByText(/^340.ms$/)
  })

  it('asks for no steps once nothing runs', async () => {
    const { turn } = await renderScreen(`/test-sessions/${id}`, { api })
    await turn(5_000)
    expect(api.sentOf('getTestSessionProgress')).toEqual([])
  })

  it('offers nothing to change to whoever may only read', async () => {
    const reader = new FakeApi('READ_ONLY')
    storeSession(reader)
    const row = sampleIn('listCheckRows', 'entries', { id: uuid(2), name: 'Cart' })
    reader.answer('listCheckRows', { ...sample('listCheckRows'), entries: [row] })
    const ended = await renderScreen(`/test-sessions/${id}`, { api: reader })
    expect(ended.page.queryByRole('button', { name: 'Rerun failed' })).toBe(null)
    reader.answer('getTestSession', sessionOf({ status: 'RUNNING', stoppedAt: null }))
    const { page } = await renderScreen(`/test-sessions/${id}`, { api: reader })
    page.getByRole('heading', { level: 2, name: 'Running' })
    expect(page.queryByRole('button', { name: 'Cancel session' })).toBe(null)
  })

  it('that is not there is said not to be', async () => {
    api.fail('getTestSession', 'TEST_SESSION_NOT_FOUND')
    const { page } = await renderScreen(`/test-sessions/${id}`, { api })
    page.getByRole('heading', { name: 'Not found' })
  })
})

describe('a result of a test session', () => {
  const address = `/test-sessions/${id}/results/${uuid(2)}`

  it('shows its error, log and files, and leads to its session', async () => {
    const { page, violations } = await renderScreen(address, { api })
    page.getByText('Connection refused')
    page.getByRole('region', { name: 'Log' })
    page.getByRole('link', { name: 'run.log' })
    expect(page.getByRole('link', { name: 'Before the release' }).getAttribute('href')).toBe(`/test-sessions/${id}`)
    expect(page.queryByRole('link', { name: 'Open check' })).toBe(null)
    expect(await violations()).toEqual([])
  })

  it('shows the steps and the log of a run under way', async () => {
    const at = '2026-11-26T09:59:00.000Z'
    const step = { type: 'STEP', at, state: 'STARTED', title: 'pays', category: 'test', depth: 0 } as const
    const line = { type: 'LOG', at, level: 'INFO', message: 'paid by card' } as const
    const running = aResult(2, 'Cart', { status: 'RUNNING', resultType: 'PENDING', checkType: 'BROWSER' })
    api.answer('getTestSessionResult', sample('getTestSessionResult', { ...running, id: uuid(2) }))
    const events = [step, line].map((event) => ({ testSessionResultId: uuid(2), attempt: 1, ...event }))
    const others = [{ ...step, testSessionResultId: uuid(3), attempt: 1, title: 'of another run' }]
    api.answer('getTestSessionProgress', { status: 'RUNNING', position: 7, events: [...events, ...others] })
    const { page, settled, violations } = await renderScreen(address, { api })
    await settled()
    within(page.getByRole('region', { name: 'Steps' })).getByText('pays')
    page.getByText(/paid by card/)
    expect(page.queryByText('of another run')).toBe(null)
    expect(await violations()).toEqual([])
  })

  it('leads to its check where that is saved', async () => {
    const row = sampleIn('listCheckRows', 'entries', { id: uuid(2), name: 'Cart' })
    api.answer('listCheckRows', { ...sample('listCheckRows'), entries: [row] })
    const { page } = await renderScreen(address, { api })
    expect(page.getByRole('link', { name: 'Open check' }).getAttribute('href')).toBe(`/checks/${uuid(2)}`)
  })
})
