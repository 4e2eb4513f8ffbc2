import { within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ErrorState } from '#contract'
import type { Answer } from '../../api/operations.ts'
import { FakeApi, renderScreen, sample, sampleIn } from '../../testing/index.ts'

type Listed = Answer<'listErrors'>['entries'][number]

const uuid = (number: number): string => `0198c6a0-0000-7000-8000-${String(number).padStart(12, '0')}`
const fresh = '2026-11-26T09:58:00.000Z'
const old = '2026-11-01T09:58:00.000Z'
let api: FakeApi
let errors: Listed[]

const anError = (number: number, message: string, fields: Partial<Listed> = {}): Listed =>
  sampleIn('listErrors', 'entries', {
    id: uuid(number),
    message,
    checkId: uuid(100 + number),
    checkName: 'Cart',
    checks: 1,
    occurrences: 21,
    firstSeen: old,
    lastSeen: fresh,
    recent: [0, 2, 3],
    locations: ['eu-west-1'],
    ...fields,
  })

beforeEach(() => {
  errors = [
    anError(1, 'Status 503, expected 201', { firstSeen: fresh, checks: 5 }),
    anError(2, 'Connection refused'),
    anError(3, 'Certificate expired', { state: 'ARCHIVED' }),
  ]
  api = new FakeApi()
  store(api)
})

/** Has a fake list the errors by their states, and change them. */
function store(fake: FakeApi): void {
  fake.answer('listErrors', (_input, { query }) => {
    const state = query['state'] ?? 'OPEN'
    const entries = query['search'] === undefined ? errors.filter((error) => error.state === state) : []
    return sample('listErrors', { entries, counts: { OPEN: 2, UNTIL_NEXT: 0, ARCHIVED: 1 }, intervalHours: 4 })
  })
  fake.answer('changeErrors', ({ body }) => {
    const wanted = new Map<string, ErrorState>(body.errors.map(({ id, state }) => [id, state]))
    const previous = errors.flatMap(({ id, state }) => (wanted.has(id) ? [{ id, state }] : []))
    errors = errors.map((error) => ({ ...error, state: wanted.get(error.id) ?? error.state }))
    return { previous }
  })
  fake.answer(
    'getError',
    sample('getError', {
      id: uuid(1),
      message: 'Status 503, expected 201',
      checkId: uuid(101),
      checkName: 'Cart',
      occurrences: 21,
      firstSeen: fresh,
      lastSeen: fresh,
      locations: [{ location: 'eu-west-1', occurrences: 21 }],
      others: [{ id: uuid(7), checkId: uuid(107), checkName: 'Checkout', occurrences: 1, lastSeen: fresh }],
      results: [{ id: uuid(55), location: 'eu-west-1', at: fresh, responseTime: 209 }],
      first: { id: uuid(50), location: 'eu-west-1', at: fresh },
      lastGood: { id: uuid(49), location: 'eu-west-1', at: fresh },
    }),
  )
}

