import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'
import Type from 'typebox'
import Value from 'typebox/value'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { initialisedDataDir } from '../support/initialised-data-dir.ts'
import {
  commandEnvironment,
  eventually,
  freePort,
  journeyKey,
  removeDataDir,
  startServerProcess,
} from '../support/server-process.ts'
import type { ServerProcess } from '../support/server-process.ts'
import { offlineInstallation, suiteProject } from '../support/suite-project.ts'
import { runtimesDirectory, testRuntimes } from '../support/test-runtimes.ts'
import { startWebReceiver } from '../support/web-receiver.ts'
import type { WebReceiver } from '../support/web-receiver.ts'

const nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()])
/** The form that the hosted product documents. */
const documented = Type.Object({
  errors: Type.Array(Type.Object({})),
  playwrightTraceFiles: Type.Array(Type.Object({ url: Type.String(), name: Type.String(), filename: Type.String() })),
  jobLog: nullable(Type.Array(Type.Unknown())),
  jobAssets: nullable(Type.Array(Type.String())),
  playwrightTestVideos: Type.Array(Type.String()),
  playwrightTestTraces: Type.Array(Type.String()),
  playwrightTestJsonReportFile: Type.String(),
})
const secret = 'very-secret-token'

const main = join(import.meta.dirname, '../../src/cli/main.ts')
const dataDir = await initialisedDataDir()
const project = suiteProject()
let server: ServerProcess
let receiver: WebReceiver
let codeBundlePath: string
let installCommand: string

beforeAll(async () => {
  const runtime = await testRuntimes().get('2026.04')
  installCommand = offlineInstallation(runtime.directory)
  receiver = await startWebReceiver((response) => response.end('thanks'))
  const environment = { BELFRY_RUNTIMES_DIR: runtimesDirectory }
  server = await startServerProcess({ dataDir, port: await freePort(), environment })
  await server.call('POST', '/v1/alert-channels', { type: 'WEBHOOK', config: { name: 'receiver', url: receiver.url } })
  await server.call('POST', '/v1/variables', { key: 'TOKEN', value: secret, secret: true })
  codeBundlePath = execFileSync(process.execPath, [main, 'bundles', 'upload', project], {
    env: { ...commandEnvironment(), BELFRY_URL: server.url, BELFRY_API_KEY: journeyKey },
    encoding: 'utf8',
  }).trim()
})

afterAll(async () => {
  await server.stop()
  await receiver[Symbol.asyncDispose]()
  removeDataDir(dataDir)
  rmSync(project, { recursive: true, force: true })
})

const field = (body: unknown, name: string): unknown => Reflect.get(Object(body), name)
const ofSuite = (fields: object) => ({
  frequency: 1,
  locations: ['eu-west-1'],
  codeBundlePath,
  installCommand,
  ...fields,
})

/** The files in an archive, as text. */
async function entriesOf(bytes: Buffer): Promise<string[]> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false })
  const entries: string[] = []
  for await (const entry of zip.eachEntry())
    entries.push((await buffer(await zip.openReadStreamPromise(entry))).toString('utf8'))
  return entries
}

