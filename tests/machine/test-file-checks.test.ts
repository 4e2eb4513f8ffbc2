import { execFile, spawn } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { join } from 'node:path'
import Type from 'typebox'
import Value from 'typebox/value'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { initialisedDataDir } from '../support/initialised-data-dir.ts'
import { httpServer } from '../support/local-servers.ts'
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
const Position = Type.Object({ file: Type.String(), line: Type.Integer(), column: Type.Integer() })
const Link = Type.String({ pattern: '^http.*/' })
const EpochMs = Type.Integer({ minimum: 1_700_000_000_000 })
const Vital = Type.Object({
  score: Type.Enum(['GOOD', 'NEEDS_IMPROVEMENT', 'POOR']),
  value: Type.Number({ minimum: 0 }),
})
const Count = Type.Integer({ minimum: 0 })
const common = {
  errors: Type.Array(
    Type.Object({
      message: Type.String(),
      stack: nullable(Type.String()),
      location: nullable(Position),
      snippet: nullable(Type.String()),
      isSoft: Type.Boolean(),
    }),
  ),
  endTime: EpochMs,
  startTime: EpochMs,
  runtimeVersion: Type.String(),
  jobLog: nullable(
    Type.Array(
      Type.Object({ time: EpochMs, msg: Type.String(), level: Type.Enum(['DEBUG', 'INFO', 'WARN', 'ERROR']) }),
    ),
  ),
  jobAssets: nullable(Type.Array(Link)),
  playwrightTestTraces: Type.Array(Link),
  playwrightTestJsonReportFile: Type.Union([Link, Type.Literal('')]),
}
/** The forms that the hosted product documents, every field of them there, with what the fields mean. */
const documented = {
  multiStepCheckResult: Type.Object(common),
  browserCheckResult: Type.Object({
    ...common,
    type: Type.Literal('PLAYWRIGHT'),
    traceSummary: Type.Object({
      consoleErrors: Count,
      networkErrors: Count,
      documentErrors: Count,
      userScriptErrors: Count,
    }),
    pages: Type.Array(
      Type.Object({
        url: Type.String(),
        webVitals: Type.Object({
          FCP: Type.Optional(Vital),
          LCP: Type.Optional(Vital),
          CLS: Type.Optional(Vital),
          TBT: Type.Optional(Vital),
          TTFB: Type.Optional(Vital),
        }),
      }),
    ),
    playwrightTestVideos: Type.Array(Link),
  }),
}
const DateTime = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z$' })
/** What the results of every type have besides. */
const documentedResult = Type.Object({
  id: Type.String(),
  name: Type.String(),
  checkId: Type.String(),
  hasFailures: Type.Boolean(),
  hasErrors: Type.Boolean(),
  isDegraded: nullable(Type.Boolean()),
  isCancelled: Type.Boolean(),
  overMaxResponseTime: nullable(Type.Boolean()),
  runLocation: Type.String(),
  startedAt: nullable(DateTime),
  stoppedAt: nullable(DateTime),
  created_at: DateTime,
  responseTime: Type.Number(),
  checkRunId: Type.Number(),
  attempts: Type.Number(),
  resultType: Type.Enum(['FINAL', 'ATTEMPT']),
  sequenceId: nullable(Type.String()),
  traceId: nullable(Type.String()),
  errorGroupIds: nullable(Type.Array(Type.String())),
})

