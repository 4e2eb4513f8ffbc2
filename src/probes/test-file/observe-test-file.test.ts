import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeRequest } from '#contract'
import type { Observation, RunProgress, ScriptAnswer, TaskCode, TestFileType } from '#contract'
import { probeTools } from '../../../tests/support/probe-tasks.ts'
import { startTestFileRuns } from '../../../tests/support/test-file-runs.ts'
import type { TestFileRuns } from '../../../tests/support/test-file-runs.ts'
import type { ProgressListener } from '../probe.ts'
import { observe } from '../probes.ts'

let server: Server
let url: string
let runs: TestFileRuns
beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/api') {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ agent: request.headers['user-agent'] }))
      return
    }
    response.setHeader('content-type', 'text/html')
    if (request.url === '/missing') response.statusCode = 404
    response.end(
      '<title>Shop</title><h1>Welcome</h1>' +
        '<script>console.error("no stock"); setTimeout(() => { throw new Error("broken page") }, 0); fetch("/missing")</script>',
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  runs = await startTestFileRuns({ waiting: 1 })
})
afterAll(async () => {
  server.close()
  await runs[Symbol.asyncDispose]()
})

interface Given {
  readonly checkType?: TestFileType
  readonly code?: Partial<TaskCode>
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
  readonly progress?: ProgressListener
}

async function run(
  script: string,
  { checkType = 'MULTI_STEP', code = {}, timeoutMs = 240_000, signal, progress }: Given = {},
) {
  const own = { key: 'TARGET', value: url, secret: false }
  const task = {
    checkType,
    request: codeRequest,
    timeoutMs,
    accountId: 'account',
    code: { runtimeId: null, snippets: [], script, ...code, environment: [own, ...(code.environment ?? [])] },
  }
  return observe(task, {
    ...probeTools,
    playwright: runs.playwright,
    ...(signal && { signal }),
    ...(progress && { progress }),
  })
}

/** The answer of a run that has one. */
function answerOf({ answer, failure }: Observation<TestFileType>): ScriptAnswer {
  if (answer === null) throw new Error(JSON.stringify(failure))
  return answer
}

const opening = `import { test, expect } from '@playwright/test'\n`

/** Made when the first test asks for it, and shared by those that look at other parts of it: each run costs seconds. */
function shared<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}

const snippets = [
  {
    name: 'sign-in',
    script: "const { greeting } = require('./greeting.js')\nmodule.exports = (name) => greeting + ' ' + name",
  },
  { name: 'greeting', script: "export const greeting = 'Hello'" },
]
const importing = `${opening}
import signIn from './snippets/sign-in.js'
import { greeting } from './snippets/greeting'
test('signs in', () => expect([signIn('Ann'), greeting]).toEqual(['Hello Ann', 'Hello']))`

const passingRun = shared(() => {
  const script = `${importing}
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
  return run(script, { code: { dependencies, snippets } })
})

const failingRun = shared(() => {
  const script = `${opening}
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
  return run(script, { code: { dependencies } })
})

