import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readGoldenFile, storeArtifacts, sweepContents } from '#artifacts'
import { createClient } from '#client'
import type { RunReport, RunTask } from '#contract'
import { claimRuns, PreparedChecks, settleRuns } from '#runs'
import { dayMs, hourMs, TestClock } from '#kernel'
import { deleteUnusedUploads } from '#management'
import { anAccount, aTestApi, testStore } from '../../../tests/support/api.ts'
import type { TestAccount } from '../../../tests/support/api.ts'
import { useDatabase } from '../../../tests/support/database.ts'
import { testArtifacts } from '../../../tests/support/test-artifacts.ts'
import { handlers } from './index.ts'

const database = useDatabase()
const clock = new TestClock()
let files: ReturnType<typeof testArtifacts>
let app: ReturnType<typeof aTestApi>
let baseUrl: string
let owner: TestAccount

beforeAll(async () => {
  const store = testStore(database.db())
  files = testArtifacts(store, clock)
  app = aTestApi({ db: database.db(), handlers, clock, artifacts: files.tools })
  baseUrl = await app.listen({ port: 0, host: '127.0.0.1' })
  owner = await anAccount(store, clock)
})
afterAll(async () => {
  await app.close()
  files.remove()
})

const clientOf = ({ key }: TestAccount) => createClient({ baseUrl, apiKey: key })
async function* chunksOf(text: string) {
  yield Buffer.from(text)
}
async function upload(text: string, account = owner): Promise<string> {
  const answer = await clientOf(account).call('createGoldenFile', { body: chunksOf(text) })
  return ('existing' in answer ? answer.existing : answer).key
}
const script = `import { test } from '@playwright/test'`
const bodyOf = (snapshots: { key: string; path: string }[]) => ({
  name: 'Shop',
  script,
  frequency: 10 as const,
  snapshots,
})
const create = (snapshots: { key: string; path: string }[]) =>
  clientOf(owner).call('createBrowserCheck', { body: bodyOf(snapshots) })
const sweep = async (): Promise<void> => {
  while ((await deleteUnusedUploads(files.tools.store, 'goldenFiles', clock.now())) > 0);
  while ((await sweepContents(files.tools, null)) > 0);
}

describe('a golden file', () => {
  test('is stored once for the same content, and unknown to other accounts', async () => {
    const key = await upload('same')
    expect(await upload('same')).toBe(key)
    const other = await anAccount(testStore(database.db()), clock)
    await expect(clientOf(other).call('getGoldenFile', { params: { key } })).rejects.toMatchObject({ status: 404 })
    const theirs = clientOf(other).call('createBrowserCheck', { body: bodyOf([{ key, path: 'a.png' }]) })
    await expect(theirs).rejects.toMatchObject({ status: 400, code: 'SNAPSHOT_INVALID' })
  })

  test('is uploaded and downloaded by the command line tool as well, by no other account', async () => {
    const { key } = await clientOf(owner).call('uploadSnapshotNext', { body: chunksOf('pixels') })
    expect(await upload('pixels')).toBe(key)
    const bytes = await clientOf(owner).call('downloadSnapshotNext', { body: { key } })
    expect(await text(bytes)).toBe('pixels')
    const other = clientOf(await anAccount(testStore(database.db()), clock))
    await expect(other.call('downloadSnapshotNext', { body: { key } })).rejects.toMatchObject({ status: 404 })
    await expect(clientOf(owner).call('downloadSnapshotNext', { body: { key: 'a/b' } })).rejects.toMatchObject({
      status: 404,
    })
  })

  test.each(['../a.png', 'a/../../b.png', 'a//b.png', 'a\\b.png', 'a\u0000.png', '/', 'x'.repeat(501)])(
    'has no path outside of its check: %j',
    async (path) => {
      const key = await upload('path')
      await expect(create([{ key, path }])).rejects.toMatchObject({ status: 400 })
    },
  )

  test('has one path once, and may be larger than 10 MB neither alone nor 50 MB together', async () => {
    const key = await upload('twice')
    const twice = [
      { key, path: 'a.png' },
      { key, path: 'a.png' },
    ]
    await expect(create(twice)).rejects.toMatchObject({ status: 400, code: 'SNAPSHOT_INVALID' })
    const megabyte = 'x'.repeat(1024 ** 2)
    await expect(upload(`${megabyte.repeat(10)}y`)).rejects.toMatchObject({ status: 413 })
    const many = { key: await upload(megabyte.repeat(9)) }
    const paths = ['a', 'b', 'c', 'd', 'e', 'f'].map((path) => ({ ...many, path }))
    await expect(create(paths)).rejects.toMatchObject({ status: 400, code: 'SNAPSHOT_INVALID' })
    expect(await create(paths.slice(0, 5))).toMatchObject({ name: 'Shop' })
  })

  test('is kept as long as a check refers to it, and deleted a week later with its content', async () => {
    const [used, unused] = [await upload('used'), await upload('unused')]
    const check = await create([{ key: used, path: 'a.png' }])
    const exists = (key: string) =>
      clientOf(owner)
        .call('getGoldenFile', { params: { key } })
        .then(
          () => true,
          () => false,
        )
    clock.advance(8 * dayMs)
    await sweep()
    expect([await exists(used), await exists(unused)]).toEqual([true, false])
    await clientOf(owner).call('deleteCheck', { params: { id: check.id } })
    clock.advance(8 * dayMs)
    await sweep()
    clock.advance(2 * hourMs)
    await sweep()
    expect(await exists(used)).toBe(false)
    expect(await upload('used')).not.toBe(used)
  })
})

