import { within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Answer } from '../../api/operations.ts'
import { aResult, FakeApi, renderScreen, sample, storeResults } from '../../testing/index.ts'

type Analysis = NonNullable<Answer<'getErrorGroup'>['rootCauseAnalyses']>[number]

const refused = {
  hasFailures: true,
  errorGroupIds: ['g1'],
  error: 'Connection refused',
  urlCheckResult: { requestError: 'Connection refused' },
}
const results = [
  aResult(1, 30),
  aResult(2, 20, refused),
  aResult(3, 10),
  aResult(4, 5, refused),
  aResult(5, 4, refused),
]
const [, , , first, second] = results.map(({ id, checkId }) => `/checks/${checkId}/results/${id}`)
const address = { first: first ?? '', second: second ?? '' }
const analysis: Analysis = {
  id: 'a1',
  created_at: '2026-11-26T10:00:00.000Z',
  provider: 'belfry',
  model: 'rules',
  durationMs: 3,
  userContext: null,
  analysis: {
    classification: 'INFRASTRUCTURE_ERROR',
    rootCause: 'Nothing listens at the address.',
    userImpact: 'Nobody can order.',
    codeFix: null,
    evidence: [{ artifacts: [], description: 'The run of 2026-11-26T09:55:00.000Z was refused.' }],
    referenceLinks: null,
  },
}
let api: FakeApi
let analyses: Analysis[]

function storeAll(fake: FakeApi): void {
  storeResults(fake, results)
  fake.answer('getErrorGroup', () =>
    sample('getErrorGroup', {
      id: 'g1',
      checkId: results[0]?.checkId ?? '',
      cleanedErrorMessage: 'Connection refused',
      occurrences: 3,
      rootCauseAnalyses: analyses,
    }),
  )
}

beforeEach(() => {
  analyses = []
  api = new FakeApi()
  storeAll(api)
})

it('a run links to the trace that its request was sent with', async () => {
  const traceUrl = 'https://jaeger.example/trace/0195a1b2'
  const traced = aResult(6, 1, { traceId: '0195a1b2c3d47e5f8a6b0123456789ab', traceUrl })
  storeResults(api, [...results, traced])
  const { page } = await renderScreen(`/checks/${traced.checkId}/results/${traced.id}`, { api })
  expect(page.getByRole('link', { name: /^0195a1b2/ }).getAttribute('href')).toBe(traceUrl)
})

