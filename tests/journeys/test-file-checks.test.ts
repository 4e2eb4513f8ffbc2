import { execFile, spawn } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { join } from 'node:path'
import Type from 'typebox'
import Value from 'typebox/value'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { minuteMs } from '#kernel'
import {
  commandEnvironment,
  eventually,
  freePort,
  journeyKey,
  newDataDir,
  removeDataDir,
  startServerProcess,
} from '../support/server-process.ts'
import type { ServerProcess } from '../support/server-process.ts'
import { runtimesDirectory, testRuntimes } from '../support/test-runtimes.ts'
import { startWebReceiver } from '../support/web-receiver.ts'
import type { WebReceiver } from '../support/web-receiver.ts'

const nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()])
const common = {
  errors: Type.Array(Type.Unknown()),
  endTime: Type.Number(),
  startTime: Type.Number(),
  runtimeVersion: Type.String(),
  jobLog: nullable(Type.Array(Type.Unknown())),
  jobAssets: nullable(Type.Array(Type.String())),
  playwrightTestTraces: Type.Array(Type.String()),
  playwrightTestJsonReportFile: Type.String(),
}
/** The forms that the hosted product documents. */
const documented = {
  multiStepCheckResult: Type.Object(common),
  browserCheckResult: Type.Object({
    ...common,
    type: Type.String(),
    traceSummary: Type.Object({}),
    pages: Type.Array(Type.Object({})),
    playwrightTestVideos: Type.Array(Type.String()),
  }),
}

const dataDir = newDataDir()
let server: ServerProcess
let receiver: WebReceiver
let target: WebReceiver

beforeAll(async () => {
  await testRuntimes().get('2026.04')
  target = await startWebReceiver((response) => {
    response.setHeader('content-type', 'text/html')
    response.end('<title>Shop</title><h1>Welcome</h1>')
  })
  receiver = await startWebReceiver((response) => response.end('thanks'))
  const environment = { BELFRY_RUNTIMES_DIR: runtimesDirectory }
  server = await startServerProcess({ dataDir, port: await freePort(), environment })
  const config = { name: 'receiver', url: receiver.url }
  await server.call('POST', '/v1/alert-channels', { type: 'WEBHOOK', config })
  await server.call('POST', '/v1/variables', { key: 'TARGET', value: target.url })
  await server.call('POST', '/v1/variables', { key: 'TOKEN', value: 'very-secret-token', secret: true })
})

afterAll(async () => {
  await server.stop()
  await receiver[Symbol.asyncDispose]()
  await target[Symbol.asyncDispose]()
  removeDataDir(dataDir)
})

const field = (body: unknown, name: string): unknown => Reflect.get(Object(body), name)

async function createCheck(slug: string, name: string, lines: readonly string[]): Promise<string> {
  const opening = [
    `import { test, expect } from '@playwright/test'`,
    `import { markCheckAsDegraded } from '@checks/playwright-helpers'`,
  ]
  const { status, body } = await server.call('POST', `/v1/checks/${slug}`, {
    name,
    frequency: 1,
    locations: ['eu-west-1'],
    retryStrategy: null,
    runtimeId: '2026.04',
    script: [...opening, ...lines].join('\n'),
  })
  expect([status, body]).toMatchObject([201, { name }])
  expect(body).not.toHaveProperty('whyNeverRun')
  return String(field(body, 'id'))
}

const resultOf = async (id: string): Promise<unknown> => {
  const { found } = await eventually(
    'a result',
    async () => {
      const { body } = await server.call('GET', `/v1/check-results/${id}?limit=10`)
      const first: unknown = Array.isArray(body) && body[0]
      return first ? { found: first } : false
    },
    4 * minuteMs,
  )
  return found
}

const kinds = [
  {
    slug: 'multistep',
    name: 'multiStepCheckResult',
    test: `async ({ request }) => { const answer = await test.step('open', () => request.get(process.env.TARGET!, { headers: { 'x-token': process.env.TOKEN! } }))`,
    passes: `expect(answer.status()).toBe(200)`,
    fails: `expect(answer.status(), 'the shop answers').toBe(500)`,
  },
  {
    slug: 'browser',
    name: 'browserCheckResult',
    test: `async ({ page }) => { console.log('token ' + process.env.TOKEN); await page.goto(process.env.TARGET!)`,
    passes: `await expect(page.getByRole('heading')).toHaveText('Welcome')`,
    fails: `await expect(page.getByRole('heading')).toHaveText('Sale', { timeout: 500 })`,
  },
] as const

const outcomes = {
  passing: ({ passes }: (typeof kinds)[number]) => `${passes} })`,
  degraded: () => `expect.soft(1).toBe(2); markCheckAsDegraded('slow today') })`,
  failing: ({ fails }: (typeof kinds)[number]) => `${fails} })`,
}

