import { within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Answer } from '../../../api/operations.ts'
import { aResult, FakeApi, renderScreen, storeResults } from '../../../testing/index.ts'

type Detail = NonNullable<Answer<'getCheckResult'>['browserCheckResult']>

const step = (title: string, duration: number, error: string | null = null) => ({
  title,
  category: 'test.step',
  startTime: 0,
  duration,
  error,
  steps: [],
})
const request = (path: string, status: number) => ({
  method: 'GET',
  url: `https://shop.example${path}`,
  status,
  failure: null,
  time: 10,
})
const aRunOf = (steps: readonly object[], stock: number, console: readonly object[]): Detail => ({
  type: 'PLAYWRIGHT',
  traceSummary: {},
  startTime: 0,
  endTime: 1_000,
  runtimeVersion: '2026.04',
  jobLog: null,
  jobAssets: null,
  requestError: null,
  errors: [],
  playwrightTestTraces: [],
  playwrightTestVideos: [],
  playwrightTestJsonReportFile: '',
  tests: [{ titles: ['buys'], steps: [...steps] }],
  pages: [
    {
      url: 'https://shop.example/',
      webVitals: {},
      network: [request('/', 200), request('/stock?at=1', stock)],
      console: [...console],
      errors: [],
    },
  ],
})
const wrong = 'expect(received).toBe(expected)'
const good = aResult(1, 20, {
  browserCheckResult: aRunOf([step('Open', 300), step('See the stock', 200)], 200, []),
})
const bad = aResult(2, 10, {
  hasFailures: true,
  error: wrong,
  browserCheckResult: aRunOf([step('Open', 310), step('See the stock', 1_700, wrong)], 503, [
    { level: 'error', text: 'no stock in 1234', time: 20 },
  ]),
})
const addressOf = ({ id, checkId }: typeof good): string => `/checks/${checkId}/results/${id}`

it('a failed run of a script says what it did otherwise than the last one that passed', async () => {
  const api = new FakeApi()
  storeResults(api, [good, bad])
  const { page, user, address, violations } = await renderScreen(addressOf(bad), { api })
  const difference = within(page.getByRole('region', { name: 'Difference from the last passing run' }))
  difference.getByRole('row', { name: /^See the stock .*% slower$/ })
  expect(difference.queryByRole('row', { name: /^Open/ })).toBe(null)
  difference.getByRole('row', { name: 'GET https://shop.example/stock 200 503' })
  expect(difference.getAllByRole('row', { name: /^GET/ })).toHaveLength(1)
  difference.getByText('no stock in 1234')
  expect(await violations()).toEqual([])
  await user.click(difference.getByRole('link'))
  expect(address()).toBe(addressOf(good))
  expect(page.queryByRole('region', { name: 'Difference from the last passing run' })).toBe(null)
})

it('a failed run without one that passed before is compared with nothing', async () => {
  const api = new FakeApi()
  storeResults(api, [bad])
  const { page } = await renderScreen(addressOf(bad), { api })
  expect(page.queryByRole('region', { name: 'Difference from the last passing run' })).toBe(null)
})