describe('a test session that updates golden files', () => {
  async function claimed(updateSnapshots: boolean) {
    const client = clientOf(owner)
    const path = 'script.ts-snapshots/old-linux.txt'
    const key = await upload('old')
    const { id } = await create([{ key, path }])
    await client.call('triggerTestSession', {
      body: { name: 'Update', runLocation: 'eu-west-1', target: { checkId: [id] }, updateSnapshots },
    })
    const { store } = files.tools
    const [task] = await claimRuns(store, new PreparedChecks(store), {
      queues: ['eu-west-1'],
      limit: 10,
      runnerId: 'runner',
      leaseMs: hourMs,
      nowMs: clock.now(),
      publicUrl: 'http://localhost',
      chance: { randomNumber: () => 1, uuid: () => 'uuid' },
    })
    if (task === undefined) throw new Error('There is no task.')
    return { id, task, before: { key, path } }
  }

  async function report(task: RunTask, outcome: 'passed' | 'failed'): Promise<void> {
    const golden = [
      { goldenPath: 'script.ts-snapshots/new-linux.txt', text: `new ${task.id}` },
      { goldenPath: '../../outside.txt', text: 'hostile' },
    ]
    const { stored } = await storeArtifacts(
      files.tools,
      lease(task),
      golden.map(({ goldenPath, text }) => ({
        name: goldenPath,
        kind: 'snapshot',
        contentType: 'text/plain',
        bytes: Buffer.from(text),
        goldenPath,
      })),
    )
    const at = clock.now()
    const observation = { startedAt: at, stoppedAt: at, responseTimeMs: 0, answer: null, failure: null, log: [] }
    const settled: RunReport = {
      taskId: task.id,
      leaseToken: task.leaseToken,
      observation,
      verdict: { outcome, reasons: [], assertions: [], overMaxResponseTime: false },
      detail: {},
      isRunnerError: false,
      artifacts: stored,
    }
    const context = { nowMs: at, publicUrl: 'http://localhost', randomNumber: () => 0 }
    await settleRuns(files.tools.store, [settled], context)
  }
  const snapshotsOf = async (id: string) => {
    const check = await clientOf(owner).call('getCheck', { params: { id } })
    return Reflect.get(check, 'snapshots') as { key: string; path: string }[]
  }

  test('gives a check whose run passes the files that it wrote, beside those that it had', async () => {
    const { id, task, before } = await claimed(true)
    expect(task.code).toMatchObject({ updateSnapshots: true, snapshots: [before] })
    expect(Buffer.from((await readGoldenFile(files.tools, lease(task), before.key)) ?? []).toString()).toBe('old')
    await report(task, 'passed')
    const after = await snapshotsOf(id)
    const path = 'script.ts-snapshots/new-linux.txt'
    expect(after).toEqual([before, { path, key: expect.any(String) }])
    expect(await readGoldenFile(files.tools, lease(task), before.key)).toBeNull()
  })

  test('changes nothing when the run fails, or when the session does not ask for it', async () => {
    for (const [asks, outcome] of [
      [true, 'failed'],
      [false, 'passed'],
    ] as const) {
      const { id, task, before } = await claimed(asks)
      await report(task, outcome)
      expect(await snapshotsOf(id)).toEqual([before])
    }
  })
})

const lease = ({ id, leaseToken }: RunTask) => ({ taskId: id, leaseToken })