async function createSuite(fields: object): Promise<string> {
  const { status, body } = await server.call('POST', '/v1/checks/playwright', ofSuite(fields))
  expect([status, body]).toMatchObject([201, fields])
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

it('runs an uploaded project on schedule, by projects and tags, and alerts when it fails', async () => {
  const passing = await createSuite({ name: 'shop', pwTags: ['smoke', '@flaky'], pwProjects: ['desktop'] })
  const failing = await createSuite({ name: 'shop fails', testCommand: 'npx playwright test --grep @wrong' })
  const missing = await createSuite({ name: 'other browser', browsers: ['firefox'] })

  const passed = await resultOf(passing)
  expect(passed).toMatchObject({
    hasFailures: false,
    hasErrors: false,
    isDegraded: false,
    responseTime: expect.any(Number),
    playwrightCheckResult: {
      errors: [],
      requestError: null,
      tests: { passed: 1, failed: 0, flaky: 1, skipped: 0 },
    },
  })
  const report = String(field(field(passed, 'playwrightCheckResult'), 'playwrightTestJsonReportFile'))
  expect(await (await fetch(report)).json()).toMatchObject({ stats: { expected: 1, flaky: 1 } })
  const [trace] = field(field(passed, 'playwrightCheckResult'), 'playwrightTestTraces') as readonly string[]
  const archive = await fetch(trace ?? '')
  expect(archive.headers.get('content-type')).toBe('application/zip')
  const entries = await entriesOf(Buffer.from(await archive.arrayBuffer()))
  const texts = entries.join('\n')
  // The page of the project shows it, so that it is in the recorded responses and in the snapshots of the page.
  expect(texts).toContain('<p>*********')
  for (const form of [secret, Buffer.from(secret).toString('base64'), Buffer.from(secret).toString('hex')])
    expect(texts.includes(form)).toBe(false)

  const failed = await resultOf(failing)
  expect(failed).toMatchObject({
    hasFailures: true,
    hasErrors: false,
    playwrightCheckResult: {
      errors: [{ message: expect.stringContaining('toHaveText') }, { message: expect.any(String) }],
      tests: { passed: 0, failed: 2 },
    },
  })
  expect(JSON.stringify([passed, failed])).not.toContain(secret)
  expect(JSON.stringify(passed)).toContain('the token is *********')
  const wrong = [passed, failed].map((result) => [...Value.Errors(documented, field(result, 'playwrightCheckResult'))])
  expect(wrong).toEqual([[], []])
  await eventually('the alert', async () => receiver.requests.some(({ body }) => body.includes(failing)))
  expect(receiver.requests.some(({ body }) => body.includes(passing))).toBe(false)

  expect(await resultOf(missing)).toMatchObject({
    hasFailures: true,
    playwrightCheckResult: { requestError: expect.stringContaining('firefox'), tests: null },
  })
  const metrics = await server.call('POST', '/v1/analytics/checks?quickRange=last24Hours', { checkIds: [passing] })
  expect(metrics.body).toMatchObject([{ responseTime_avg: expect.any(Number) }])
  for (const id of [passing, failing, missing]) await server.call('DELETE', `/v1/checks/${id}`)
})

/** Processes of this machine whose command line has this text. */
const processesWith = (text: string): readonly string[] =>
  readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(text)
    } catch {
      return false
    }
  })

it('ends every process of a run that is cancelled, which then counts nowhere', async () => {
  const id = await createSuite({ name: 'endless', pwTags: ['endless'], frequency: 1440 })
  const started = await server.call('POST', '/v2/check-sessions/trigger', { target: { checkId: [id] } })
  const [head] = field(started.body, 'sessions') as readonly unknown[]
  const session = String(field(head, 'checkSessionId'))
  const mark = 'run-by-TRIGGER_API'
  await eventually('a run under way', async () => processesWith(mark).length > 0)

  const path = `/v1/check-sessions/${session}`
  const unknown = { sequenceId: ['00000000-0000-4000-8000-000000000000'] }
  expect((await server.call('POST', `${path}/cancel`, unknown)).status).toBe(400)
  expect((await server.call('POST', `${path}/cancel`, {})).status).toBe(204)
  expect((await server.call('GET', `/v2/check-sessions/${session}`)).body).toMatchObject({
    status: 'CANCELLED',
    results: [{ isCancelled: true, aborted: true, hasFailures: false }],
  })
  await eventually('the end of its processes', async () => processesWith(mark).length === 0)
  expect((await server.call('GET', `/v1/check-statuses/${id}`)).body).not.toMatchObject({ hasFailures: true })
  const metrics = await server.call('POST', '/v1/analytics/checks?quickRange=last24Hours', { checkIds: [id] })
  expect(metrics.body).toMatchObject([{ responseTime_avg: null }])
  expect((await server.call('POST', `${path}/cancel`, {})).status).toBe(204)
  await server.call('DELETE', `/v1/checks/${id}`)
  await eventually('the end of its scheduled run', async () => processesWith('run-by-').length === 0)
})

it('runs a suite that is not saved, and stores no file of it', async () => {
  const check = ofSuite({ checkType: 'PLAYWRIGHT', name: 'try', pwTags: ['smoke'], pwProjects: ['phone'] })
  const started = await server.call('POST', '/v1/checks/dry-run?maxWaitSeconds=0', { check, runLocation: 'eu-west-1' })
  const path = `/v1/checks/dry-run/${String(field(started.body, 'id'))}`
  const ended = await eventually('its end', async () => {
    const { body } = await server.call('GET', `${path}?maxWaitSeconds=30`)
    return field(body, 'status') === 'RUNNING' ? false : { body }
  })
  expect(ended.body).toMatchObject({
    status: 'PASSED',
    result: { playwrightCheckResult: { tests: { passed: 1 }, jobAssets: null } },
  })
})