it('runs checks of both types that pass, are degraded and fail, with an alert for what fails', async () => {
  const created = await Promise.all(
    kinds.map(async (kind) => {
      const create = (outcome: keyof typeof outcomes) =>
        createCheck(kind.slug, `${kind.slug} ${outcome}`, [`test('opens', ${kind.test}`, outcomes[outcome](kind)])
      return {
        kind,
        passing: await create('passing'),
        degraded: await create('degraded'),
        failing: await create('failing'),
      }
    }),
  )
  for (const { kind, passing, degraded, failing } of created) {
    const passed = await resultOf(passing)
    expect(passed).toMatchObject({
      hasFailures: false,
      hasErrors: false,
      isDegraded: false,
      [kind.name]: { errors: [], playwrightTestTraces: [], tests: [{ titles: ['opens'], status: 'passed' }] },
    })
    expect(JSON.stringify(passed)).not.toContain('very-secret-token')
    expect(await resultOf(degraded)).toMatchObject({ hasFailures: false, isDegraded: true })
    const failed = await resultOf(failing)
    expect(failed).toMatchObject({
      hasFailures: true,
      hasErrors: false,
      [kind.name]: {
        errors: [{ location: { file: 'script.ts', line: 4 }, snippet: expect.any(String), test: 'opens' }],
        playwrightTestTraces: [expect.stringContaining('http')],
      },
    })
    const wrong = [passed, failed].map((result) => [...Value.Errors(documented[kind.name], field(result, kind.name))])
    expect(wrong).toEqual([[], []])
    await eventually('the alert', async () => receiver.requests.some(({ body }) => body.includes(failing)))
    const metrics = await server.call('POST', '/v1/analytics/checks?quickRange=last24Hours', { checkIds: [passing] })
    expect(metrics.body).toMatchObject([{ responseTime_avg: expect.any(Number) }])
  }
})

describe('belfry try', () => {
  const main = join(import.meta.dirname, '../../src/cli/main.ts')
  const directory = newDataDir()
  afterAll(() => removeDataDir(directory))
  const started = (file: string, script: string, args: readonly string[]) => {
    writeFileSync(join(directory, file), `import { test, expect } from '@playwright/test'\n${script}`)
    const env = { ...commandEnvironment(), BELFRY_URL: server.url, BELFRY_API_KEY: journeyKey }
    return { argv: [main, 'try', file, ...args], options: { env, cwd: directory } }
  }
  const run = (...given: Parameters<typeof started>) => {
    const { argv, options } = started(...given)
    return new Promise<{ readonly code: number; readonly stdout: string }>((resolve) => {
      execFile(process.execPath, argv, options, (error, stdout) => resolve({ code: Number(error?.code ?? 0), stdout }))
    })
  }

  it('prints the steps, errors and web vitals of a failing file, and writes its screenshot and trace', async () => {
    writeFileSync(join(directory, 'shop.ts'), `export const heading = 'Sale'`)
    const script = `import { heading } from './shop'
test('sells', async ({ page }) => {
  await test.step('open', async () => { await page.goto(process.env.TARGET!); console.log('as ' + process.env.NAME) })
  await expect(page.getByRole('heading')).toHaveText(heading, { timeout: 500 })
})`
    const { code, stdout } = await run('shop.spec.ts', script, ['--secret', 'NAME=jupiter-99', '--trace'])
    expect({ code, stdout }).toMatchObject({ code: 1 })
    const parts = [
      'Running shop.spec.ts as a browser check (it uses page)',
      'shop.ts',
      '▸ sells',
      '  ▸ open',
      '│ as *********',
      '✓ open',
      '✗ Expect "toHaveText"',
      '✗ sells',
      '(shop.spec.ts:5:43)',
      'await expect(page',
      'Web vitals',
      'Failed: 1 test',
    ]
    const positions = parts.map((part) => stdout.indexOf(part))
    expect(positions.includes(-1) ? stdout : positions).toEqual(positions.toSorted((a, b) => a - b))
    expect(stdout).not.toContain('jupiter-99')
    const [results = ''] = readdirSync(join(directory, 'belfry-results'))
    const files = readdirSync(join(directory, 'belfry-results', results)).toSorted()
    expect(files).toEqual(['screenshot.png', 'trace.zip'])
    const beginnings = files.map((file) =>
      readFileSync(join(directory, 'belfry-results', results, file)).subarray(0, 2),
    )
    expect(beginnings.map(String)).toEqual([expect.stringContaining('P'), 'PK'])
  })

  it('answers a multi-step file that passes as JSON, and leaves nothing of it on the server', async () => {
    const script = `test('asks', async ({ request }) => { await request.get(process.env.TARGET!) })`
    const { code, stdout } = await run('api.spec.ts', script, ['--json'])
    const answer: unknown = JSON.parse(stdout)
    expect([code, answer]).toMatchObject([0, { checkType: 'MULTI_STEP', status: 'PASSED', result: { files: [] } }])
    expect((await server.call('GET', `/v1/checks/dry-run/${String(field(answer, 'id'))}`)).status).toBe(404)
  })

  it('cancels the run on the server when it is interrupted', async () => {
    let hits = 0
    await using slow = await startWebReceiver((response) => {
      hits += 1
      response.end('more')
    })
    const script = `test('never ends', async ({ request }) => {
  for (;;) { await request.get('${slow.url}'); await new Promise((resolve) => setTimeout(resolve, 50)) }
})`
    const { argv, options } = started('endless.spec.ts', script, [])
    const child = spawn(process.execPath, argv, { ...options, stdio: 'ignore' })
    const ended = once(child, 'exit')
    await eventually('the run is under way', async () => hits > 2, 2 * minuteMs)
    child.kill('SIGINT')
    expect(await ended).toEqual([130, null])
    let before = -1
    await eventually('the run has ended', async () => {
      const isStill = before === hits
      before = hits
      await new Promise((resolve) => setTimeout(resolve, 500))
      return isStill
    })
  })
})
