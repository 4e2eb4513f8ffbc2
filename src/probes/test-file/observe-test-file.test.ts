import { describe, expect, it } from 'vitest'
import { probeTools } from '../../../tests/support/probe-tasks.ts'
import {
  answerOf,
  importedSnippets,
  importingSnippets,
  openingOfTestFile,
  useTestFileScene,
} from '../../../tests/support/test-file-scene.ts'

const scene = useTestFileScene()

/** Made when the first test asks for it, and shared by those that look at other parts of it: each run costs seconds. */
function shared<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}

const traceparent = '00-0195a1b2c3d47e5f8a6b0123456789ab-8a6b0123456789ab-01'
const passingRun = shared(() => {
  const script = `${importingSnippets}
import { greet } from './lib/greet'
test('orders', async ({ request }) => {
  await test.step('ask', async () => {
    const answer = await request.post(process.env.TARGET + '/api', { data: { id: 7 }, headers: { authorization: 'Bearer abc' } })
    expect(answer.status()).toBe(200)
    console.log(greet(await answer.json()))
  })
})`
  const dependencies = [
    { path: 'lib/greet.ts', content: 'export const greet = (x: { agent: string }): string => `I am ${x.agent}`' },
  ]
  const environment = [
    { key: 'SERVICE_TRACEPARENT', value: traceparent, secret: false },
    { key: 'SERVICE_TRACESTATE', value: 'service=true', secret: false },
  ]
  return scene.run(script, { code: { dependencies, snippets: importedSnippets, environment } })
})

const failingRun = shared(() => {
  const script = `${openingOfTestFile}
import fs from 'node:fs'
import path from 'node:path'
import { readFile } from 'node:fs/promises'
import { where } from './lib/where'
const words = fs.readFileSync(path.join(__dirname, 'data/words.txt'), 'utf8')
test('reads', async ({ request }) => {
  process.env.SERVICE_SECRET_TOKEN = 'found-at-run-time'
  await request.get(process.env.TARGET + '/api')
  expect([__dirname, __filename]).toEqual(['/', '/script.js'])
  expect(where()).toEqual(['/lib', '/lib/where.ts'])
  expect(words).toBe('one two')
  expect(require(path.join(__dirname, 'lib/where')).where()).toEqual(where())
  fs.writeFileSync('/written.txt', 'mine')
  expect(await readFile(path.join(__dirname, 'written.txt'), 'utf8')).toBe('mine')
  expect(fs.existsSync(__filename)).toBe(true)
  expect(fs.existsSync('/usr/bin/env')).toBe(true)
  expect(1, 'position').toBe(2)
})`
  const dependencies = [
    { path: 'lib/where.ts', content: 'export const where = (): string[] => [__dirname, __filename]' },
    { path: 'data/words.txt', content: 'one two' },
  ]
  return scene.run(script, { code: { dependencies } })
})

describe('a multi-step run', () => {
  it('has its requests under their steps, with headers, trace, bodies and timings, and its output in the log', async () => {
    const observation = await passingRun()
    const answer = answerOf(observation)
    expect(answer).toMatchObject({ runtimeVersion: '2026.04', errors: [], degradedReasons: [], pages: [] })
    expect(answer.tests).toMatchObject([
      { titles: ['signs in'] },
      {
        titles: ['orders'],
        status: 'passed',
        steps: [
          {
            title: 'ask',
            category: 'test.step',
            steps: [
              {
                category: 'pw:api',
                request: {
                  method: 'POST',
                  url: `${scene.url()}/api`,
                  headers: { authorization: '*********', traceparent, tracestate: 'service=true' },
                  body: '{"id":7}',
                  timings: { wait: expect.any(Number) },
                  response: { status: 200, body: expect.stringContaining(probeTools.userAgent) },
                },
              },
              { category: 'expect', error: null },
            ],
          },
        ],
      },
    ])
    expect(observation.log.map(({ msg }) => msg)).toContain(`I am ${probeTools.userAgent}`)
    expect(observation.artifacts?.map(({ name, kind }) => [name, kind])).toEqual([['report.json', 'report']])
  })

  it('imports snippets, which import each other', async () => {
    const { errors, tests } = answerOf(await passingRun())
    expect(errors).toEqual([])
    expect(tests[0]).toMatchObject({ titles: ['signs in'], status: 'passed' })
  })

  it('keeps the trace of a run that fails, and the secrets that it set are found', async () => {
    const { artifacts, found } = await failingRun()
    expect(artifacts?.map(({ name, kind }) => [name, kind])).toEqual([
      ['trace.zip', 'trace'],
      ['report.json', 'report'],
    ])
    expect(found?.secrets).toEqual(['found-at-run-time'])
  })

  it('knows the directory of its files as the root, and reads and writes them there', async () => {
    const { tests, errors } = answerOf(await failingRun())
    expect(errors).toEqual([])
    expect(tests[0]?.errors).toMatchObject([
      { message: expect.stringContaining('position'), position: { file: 'script.ts', line: 19 } },
    ])
  })
})

describe('a browser run', () => {
  it('has its pages with web vitals, console, errors and requests', async () => {
    const script = `${openingOfTestFile}
test('opens', async ({ page }) => {
  await page.goto(process.env.TARGET + '/')
  await expect(page.getByRole('heading')).toHaveText('Welcome')
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate(() => navigator.language)).toBe('de-DE')
})`
    const playwrightConfig = { use: { locale: 'de-DE', storageState: 'x.json' }, workers: 4 }
    const observation = await scene.run(script, { checkType: 'BROWSER', code: { playwrightConfig } })
    const answer = answerOf(observation)
    expect(answer.tests).toMatchObject([{ status: 'passed', errors: [] }])
    expect(answer.traceSummary).toMatchObject({ userScriptErrors: 1, documentErrors: 0, networkErrors: 1 })
    expect(answer.pages).toMatchObject([
      {
        url: `${scene.url()}/`,
        webVitals: { FCP: { score: expect.any(String), value: expect.any(Number) }, TTFB: {}, TBT: {} },
        errors: [{ message: 'broken page' }],
        console: expect.arrayContaining([expect.objectContaining({ level: 'error', text: 'no stock' })]),
        network: expect.arrayContaining([expect.objectContaining({ url: `${scene.url()}/missing`, status: 404 })]),
      },
    ])
    expect(answer.webVitals.FCP).toEqual(answer.pages[0]?.webVitals.FCP?.value)
    expect(observation.log.map(({ msg }) => msg)).toContain(
      'These parts of the configuration have no effect: workers, use.storageState.',
    )
  })
})
