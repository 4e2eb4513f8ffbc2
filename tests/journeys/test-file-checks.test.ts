import Type from 'typebox'
import Value from 'typebox/value'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { minuteMs } from '#kernel'
import { eventually, freePort, newDataDir, removeDataDir, startServerProcess } from '../support/server-process.ts'
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
