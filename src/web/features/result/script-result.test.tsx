import { within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Answer } from '../../api/operations.ts'
import { aResult, FakeApi, renderScreen, sampleIn, storeResults } from '../../testing/index.ts'
import type { Scene } from '../../testing/index.ts'

type Detail = NonNullable<Answer<'getCheckResult'>['browserCheckResult']>

const hostile = `<img src=x onerror="owned=1">`
const begun = Date.parse('2026-11-26T09:55:00.000Z')
const timeout = 'TimeoutError: locator.click: Timeout 1000ms exceeded.'
const clicks = "    await page.getByRole('button', { name: 'Pay now' }).click()"
const step = (title: string, afterMs: number, more: object = {}) => ({
  title,
  category: 'test.step',
  startTime: begun + afterMs,
  duration: 800,
  error: null,
  position: { file: 'script.ts', line: 3, column: 1 },
  steps: [],
  ...more,
})
const detail: Detail = {
  type: 'PLAYWRIGHT',
  traceSummary: { consoleErrors: 1 },
  startTime: begun,
  endTime: begun + 3_000,
  runtimeVersion: '2026.04',
  jobLog: [{ time: begun, msg: hostile, level: 'INFO' }],
  jobAssets: null,
  requestError: null,
  playwrightTestTraces: [],
  playwrightTestVideos: [],
  playwrightTestJsonReportFile: '',
  tests: [
    {
      titles: ['pays'],
      steps: [
        step('Open the shop', 0, { steps: [step('Navigate', 10, { category: 'pw:api' })] }),
        step(`Go to ${hostile}`, 1_000),
        step('Confirm payment', 2_000, { error: timeout, position: { file: 'script.ts', line: 12, column: 5 } }),
      ],
    },
  ],
  errors: [
    {
      message: timeout,
      stack: null,
      location: { file: 'script.ts', line: 12, column: 5 },
      snippet: `  11 |   await test.step('Confirm payment', () =>\n> 12 | ${clicks}\n     |    ^`,
      isSoft: false,
    },
  ],
  pages: [
    {
      url: 'https://shop.example/',
      webVitals: { LCP: { score: 'POOR', value: 4_200 } },
      network: [{ method: 'GET', url: 'https://shop.example/', status: 503, failure: null, time: begun + 40 }],
      console: [{ level: 'error', text: hostile, time: begun + 900 }],
      errors: [],
    },
  ],
}
const failed = aResult(1, 5, { hasFailures: true, error: timeout, browserCheckResult: detail })
const address = `/checks/${failed.checkId}/results/${failed.id}`
let api: FakeApi

beforeEach(() => {
  api = new FakeApi()
  storeResults(api, [failed])
})

const current = ({ page }: Scene): string | undefined =>
  page.getByRole('button', { current: 'step' }).textContent ?? undefined
const pane = ({ page }: Scene) => within(page.getByRole('tabpanel'))

describe('a failed run of a script', () => {
  it('shows its steps, first the one that failed with its error and the lines that it came from', async () => {
    const scene = await renderScreen(address, { api })
    const { page, violations } = scene
    page.getByText('2 of 3 passed')
    expect(current(scene)).toContain('Confirm payment')
    expect(page.getAllByText(timeout).length).toBeGreaterThan(0)
    within(page.getByRole('figure', { name: 'script.ts, line 12' })).getByText(/Pay now/)
    expect(await violations()).toEqual([])
  })

  it('shows what the pages did during the step that is selected, which is in the address', async () => {
    const scene = await renderScreen(address, { api })
    const { page, user } = scene
    await user.click(page.getByRole('button', { name: /Open the shop/ }))
    expect(scene.address()).toBe(`${address}?step=1`)
    await user.click(page.getByRole('tab', { name: /^Network/ }))
    pane(scene).getByRole('row', { name: /^GET https:\/\/shop\.example\/ 503/ })
    await user.click(page.getByRole('tab', { name: /^Console/ }))
    pane(scene).getByText(hostile)
    page.getByText('Largest contentful paint')
    page.getByRole('button', { name: /Open the shop/ }).focus()
    await user.keyboard('{ArrowDown}')
    expect(scene.address()).toBe(`${address}?step=2`)
    expect(current(scene)).toContain(`Go to ${hostile}`)
    expect(document.activeElement?.textContent).toContain(`Go to ${hostile}`)
    page.getByText('No further details for this step.')
  })

  it('opens with the step of its address, and shows texts of pages as texts', async () => {
    const scene = await renderScreen(`${address}?step=2`, { api })
    expect(current(scene)).toContain(`Go to ${hostile}`)
    expect(document.querySelector('img[src="x"], img[onerror]')).toBe(null)
  })

  it('leads to its trace and its documents, which open in tabs of another origin, where there is one', async () => {
    const files = (viewOrigin: string | null) =>
      [
        ['trace', 'trace.zip', 'application/zip'],
        ['file', 'page.html', 'text/html'],
      ].map(([type, name = '', contentType = '']) =>
        sampleIn('listCheckResultAssets', 'assets', {
          type: type === 'trace' ? 'trace' : 'file',
          name,
          contentType,
          url: `https://belfry.example/downloads/${name}`,
          viewUrl: viewOrigin && `${viewOrigin}/${name}`,
        }),
      )
    const answer = (viewOrigin: string | null): void => {
      const assets = files(viewOrigin)
      api.answer('listCheckResultAssets', {
        assets,
        truncated: false,
        entriesReturned: assets.length,
        entriesTotal: assets.length,
      })
    }
    api.serve('/downloads/trace.zip', 'no archive')
    answer('https://files.example')
    const { page, reload } = await renderScreen(address, { api })
    const opened = page.getAllByRole<HTMLAnchorElement>('link', { name: /^Open / })
    expect(opened.map(({ href, target, rel }) => [href, target, rel])).toEqual(
      ['trace.zip', 'trace.zip', 'page.html'].map((name) => [
        `https://files.example/${name}`,
        '_blank',
        'noopener noreferrer',
      ]),
    )
    answer(null)
    await reload()
    expect(page.queryAllByRole('link', { name: /^Open / })).toEqual([])
    page.getByText(/^To open traces and HTML files in the browser, the operator must set BELFRY_ARTIFACTS_URL/)
  })
})