describe('a failed run', () => {
  it('says what changed since the last run that passed, with a link to that run; one that passed does not', async () => {
    const text = 'The address moved from 192.0.2.1 to 192.0.2.7.'
    const [good] = results
    api.answer('getResultDifferences', () => ({
      comparedWith: good ?? null,
      differences: [{ subject: 'address' as const, text }],
    }))
    const { page } = await renderScreen(address.first, { api })
    const pane = within(await page.findByRole('region', { name: 'What changed' }))
    expect(pane.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([text])
    expect(pane.getByRole('link').getAttribute('href')).toBe(`/checks/${good?.checkId}/results/${good?.id}`)
    const passed = await renderScreen(`/checks/${good?.checkId}/results/${good?.id}`, { api })
    expect(passed.page.queryByRole('region', { name: 'What changed' })).toBeNull()
  })

  it('says what caused it when it is asked, with times of the reader, and how often it occurred', async () => {
    const scene = await renderScreen(address.first, { api })
    const { page, user } = scene
    page.getByRole('heading', { level: 2, name: 'Failed · eu-west-1' })
    const cause = within(page.getByRole('region', { name: 'Root cause analysis' }))
    cause.getByText(/^Not analysed: /)
    api.answer('requestAnalysis', sample('requestAnalysis', { id: 'a1' }))
    const release = api.hold('getRootCauseAnalysis')
    await user.click(cause.getByRole('button', { name: 'Analyse' }))
    cause.getByText('The analysis is running.')
    analyses = [analysis]
    release()
    await scene.settled()
    cause.getByText('Nothing listens at the address.')
    cause.getByText(/^built-in rules/)
    cause.getByText('Evidence')
    const [time] = cause.getAllByText('10:55', { exact: false, selector: 'li time' })
    expect(time?.title).toContain('UTC')
    expect(cause.queryByText(/\d{4}-\d\d-\d\dT/)).toBe(null)
    cause.getByRole('button', { name: 'Analyse again' })
    expect(api.sentOf('requestAnalysis')).toMatchObject([{ params: { errorGroupId: 'g1' } }])
    const failure = within(page.getByRole('region', { name: 'This failure' }))
    failure.getByText('3 times')
    expect(await scene.violations()).toEqual([])
    await user.click(failure.getByRole('link', { name: 'Connection refused' }))
    expect(scene.address()).toBe('/errors/g1')
  })

  it('says when one was asked for that cannot be made', async () => {
    api.fail('requestAnalysis', 'ERROR_GROUP_NOT_FOUND')
    const { page, user } = await renderScreen(address.first, { api })
    await user.click(page.getByRole('button', { name: 'Analyse' }))
    page.getByRole('alert')
  })

  it('is left by keys for its neighbours, of all runs or of those that failed, and says since when it fails', async () => {
    const scene = await renderScreen(address.first, { api })
    const { page, user } = scene
    page.getByRole('img', { name: /^5 runs including this one: 3 failed/ })
    const since = () => within(page.getByText('Failing since').parentElement ?? document.body)
    since().getByText('this run')
    await user.keyboard('j')
    expect(scene.address()).toBe(address.second)
    expect(since().getByRole('link').getAttribute('href')).toBe(address.first)
    expect(page.queryByRole('link', { name: 'Next result (J)' })).toBe(null)
    await user.click(page.getByRole('button', { name: 'Failing', pressed: false }))
    page.getByRole('button', { name: 'Failing', pressed: true })
    page.getByRole('img', { name: /^3 runs including this one: 3 failed/ })
    await user.keyboard('k')
    expect(scene.address()).toBe(`${address.first}?failing=true`)
    await user.keyboard('k')
    expect(scene.address()).toBe(`/checks/${results[1]?.checkId}/results/${results[1]?.id}?failing=true`)
    await user.click(page.getByRole('button', { name: 'All', pressed: false }))
    await user.click(page.getByRole('link', { name: 'Next result (J)' }))
    expect(scene.address()).toBe(`/checks/${results[2]?.checkId}/results/${results[2]?.id}`)
  })

  it('offers its next result when there is one, without a reload', async () => {
    const shown: typeof results = results.slice(0, 4)
    storeResults(api, shown)
    const { page, turn } = await renderScreen(address.first, { api })
    expect(page.queryByRole('link', { name: 'Next result (J)' })).toBe(null)
    storeResults(api, results)
    const [last] = results.slice(4)
    const run = { since: '2026-11-26T09:55:00.000Z', lastRunAt: last?.startedAt ?? null, lastResponseTime: 120 }
    api.events.push('checks', [
      { id: last?.checkId ?? '', state: 'FAILING', before: 'FAILING', lastResultId: last?.id ?? null, ...run },
    ])
    await turn(250)
    page.getByRole('link', { name: 'Next result (J)' })
  })

  it('offers whoever may only read no run and no analysis', async () => {
    const reader = new FakeApi('READ_ONLY')
    storeAll(reader)
    const { page, user } = await renderScreen(address.first, { api: reader })
    await user.keyboard('r')
    page.getByRole('region', { name: 'Root cause analysis' })
    expect(page.queryAllByRole('button', { name: /Analyse|Run again/ })).toEqual([])
  })

  it('is loaded again on request when it could not be', async () => {
    api.fail('getCheckResult', 'INTERNAL', { values: { requestId: '1' } })
    const { page, user } = await renderScreen(address.first, { api })
    page.getByText('Loading failed')
    storeResults(api, results)
    await user.click(page.getByRole('button', { name: 'Try again' }))
    page.getByRole('heading', { level: 2, name: 'Failed · eu-west-1' })
  })
})
