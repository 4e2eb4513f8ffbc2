import { within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { aResult, FakeApi, renderScreen, sampleIn, storeResults } from '../../testing/index.ts'

const failure = 'Error: expect(locator).toHaveText(expected) failed'
const attempt = (status: string, more: object = {}) => ({
  status,
  duration: 900,
  errors: [],
  steps: [],
  attachments: [],
  ...more,
})
const failedTwice = [
  attempt('failed', { errors: [{ message: failure }] }),
  attempt('failed', {
    errors: [{ message: failure }],
    steps: [{ title: 'Expect "toHaveText"', duration: 500, error: { message: failure } }],
    attachments: [{ name: 'trace', path: '/work/output/shop-fails-retry1/trace.zip' }],
  }),
]
const spec = (title: string, status: string, results: readonly object[]) => ({
  title,
  file: 'shop.spec.ts',
  line: 3,
  tests: [{ projectName: 'desktop', status, results }],
})
const report = {
  suites: [
    {
      title: 'shop.spec.ts',
      specs: [spec('sells', 'expected', [attempt('passed')]), spec('fails', 'unexpected', failedTwice)],
    },
  ],
}
const result = aResult(1, 5, {
  hasFailures: true,
  error: failure,
  playwrightCheckResult: {
    errors: [{ message: failure }],
    startTime: 0,
    endTime: 4_000,
    tests: { passed: 1, failed: 1, flaky: 0, skipped: 0 },
    requestError: null,
    jobLog: null,
    jobAssets: null,
    playwrightTraceFiles: [],
    playwrightTestTraces: [],
    playwrightTestVideos: [],
  },
})
const address = `/checks/${result.checkId}/results/${result.id}`
const file = (type: 'trace' | 'report', name: string, contentType: string) =>
  sampleIn('listCheckResultAssets', 'assets', {
    type,
    name,
    contentType,
    url: `https://belfry.example/downloads/${name}`,
    viewUrl: type === 'trace' ? `https://files.example/${name}` : null,
  })
const files = [
  file('report', 'report.json', 'application/json'),
  file('trace', 'shop-fails-retry1/trace.zip', 'application/zip'),
  file('trace', 'shop-sells/trace.zip', 'application/zip'),
]
let api: FakeApi

beforeEach(() => {
  api = new FakeApi()
  storeResults(api, [result])
  api.serve('/downloads/report.json', JSON.stringify(report))
  withFiles(files)
})

function withFiles(assets: typeof files): void {
  api.answer('listCheckResultAssets', {
    assets,
    truncated: false,
    entriesReturned: assets.length,
    entriesTotal: assets.length,
  })
}

describe('the result of a suite', () => {
  it('shows its tests, those that failed first, each with its attempts and what they left behind', async () => {
    const { page, user, violations } = await renderScreen(address, { api })
    const tests = within(page.getByRole('region', { name: 'Tests' }))
    tests.getByText('1 failed, 1 passed')
    const [failed, passed] = [...document.querySelectorAll<HTMLDetailsElement>('details:has(summary .sr)')]
    const inFailed = within(failed ?? document.body)
    inFailed.getByText('2 Attempts')
    expect([failed?.open, passed?.open]).toEqual([true, false])
    const second = within(inFailed.getByRole('region', { name: 'Attempt 2' }))
    second.getByText(failure)
    second.getByText('Expect "toHaveText"')
    expect(second.getByRole<HTMLAnchorElement>('link', { name: 'trace.zip' }).href).toMatch(
      /\/downloads\/shop-fails-retry1\/trace\.zip$/,
    )
    expect(second.getByRole<HTMLAnchorElement>('link', { name: /^Open trace/ }).href).toBe(
      'https://files.example/shop-fails-retry1/trace.zip',
    )
    expect(inFailed.getAllByRole('link', { name: 'trace.zip' })).toHaveLength(1)
    await user.click(within(passed ?? document.body).getByText('sells'))
    within(passed ?? document.body).getByText(/^passed, 900 ms/)
    expect(await violations()).toEqual([])
  })

  it('says so when its report cannot be read, and when there is none', async () => {
    api.serve('/downloads/report.json', 'no JSON')
    const { page, reload } = await renderScreen(address, { api })
    page.getByText(/^The report cannot be read/)
    withFiles([])
    await reload()
    page.getByText('The suite produced no test report.')
    within(page.getByRole('region', { name: 'Tests' })).getByText(failure)
  })
})