const dataDir = await initialisedDataDir()
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
    // Due once, however long a test takes.
    frequency: 1440,
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
  const { found } = await eventually('a result', async () => {
    const { body } = await server.call('GET', `/v1/check-results/${id}?limit=10`)
    const first: unknown = Array.isArray(body) && body[0]
    return first ? { found: first } : false
  })
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
        broken: await createCheck(kind.slug, `${kind.slug} broken`, ['process.exit(3)']),
      }
    }),
  )
  for (const { kind, passing, degraded, failing, broken } of created) {
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
    const all = [passed, await resultOf(degraded), failed, await resultOf(broken)]
    const wrong = all.map((result) => [
      ...Value.Errors(documentedResult, result),
      ...Value.Errors(documented[kind.name], field(result, kind.name)),
    ])
    expect(wrong).toEqual([[], [], [], []])
    expect(all.at(-1)).toMatchObject({ hasFailures: true, [kind.name]: { errors: [{}] } })
    await eventually('the alert', async () => receiver.requests.some(({ body }) => body.includes(failing)))
    const metrics = await server.call('POST', '/v1/analytics/checks?quickRange=last24Hours', { checkIds: [passing] })
    expect(metrics.body).toMatchObject([{ responseTime_avg: expect.any(Number) }])
    // Their runs would keep those of the next tests waiting.
    for (const id of [passing, degraded, failing, broken]) await server.call('DELETE', `/v1/checks/${id}`)
  }
})

/** How many processes of this machine have this text in their command line. */
const processesWith = (text: string): number =>
  readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(text)
    } catch {
      return false
    }
  }).length

it('ends every process of a browser run that is cancelled, which then counts nowhere and sends no alert', async () => {
  const mark = 'child-of-a-cancelled-run'
  const id = await createCheck('browser', 'endless', [
    `import { spawn } from 'node:child_process'`,
    `test('never ends', async ({ page }) => {`,
    `  if (process.env.MARK) spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', process.env.MARK], { detached: true })`,
    `  if (process.env.MARK) for (;;) await page.goto(process.env.TARGET! + '/' + process.env.MARK)`,
    `})`,
  ])
  expect(await resultOf(id)).toMatchObject({ hasFailures: false })
  const scheduled = await server.call('GET', `/v1/check-statuses/${id}`)
  expect(await server.call('PUT', `/v1/checks/browser/${id}`, { activated: false })).toMatchObject({ status: 200 })

  const path = (session: unknown) => `/v1/test-sessions/${String(field(session, 'testSessionId'))}`
  const { status, body: session } = await server.call('POST', '/v1/test-sessions/trigger', {
    name: 'cancelled',
    runLocation: 'eu-west-1',
    target: { checkId: [id], allowDeactivated: true },
    environmentVariables: [{ key: 'MARK', value: mark }],
  })
  expect([status, session]).toMatchObject([201, { status: 'RUNNING' }])
  await eventually('the browser', async () => target.requests.some((one) => one.path.includes(mark)))
  expect(processesWith(mark)).toBeGreaterThan(0)
  expect((await server.call('POST', `${path(session)}/cancel`)).status).toBe(204)
  await eventually('the end of its processes', async () => processesWith(mark) === 0)

  expect((await server.call('GET', path(session))).body).toMatchObject({
    status: 'CANCELLED',
    results: [{ status: 'CANCELLED' }],
  })
  expect((await server.call('GET', `/v1/check-statuses/${id}`)).body).toEqual(scheduled.body)
  expect(field((await server.call('GET', `/v2/check-results/${id}?resultType=ALL`)).body, 'entries')).toHaveLength(1)
  // A request that was on its way has arrived by now.
  const visits = target.requests.filter((one) => one.path.includes(mark)).length
  // What follows takes longer than a visit: a browser that is still there would show.
  expect(await resultOf(id)).toMatchObject({ hasFailures: false })
  expect(target.requests.filter((one) => one.path.includes(mark))).toHaveLength(visits)
  expect(receiver.requests.some(({ body }) => body.includes(id))).toBe(false)
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
    const asked = Promise.withResolvers<void>()
    const silent = await httpServer(() => asked.resolve())
    const script = `test('never ends', async ({ request }) => { await request.get('http://127.0.0.1:${silent.port}/', { timeout: 0 }) })`
    const { argv, options } = started('endless.spec.ts', script, [])
    const child = spawn(process.execPath, argv, { ...options, stdio: 'ignore' })
    const ended = once(child, 'exit')
    await asked.promise
    child.kill('SIGINT')
    expect(await ended).toEqual([130, null])
    await silent.allClosed()
  })
})