describe('a multi-step run', () => {
  it('has its requests under their steps, with headers, bodies and timings, and its output in the log', async () => {
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
                  url: `${url}/api`,
                  headers: { authorization: '*********' },
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

  it.each([
    [null, passingRun],
    [
      'tests/shop/orders.spec.ts',
      () => run(importing, { code: { snippets, scriptPath: 'tests/shop/orders.spec.ts' } }),
    ],
  ] as const)('imports snippets, which import each other, at the path %s', async (_path, make) => {
    const { errors, tests } = answerOf(await make())
    expect(errors).toEqual([])
    expect(tests[0]).toMatchObject({ titles: ['signs in'], status: 'passed' })
  })

  it('says what happens while it is under way, and each secret before anything that contains it', async () => {
    const script = `${opening}
test('orders', async ({ request }) => {
  process.env.SERVICE_SECRET_TOKEN = 'found-secret'
  await test.step('ask', async () => {
    console.log('token found-secret')
    await request.get(process.env.TARGET + '/api')
  })
  await test.step('fail', () => { throw new Error('no stock') })
})`
    const secrets: string[] = []
    const seen: (RunProgress & { readonly isHidden: boolean })[] = []
    const canceller = new AbortController()
    const progress: ProgressListener = {
      hide: (secret) => void secrets.push(secret),
      add: (event) => {
        seen.push({ ...event, isHidden: secrets.includes('found-secret') })
        // Nothing but a run that is still under way can be cancelled.
        if (event.type === 'STEP' && event.title === 'fail' && event.state === 'FAILED') canceller.abort()
      },
    }
    const { failure } = await run(script, { progress, signal: canceller.signal })
    expect(failure).toMatchObject({ code: 'ECANCELED' })
    const steps = seen.flatMap((event) =>
      event.type === 'STEP' && event.category.startsWith('test')
        ? [`${event.depth} ${event.state} ${event.title}`]
        : [],
    )
    expect(steps.slice(0, 5)).toEqual([
      '0 STARTED orders',
      '1 STARTED ask',
      '1 PASSED ask',
      '1 STARTED fail',
      '1 FAILED fail',
    ])
    expect(seen.filter((event) => event.type === 'LOG' && event.message.includes('found-secret'))).toMatchObject([
      { isHidden: true },
    ])
  })

  it('tells soft failures from others, and marks with their reason', async () => {
    const script = `${opening}
import { markCheckAsDegraded, getAPIResponseTime } from '@any/playwright-helpers'
test('slow', async ({ request }) => {
  const time = getAPIResponseTime(await request.get(process.env.TARGET + '/api'))
  expect.soft(typeof time, 'own message').toBe('string')
  expect.soft(time).toBeLessThan(0)
  markCheckAsDegraded('too slow')
})
test('hard', async () => { expect(1).toBe(2) })`
    const { tests, degradedReasons } = answerOf(await run(script))
    expect(degradedReasons).toEqual(['too slow'])
    expect(tests.map(({ errors }) => errors.map(({ isSoft }) => isSoft))).toEqual([[true, true], [false]])
    expect(tests[1]?.errors[0]).toMatchObject({
      position: { file: 'script.ts', line: 10 },
      snippet: expect.stringContaining('expect(1).toBe(2)'),
    })
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

  it('ends with its whole tree when it is cancelled', async () => {
    const cancel = new AbortController()
    const script = `${opening}
test('endless', async ({ request }) => {
  await request.get(process.env.TARGET + '/api')
  await new Promise(() => {})
})`
    const reached = once(server, 'request')
    const running = run(script, { signal: cancel.signal })
    await reached
    cancel.abort()
    expect((await running).failure).toMatchObject({ code: 'ECANCELED' })
  })

  it('fails with the limit when it takes too long', async () => {
    const script = `${opening}
test.setTimeout(0)
test('endless', async () => { await new Promise(() => {}) })`
    // Its time is for the script, not for a process that a busy machine starts slowly.
    await runs.playwright.ready()
    const { failure, artifacts } = await run(script, { timeoutMs: 8_000 })
    expect(failure).toMatchObject({ kind: 'timeout', message: 'The run exceeded the maximum run time of 240000 ms.' })
    expect(artifacts).toBeUndefined()
  })
})

describe('a browser run', () => {
  it('has the older runtime, and an id that is older still the nearest one with a warning', async () => {
    const script = `${opening}
test('opens', async ({ page, request }) => {
  await page.goto(process.env.TARGET + '/')
  await expect(page.getByRole('heading')).toHaveText('Welcome')
  expect((await request.get(process.env.TARGET + '/api')).status()).toBe(200)
})`
    const { answer, failure, log } = await run(script, { checkType: 'BROWSER', code: { runtimeId: '2024.02' } })
    expect([failure, answer?.runtimeVersion, answer?.tests]).toMatchObject([null, '2025.04', [{ status: 'passed' }]])
    expect(answer?.pages).toMatchObject([{ url: `${url}/`, webVitals: { TTFB: {}, TBT: {} } }])
    expect(log.filter(({ level }) => level === 'WARN').map(({ msg }) => msg)).toEqual([
      expect.stringContaining('2024.02'),
    ])
  })

  it('has its pages with web vitals, console, errors and requests', async () => {
    const script = `${opening}
test('opens', async ({ page }) => {
  await page.goto(process.env.TARGET + '/')
  await expect(page.getByRole('heading')).toHaveText('Welcome')
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate(() => navigator.language)).toBe('de-DE')
})`
    const playwrightConfig = { use: { locale: 'de-DE', storageState: 'x.json' }, workers: 4 }
    const observation = await run(script, { checkType: 'BROWSER', code: { playwrightConfig } })
    const answer = answerOf(observation)
    expect(answer.tests).toMatchObject([{ status: 'passed', errors: [] }])
    expect(answer.traceSummary).toMatchObject({ userScriptErrors: 1, documentErrors: 0, networkErrors: 1 })
    expect(answer.pages).toMatchObject([
      {
        url: `${url}/`,
        webVitals: { FCP: { score: expect.any(String), value: expect.any(Number) }, TTFB: {}, TBT: {} },
        errors: [{ message: 'broken page' }],
        console: expect.arrayContaining([expect.objectContaining({ level: 'error', text: 'no stock' })]),
        network: expect.arrayContaining([expect.objectContaining({ url: `${url}/missing`, status: 404 })]),
      },
    ])
    expect(answer.webVitals.FCP).toEqual(answer.pages[0]?.webVitals.FCP?.value)
    expect(observation.log.map(({ msg }) => msg)).toContain(
      'These parts of the configuration have no effect: workers, use.storageState.',
    )
  })

  it('fails with a screenshot and a trace, and without its golden file', async () => {
    const script = `${opening}
test('compares', async ({ page }) => {
  await page.goto(process.env.TARGET + '/')
  await expect(page).toHaveScreenshot('shop.png')
})`
    const { answer, artifacts } = await run(script, { checkType: 'BROWSER' })
    expect(answer?.tests[0]?.errors[0]?.message).toContain("snapshot doesn't exist")
    expect(new Set(artifacts?.map(({ kind }) => kind))).toEqual(new Set(['screenshot', 'trace', 'file', 'report']))
  })
})
