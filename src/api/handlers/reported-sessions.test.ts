import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ZipFile } from 'yazl'
import { createClient } from '#client'
import type { Client } from '#client'
import { hourMs, TestClock } from '#kernel'
import { expireRuns } from '#runs'
import { anAccount, aTestApi, testStore } from '../../../tests/support/api.ts'
import { objectsOf } from '../../../tests/support/artifact-scene.ts'
import { useDatabase } from '../../../tests/support/database.ts'
import { testArtifacts } from '../../../tests/support/test-artifacts.ts'
import { handlers } from './index.ts'

const database = useDatabase()
const clock = new TestClock()
let files: ReturnType<typeof testArtifacts>
let app: ReturnType<typeof aTestApi>
let baseUrl: string
let owner: Client

const clientOfNewAccount = async (): Promise<Client> =>
  createClient({ baseUrl, apiKey: (await anAccount(testStore(database.db()), clock)).key })

beforeAll(async () => {
  files = testArtifacts(testStore(database.db()), clock)
  app = aTestApi({ db: database.db(), handlers, clock, artifacts: files.tools, blobs: files.tools.blobs })
  baseUrl = await app.listen({ port: 0, host: '127.0.0.1' })
  owner = await clientOfNewAccount()
})
afterAll(async () => {
  await app.close()
  files.remove()
})

/** A zip of these files. */
async function zipOf(entries: Readonly<Record<string, string>>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(entries)) zip.addBuffer(Buffer.from(content), name)
  zip.end()
  return buffer(zip.outputStream)
}

async function* once(bytes: Buffer) {
  yield bytes
}

const repoInfo = { branchName: 'main', commitId: 'abc', repoUrl: 'https://git.example/shop' }
async function begin(client = owner) {
  const body = { name: 'Pipeline', environment: 'test', repoInfo, testResults: [{ name: 'Shop suite' }] }
  const { testSessionId, testResults, link } = await client.call('createReportedSessionNext', { body })
  return { params: { testSessionId, testSessionResultId: testResults[0]?.testResultId ?? '' }, link }
}
type Params = Awaited<ReturnType<typeof begin>>['params']
const upload = (params: Params, bytes: Buffer, client = owner) =>
  client.call('uploadReportNext', { params, body: once(bytes) })
const sessionOf = ({ testSessionId }: Params) => owner.call('getTestSession', { params: { testSessionId } })

const failed = {
  status: 'unexpected',
  results: [{ errors: [{ message: 'First try' }] }, { errors: [{ message: '\u001b[31mNo price\u001b[0m' }] }],
}
const report = {
  stats: { expected: 3, unexpected: 1, flaky: 2, skipped: 0 },
  suites: [{ suites: [{ specs: [{ tests: [failed] }] }] }],
  errors: [{ message: 'No coverage' }],
}