describe('the list of errors', () => {
  it('says what failed, in which checks and how often, marks new errors, and leads to each', async () => {
    const { page, user, address, violations } = await renderScreen('/errors', { api })
    const row = within(page.getByRole('row', { name: /Status 503/ }))
    for (const text of ['New', 'Cart, also in 4 other checks', '21']) row.getByText(text)
    row.getByRole('img', { name: 'In the last 7 days 5 times' })
    expect(within(page.getByRole('row', { name: /Connection refused/ })).queryByText('New')).toBe(null)
    expect(await violations()).toEqual([])
    await user.click(row.getByRole('link'))
    expect(address()).toBe(`/errors/${uuid(1)}`)
  })

  it('is narrowed by state and text, which are in the address', async () => {
    const scene = await renderScreen('/errors', { api })
    await scene.user.click(scene.page.getByRole('button', { name: /^Archived/ }))
    scene.page.getByText('Certificate expired')
    await scene.fill(scene.page.getByRole('searchbox'), 'nothing')
    await scene.turn(150)
    scene.page.getByText('No matching errors')
    expect(scene.address()).toBe('/errors?state=ARCHIVED&q=nothing')
  })

  it('archives what is selected together, and takes it back', async () => {
    const { page, user } = await renderScreen('/errors', { api })
    await user.click(page.getByRole('checkbox', { name: 'Select all errors' }))
    await user.click(page.getByRole('button', { name: 'Archive until next occurrence' }))
    page.getByText('No open errors')
    await user.click(page.getByRole('button', { name: 'Undo' }))
    expect(page.getAllByRole('row')).toHaveLength(3)
    const sent = api.sentOf('changeErrors').map(({ body }) => Object(body).errors.map(({ state }: Listed) => state))
    expect(sent).toEqual([
      ['UNTIL_NEXT', 'UNTIL_NEXT'],
      ['OPEN', 'OPEN'],
    ])
  })

  it('is worked through by keys', async () => {
    const { page, user } = await renderScreen('/errors', { api })
    await user.keyboard('je')
    expect(page.queryByText('Status 503, expected 201')).toBe(null)
    await user.keyboard('jx')
    page.getByText('1 error selected')
    await user.keyboard('{Escape}')
    expect(page.queryByText('1 error selected')).toBe(null)
    await user.keyboard('z')
    page.getByText('Status 503, expected 201')
  })

  it('loses rows at once while another has the focus, but gets new ones on request', async () => {
    const { page, user, turn } = await renderScreen('/errors', { api })
    await user.keyboard('jxje')
    expect(page.queryByText('Status 503, expected 201')).toBe(null)
    expect(page.queryByRole('button', { name: /change/ })).toBe(null)
    errors = [anError(9, 'Too slow'), ...errors]
    api.events.push('error-groups', [uuid(9)])
    await turn(1_000)
    expect(page.queryByText('Too slow')).toBe(null)
    await user.click(page.getByRole('button', { name: '1 change' }))
    page.getByText('Too slow')
  })

  it('says a known reason in the language of the page', async () => {
    errors = [anError(1, 'Expected a status code below 400, but it was 404 Not Found.')]
    const { page } = await renderScreen('/errors', { api, language: 'de' })
    page.getByText('Erwartet: Statuscode unter 400. Tatsächlich: 404 Not Found.')
  })

  it('shows a new error when it occurs', async () => {
    const { page, turn } = await renderScreen('/errors', { api })
    errors = [anError(9, 'Too slow'), ...errors]
    api.events.push('error-groups', [uuid(9)])
    await turn(1_000)
    page.getByText('Too slow')
  })

  it('offers nothing to change to whoever may only read', async () => {
    const reader = new FakeApi('READ_ONLY')
    store(reader)
    const { page, user } = await renderScreen('/errors', { api: reader })
    expect(page.queryByRole('checkbox')).toBe(null)
    await user.keyboard('je')
    expect(reader.sentOf('changeErrors')).toEqual([])
  })

  it('says in German that there is none', async () => {
    errors = []
    const { page } = await renderScreen('/errors', { api, language: 'de' })
    page.getByRole('heading', { level: 1, name: 'Fehler' })
    page.getByText('Keine offenen Fehler')
  })
})

describe('an error', () => {
  it('says since when, where, what ran before it, and what else has it', async () => {
    const { page, violations } = await renderScreen(`/errors/${uuid(1)}`, { api })
    page.getByRole('heading', { level: 2, name: 'Occurred 21 times' })
    const hrefs = page.getAllByRole('link').map((link) => link.getAttribute('href'))
    const results = [50, 49, 55].map((number) => `/checks/${uuid(101)}/results/${uuid(number)}`)
    expect(hrefs).toEqual(expect.arrayContaining([...results, `/checks/${uuid(101)}`, `/errors/${uuid(7)}`]))
    within(page.getByRole('region', { name: 'Locations' })).getByText('21')
    expect(await violations()).toEqual([])
  })

  it('is analysed when somebody asks', async () => {
    const { page, user } = await renderScreen(`/errors/${uuid(1)}`, { api })
    await user.click(page.getByRole('button', { name: 'Analyse' }))
    expect(api.sentOf('requestAnalysis')).toMatchObject([{ params: { errorGroupId: uuid(1) } }])
  })

  it('of test sessions leads to the sessions, and its analysis is asked for apart', async () => {
    const sessions = [{ id: uuid(30), name: 'Before the release', startedAt: fresh }]
    api.answer('getError', sample('getError', { id: uuid(1), kind: 'TEST_SESSION', message: 'Refused', sessions }))
    const { page, user } = await renderScreen(`/errors/${uuid(1)}`, { api })
    const link = page.getByRole('link', { name: 'Before the release' })
    expect(link.getAttribute('href')).toBe(`/test-sessions/${uuid(30)}`)
    await user.click(page.getByRole('button', { name: 'Analyse' }))
    expect(api.sentOf('requestTestSessionAnalysis')).toHaveLength(1)
  })

  it('that is not there is said not to be', async () => {
    api.fail('getError', 'ERROR_GROUP_NOT_FOUND')
    const { page } = await renderScreen(`/errors/${uuid(1)}`, { api })
    page.getByRole('heading', { name: 'Not found' })
  })
})
