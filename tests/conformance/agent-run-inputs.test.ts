import { buffer, text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '#client'
import type { RunnerPort, RunReport, RunTask } from '#contract'
import { randomId } from '#kernel'
import { findWrittenSnapshots } from '#storage/runs'
import { aProject } from '../support/an-archive.ts'
import { useDatabase } from '../support/database.ts'
import { reportOf, RunnerPortScene } from '../support/runner-ports.ts'
import type { Location } from '../support/runner-ports.ts'

const database = useDatabase()
let scene: RunnerPortScene
beforeAll(async () => {
  scene = await RunnerPortScene.open(database.db())
})
afterAll(() => scene.close())

async function* bytesOf(bytes: string | Buffer) {
  yield Buffer.from(bytes)
}
const leaseOf = ({ id: taskId, leaseToken }: RunTask) => ({ taskId, leaseToken })

/** A location of a new account with an agent, and the API as its owner calls it. */
async function aPlace() {
  const location = await scene.location()
  const { port } = await scene.httpPort(location.key)
  const client = createClient({ baseUrl: scene.url, apiKey: location.apiKey })
  const golden = async (text: string): Promise<string> => {
    const answer = await client.call('createGoldenFile', { body: bytesOf(text) })
    return ('existing' in answer ? answer.existing : answer).key
  }
  const bundle = async (archive: Buffer): Promise<string> => {
    const answer = await client.call('createCodeBundle', { body: bytesOf(archive) })
    return ('existing' in answer ? answer.existing : answer).id
  }
  return { location, port, client, golden, bundle }
}
type Place = Awaited<ReturnType<typeof aPlace>>

const inPlace = ({ slugName }: Location) => ({ locations: [], privateLocations: [slugName] })
const scriptPath = 'checks/shop.spec.ts'
const goldenPath = 'checks/shop.spec.ts-snapshots/front-linux.png'

const browserCheck = ({ client, location }: Place, snapshots: { key: string; path: string }[]) =>
  client.call('createBrowserCheck', {
    body: {
      ...inPlace(location),
      name: 'Shop',
      retryStrategy: null,
      script: `import { test } from '@playwright/test'`,
      scriptPath,
      frequency: 10,

      snapshots,
    },
  })

const suite = async ({ client, location, bundle }: Place, mark = randomId()) =>
  client.call('createPlaywrightCheck', {
    body: {
      ...inPlace(location),
      name: 'Suite',
      codeBundlePath: await bundle(aProject(mark)),
      frequency: 10,
    },
  })

const testRun = ({ client, location }: Place, checkId: string, updateSnapshots: boolean) =>
  client.call('triggerTestSession', {
    body: {
      name: 'Try',
      runLocation: location.slugName,
      target: { checkId: [checkId], allowDeactivated: true },
      updateSnapshots,
    },
  })

/** The one run that waits for an agent. */
async function claimed(port: RunnerPort): Promise<RunTask> {
  const [task, ...others] = await port.claim({
    runnerId: 'an agent',
    locations: [],
    limit: 10,
    waitMs: 0,
    signal: new AbortController().signal,
  })
  if (task === undefined || others.length > 0) throw new Error(`There are ${task ? others.length + 1 : 0} runs.`)
  return task
}

/** Reports a run with the files that it wrote, as the runner of an agent does. */
async function reportFiles(
  port: RunnerPort,
  task: RunTask,
  files: Readonly<Record<string, string>>,
  outcome: 'passed' | 'failed' = 'passed',
): Promise<void> {
  const artifacts = Object.entries(files).map(([path, text], index) => ({
    name: `golden-${index}.png`,
    kind: 'snapshot' as const,
    contentType: 'image/png',
    bytes: Buffer.from(text),
    goldenPath: path,
  }))
  const { stored } = (await port.storeArtifacts?.(leaseOf(task), artifacts)) ?? { stored: [] }
  const verdict: RunReport['verdict'] = { outcome, reasons: [], assertions: [], overMaxResponseTime: false }
  await port.report([reportOf(task, scene.service.clock.now(), { verdict, artifacts: stored })])
}

const textOf = async (port: RunnerPort, task: RunTask, key: string): Promise<string | null> => {
  const bytes = (await port.readGoldenFile?.(leaseOf(task), key)) ?? null
  return bytes === null ? null : Buffer.from(bytes).toString()
}

describe('golden files', () => {
  it('reach an agent that holds a run of their check, and no other', async () => {
    const place = await aPlace()
    const key = await place.golden('the front')
    const { id } = await browserCheck(place, [{ key, path: goldenPath }])
    await testRun(place, id, false)
    const task = await claimed(place.port)
    expect(task.code?.snapshots).toEqual([{ key, path: goldenPath }])
    expect(await textOf(place.port, task, key)).toBe('the front')
    expect(await textOf(place.port, task, key.toUpperCase())).toBe('the front')

    for (const unknown of [randomId(), 'checks/../../secret', '%2e%2e%2fsecret'])
      expect(await textOf(place.port, task, unknown)).toBeNull()
    const other = await aPlace()
    const theirs = await other.golden('of others')
    expect(await textOf(place.port, task, theirs)).toBeNull()
    expect(await textOf(other.port, task, key)).toBeNull()
    expect(await textOf(place.port, { ...task, leaseToken: randomId() }, key)).toBeNull()
    await reportFiles(place.port, task, {})
    expect(await textOf(place.port, task, key)).toBeNull()
  })

  it('that a run of an agent updates become those of the check, and are what its next run compares with', async () => {
    const place = await aPlace()
    const key = await place.golden('old')
    const kept = { key: await place.golden('kept'), path: 'checks/shop.spec.ts-snapshots/kept-linux.png' }
    const { id } = await browserCheck(place, [{ key, path: goldenPath }, kept])
    await testRun(place, id, true)
    const added = 'checks/shop.spec.ts-snapshots/added-linux.png'
    const task = await claimed(place.port)
    expect(task.code?.updateSnapshots).toBe(true)
    const large = 'new '.repeat(100_000)
    await reportFiles(place.port, task, { [goldenPath]: large, [added]: 'added', '../../outside.png': 'hostile' })

    await testRun(place, id, false)
    const next = await claimed(place.port)
    expect(next.code?.updateSnapshots ?? false).toBe(false)
    const snapshots = next.code?.snapshots ?? []
    const texts = await Promise.all(
      snapshots.map(async (file) => [file.path, await textOf(place.port, next, file.key)] as const),
    )
    expect(Object.fromEntries(texts)).toEqual({ [goldenPath]: large, [added]: 'added', [kept.path]: 'kept' })
  })

  it('stay as they are when the run fails, or when its session does not update them', async () => {
    const place = await aPlace()
    const snapshots = [{ key: await place.golden('before'), path: goldenPath }]
    const { id } = await browserCheck(place, snapshots)
    for (const [updates, outcome] of [
      [true, 'failed'],
      [false, 'passed'],
    ] as const) {
      await testRun(place, id, updates)
      await reportFiles(place.port, await claimed(place.port), { [goldenPath]: 'after' }, outcome)
      expect(await place.client.call('getCheck', { params: { id } })).toMatchObject({ snapshots })
    }
  })
})

it('golden files that a run of a check writes which is not saved are in its result, those that changed', async () => {
  const place = await aPlace()
  const kept = { key: await place.golden('kept'), path: 'checks/shop.spec.ts-snapshots/kept-linux.png' }
  const job = {
    logicalId: 'shop',
    name: 'Shop',
    checkType: 'BROWSER',
    script: '// none',
    scriptPath,
    snapshots: [kept],
    sourceInfo: { updateSnapshots: true },
  }
  const runLocation = { type: 'PRIVATE' as const, slugName: place.location.slugName }
  const { testSessionId } = await place.client.call('runTestSession', {
    body: { name: 'Try', runLocation, checkRunJobs: [job] },
  })
  const task = await claimed(place.port)
  expect(task.code).toMatchObject({ updateSnapshots: true, snapshots: [kept] })
  await reportFiles(place.port, task, { [goldenPath]: 'written', [kept.path]: 'kept' })

  const session = { accountId: place.location.accountId, id: testSessionId ?? '' }
  const { results } = await place.client.call('getTestSession', { params: { testSessionId: session.id } })
  const resultIds = results.map(({ testSessionResultId }) => testSessionResultId)
  const files = (await findWrittenSnapshots(scene.service.store.db, session, resultIds)).get(resultIds[0] ?? '') ?? []
  expect(files.map(({ path }) => path)).toEqual([goldenPath])
  const bytes = await place.client.call('downloadSnapshotNext', { body: { key: files[0]?.key ?? '' } })
  expect(await text(bytes)).toBe('written')
})

describe('a suite that an agent runs', () => {
  const trigger = async ({ client }: Place, checkId: string): Promise<string> => {
    const target = { checkId: [checkId] }
    const { sessions } = await client.call('triggerCheckSessionsV2', { body: { target } })
    return sessions[0]?.checkSessionId ?? ''
  }

  it('gets the bytes of its code bundle with their hash, and a sentence when there is none', async () => {
    const place = await aPlace()
    const archive = aProject('over http')
    const bundleId = await place.bundle(archive)
    const { id } = await suite(place, 'over http')
    await trigger(place, id)
    const task = await claimed(place.port)
    expect(task.code?.suite).toMatchObject({ codeBundlePath: bundleId })
    const opened = await place.port.openBundle?.(leaseOf(task), bundleId)
    if (opened === undefined || 'problem' in opened) throw new Error('There is no bundle.')
    expect((await buffer(opened.stream)).equals(archive)).toBe(true)
    const { sha256 } = await place.client.call('getCodeBundle', { params: { id: bundleId } })
    expect(opened).toMatchObject({ sizeBytes: archive.length, sha256 })

    const other = await aPlace()
    for (const unknown of [randomId(), await other.bundle(aProject('of others'))])
      expect(await place.port.openBundle?.(leaseOf(task), unknown)).toMatchObject({
        problem: expect.stringContaining(unknown),
      })
    expect(await other.port.openBundle?.(leaseOf(task), bundleId)).toHaveProperty('problem')
  })

  it('is lost to the agent when it is cancelled, and its late report counts nowhere', async () => {
    const place = await aPlace()
    const [first, second] = [await suite(place), await suite(place)]
    const session = await trigger(place, first.id)
    const cancelled = await claimed(place.port)
    await trigger(place, second.id)
    const running = await claimed(place.port)
    const leases = [cancelled, running].map(leaseOf)
    expect(await place.port.findLostLeases?.(leases)).toEqual([])
    await place.client.call('cancelCheckSession', { params: { checkSessionId: session } })
    expect(await place.port.findLostLeases?.(leases)).toEqual([leaseOf(cancelled)])

    await place.port.report([reportOf(cancelled, scene.service.clock.now())])
    expect(await place.client.call('getCheckSessionV2', { params: { checkSessionId: session } })).toMatchObject({
      status: 'CANCELLED',
      results: [{ isCancelled: true, hasFailures: false }],
    })
    const other = await aPlace()
    expect(await other.port.findLostLeases?.([leaseOf(running)])).toEqual([leaseOf(running)])
  })

  it('says how far a dry run is for as long as it is watched', async () => {
    const place = await aPlace()
    const { client, location } = place
    const check = {
      checkType: 'PLAYWRIGHT' as const,
      name: 'Suite',
      codeBundlePath: await place.bundle(aProject('watched')),
    }
    const started = client.call('startDryRun', {
      query: { maxWaitSeconds: 0 },
      body: { check, runLocation: location.slugName },
    })
    const { id } = await started
    const task = await claimed(place.port)
    const events = [{ type: 'LOG', at: scene.service.clock.now(), level: 'INFO', message: 'installing' }] as const
    expect(await place.port.progress?.(leaseOf(task), events)).toBe(true)
    const progress = await client.call('getDryRunProgress', { params: { dryRunId: id }, query: { maxWaitSeconds: 0 } })
    expect(JSON.stringify(progress)).toContain('installing')
    const other = await aPlace()
    expect(await other.port.progress?.(leaseOf(task), events)).toBe(false)
    await client.call('cancelDryRun', { params: { dryRunId: id } })
    expect(await place.port.progress?.(leaseOf(task), events)).toBe(false)
  })
})