describe('a suite that runs in a pipeline', () => {
  it('is a recorded session with its errors, counts of tests, traces and attachments', async () => {
    const { params, link } = await begin()
    expect(link).toMatch(new RegExp(`/test-sessions/${params.testSessionId}$`))
    expect(await sessionOf(params)).toMatchObject({ status: 'RUNNING', results: [{ name: 'Shop suite' }] })
    const zip = await zipOf({
      'output/checkly-report.json': JSON.stringify(report),
      'test-results/shop/trace.zip': 'PK',
      'test-results/shop/shown.png': 'pixels',
    })
    expect(await upload(params, zip)).toEqual({ assetId: expect.any(String) })
    // Reporters repeat what was not answered.
    await upload(params, zip)
    const end = { status: 'FAILED' as const, responseTime: 1500, stoppedAt: clock.now(), assetEntries: [] }
    await owner.call('endReportedResultNext', { params, body: end })
    await owner.call('endReportedResultNext', { params, body: { status: 'PASSED' } })

    expect(await sessionOf(params)).toMatchObject({
      status: 'FAILED',
      metadata: { environment: 'test', branchName: 'main' },
      results: [
        { status: 'FAILED', checkType: 'PLAYWRIGHT', hasFailures: true, responseTime: 1500, runLocation: 'ci' },
      ],
    })
    const result = await owner.call('getTestSessionResult', { params })
    expect(result.playwrightCheckResult).toMatchObject({
      errors: [{ message: 'No coverage' }, { message: 'No price' }],
      tests: { passed: 3, failed: 1, flaky: 2, skipped: 0 },
      playwrightTestTraces: [expect.stringContaining('/downloads/')],
      playwrightTestJsonReportFile: expect.stringContaining('/downloads/'),
    })
    const { assets } = await owner.call('listTestSessionResultAssets', { params })
    expect(assets.map(({ type, name }) => `${type} ${name}`)).toEqual([
      'log run.log',
      'report output/checkly-report.json',
      'trace test-results/shop/trace.zip',
      'screenshot test-results/shop/shown.png',
    ])
    const shown = await fetch(`${baseUrl}${new URL(assets[3]?.url ?? '').pathname}`)
    expect([shown.status, await shown.text()]).toEqual([200, 'pixels'])
    const { entries } = await owner.call('listTestSessions', { query: { providers: ['PW_REPORTER'] } })
    expect(entries).toMatchObject([{ id: params.testSessionId, provider: 'PW_REPORTER', branchName: 'main' }])
  })

  it('that uploads nothing has the errors that its reporter names', async () => {
    const { params } = await begin()
    const errors = ['No server', { error: { message: '\u001b[31mNo page\u001b[0m' }, testTitle: 'front' }, 7]
    const body = { status: 'FAILED' as const, metadata: { errors } }
    await owner.call('endReportedResultNext', { params, body })
    const { playwrightCheckResult } = await owner.call('getTestSessionResult', { params })
    expect(playwrightCheckResult).toMatchObject({
      errors: [{ message: 'No server' }, { message: 'No page' }, { message: 'Unknown error' }],
      tests: null,
    })
  })

  it('with flaky tests is degraded', async () => {
    const { params } = await begin()
    await owner.call('endReportedResultNext', { params, body: { status: 'PASSED', isDegraded: true } })
    expect(await sessionOf(params)).toMatchObject({ status: 'PASSED', results: [{ isDegraded: true }] })
  })

  it('is cancelled when its reporter has said nothing for a day', async () => {
    const { params } = await begin()
    const store = testStore(database.db())
    clock.advance(25 * hourMs)
    await expireRuns(store, { nowMs: clock.now(), publicUrl: baseUrl })
    expect(await sessionOf(params)).toMatchObject({ status: 'CANCELLED', results: [{ status: 'CANCELLED' }] })
  })
})

describe('an archive of a reporter', () => {
  it.each<readonly [string, () => Promise<Buffer>, string]>([
    ['that is none', async () => Buffer.from('no archive'), 'not a zip archive'],
    [
      'of too many files',
      () => zipOf(Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`file-${index}`, 'x']))),
      'more than 1000 files',
    ],
    [
      'with a path outside',
      async () => replaced(await zipOf({ 'aa/aa/outside.txt': 'x' }), 'aa/aa/', '../../'),
      'not a zip archive, or it is damaged',
    ],
  ])('%s is refused, and nothing of it is kept', async (_what, archive, problem) => {
    const { params } = await begin()
    const before = await objectsOf(files.tools.blobs)
    await expect(upload(params, await archive())).rejects.toMatchObject({
      status: 400,
      code: 'TEST_REPORT_INVALID',
      message: expect.stringContaining(problem),
    })
    expect(await objectsOf(files.tools.blobs)).toEqual(before)
  })

  it('belongs to the account of the session', async () => {
    const [{ params }, other] = [await begin(), await clientOfNewAccount()]
    await expect(upload(params, await zipOf({ a: 'x' }), other)).rejects.toMatchObject({ status: 404 })
    const end = other.call('endReportedResultNext', { params, body: { status: 'PASSED' } })
    await expect(end).rejects.toMatchObject({ status: 404 })
  })
})

const replaced = (zip: Buffer, before: string, after: string): Buffer =>
  Buffer.from(zip.toString('latin1').replaceAll(before, after), 'latin1')

it('the action of GitHub is told that there are no checks of commits', async () => {
  const answer = await owner.call('getGithubPreflightNext')
  expect(answer).toEqual({ available: false, reason: expect.any(String) })
})
