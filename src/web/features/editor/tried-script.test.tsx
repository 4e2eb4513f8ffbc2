import { within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { aDryRun, FakeApi, renderScreen } from '../../testing/index.ts'

it('a script shows what it does while it does it, and then its steps, its screenshot, and its error with the lines around it', async () => {
  const begun = Date.parse('2026-11-26T09:55:00.000Z')
  const error = 'TimeoutError: Timeout 1000ms exceeded.'
  const step = {
    category: 'test.step',
    startTime: begun,
    duration: 800,
    steps: [],
    position: { file: 'script.ts', line: 3, column: 1 },
  }
  const errors = [
    {
      message: error,
      stack: null,
      isSoft: false,
      test: 'pays',
      location: { file: 'script.ts', line: 3, column: 1 },
      snippet: '> 3 | pay()',
    },
  ]
  const tests = [
    {
      titles: ['pays'],
      steps: [
        { ...step, title: 'Open the shop', error: null },
        { ...step, title: 'Pay', error },
      ],
    },
  ]
  const detail = {
    type: 'PLAYWRIGHT',
    traceSummary: {},
    startTime: begun,
    endTime: begun,
    runtimeVersion: '2026.04',
    jobLog: [{ time: begun, level: 'INFO', msg: 'a line' }],
    jobAssets: null,
    requestError: null,
    playwrightTestTraces: [],
    playwrightTestVideos: [],
    playwrightTestJsonReportFile: '',
    tests,
    errors,
    pages: [],
  }
  const shot = {
    name: 'failed.png',
    kind: 'screenshot',
    contentType: 'image/png',
    sizeBytes: 1,
    contentBase64: 'AA==',
  } as const
  const api = new FakeApi()
  api.answer('startDryRun', { ...aDryRun(), status: 'RUNNING', result: null })
  const run = aDryRun({ error, browserCheckResult: detail, files: [shot] }, 'FAILED')
  if (run.result) delete run.result.apiCheckResult
  api.answer('getDryRun', run)
  const at = '2026-11-26T09:55:00.000Z'
  const begins = {
    type: 'STEP',
    at,
    state: 'STARTED',
    category: 'test.step',
    depth: 0,
    title: 'Open the shop',
  } as const
  const logged = { type: 'LOG', at, level: 'INFO', message: 'hello from the script' } as const
  let release = (): void => undefined
  api.answer('getDryRunProgress', ({ query }) => {
    if (Number(query?.after) !== 0) return { status: 'FAILED' as const, position: 1, events: [] }
    release = api.hold('getDryRunProgress')
    return { status: 'RUNNING' as const, position: 1, events: [begins, logged] }
  })
  const opened = await renderScreen('/checks/new', { api, language: 'de', theme: 'dark' })
  const { page, user } = opened
  await user.click(page.getByRole('button', { name: /^Browser/ }))
  await user.click(page.getByRole('button', { name: 'Testen' }))
  expect(api.sentOf('startDryRun')).toMatchObject([{ query: { maxWaitSeconds: '0' }, body: { includeTraces: true } }])
  const steps = () => within(page.getByRole('region', { name: 'Schritte' }))
  steps().getByText('Läuft')
  steps().getByText('Open the shop')
  page.getByText(/hello from the script/)
  expect(api.sentOf('getDryRunProgress').at(-1)).toMatchObject({ query: { after: '1' } })
  release()
  await opened.settled()
  expect(page.getByRole('button', { current: 'step' }).textContent).toContain('Pay')
  page.getByRole('figure', { name: /script\.ts/ })
  expect(page.getAllByRole('img', { name: /Pay/ }).map((image) => image.getAttribute('src'))).toContain(
    'data:image/png;base64,AA==',
  )
  page.getByText(/a line/)
  expect(await opened.violations()).toEqual([])
})
