import { afterAll, beforeAll, expect, it } from 'vitest'
import { AgentClient } from '#agent'
import { agentHeaders, agentPaths } from '#contract'
import type { AgentClaimed, AgentReported, AgentUploadState, AgentWelcome, RunTask } from '#contract'
import { dayMs, minuteMs, randomId, secondMs } from '#kernel'
import { listPrivateLocations } from '#management'
import { eventsChannel, followEvents } from '#storage/accounts'
import { useDatabase } from '../support/database.ts'
import { helloOf, reportOf, RunnerPortScene } from '../support/runner-ports.ts'
import type { Location } from '../support/runner-ports.ts'

const database = useDatabase()
let scene: RunnerPortScene
beforeAll(async () => {
  scene = await RunnerPortScene.open(database.db())
})
afterAll(() => scene.close())

const nowMs = () => scene.service.clock.now()
const leaseOf = ({ id: taskId, leaseToken }: RunTask) => ({ taskId, leaseToken })
const claimOf = (changes: object = {}) => ({ claimId: randomId(), limit: 10, running: 0, waitMs: 0, ...changes })

async function anAgent(location: Location, key = location.key) {
  const { client, agentId, port } = await scene.httpPort(key)
  const claim = async (body: object = claimOf()): Promise<readonly RunTask[]> =>
    (await client.call<AgentClaimed>({ path: agentPaths.claim, body })).tasks
  const report = (tasks: readonly RunTask[]): Promise<AgentReported> =>
    client.call({ path: agentPaths.report, body: { reports: tasks.map((task) => reportOf(task, nowMs())) } })
  return { client, agentId, port, claim, report }
}

const rejected = (code: string) => expect.objectContaining({ code })

it('an agent and the server speak the highest version that both know, and an agent that is too old hears what to install', async () => {
  const location = await scene.location()
  const { client } = await scene.httpPort(location.key, { saysHello: false })
  const hello = (changes: Parameters<typeof helloOf>[1]) =>
    client.call<AgentWelcome>({ path: agentPaths.hello, body: helloOf(randomId(), changes) })
  expect(await hello({ protocol: { min: 1, max: 7 }, version: '1.1.9' })).toMatchObject({
    protocol: 1,
    isOutdated: true,
    location: { kind: 'private', code: location.slugName, name: 'Office' },
  })
  expect(await hello({ version: '1.2.3' })).toMatchObject({ isOutdated: false })
  await expect(hello({ protocol: { min: 2, max: 3 } })).rejects.toMatchObject({
    code: 'AGENT_TOO_OLD',
    attributes: { mustInstall: '1.2.3' },
  })
})

it('an agent that the server does not know is asked to say hello, and then works', async () => {
  const location = await scene.location()
  await scene.due(location)
  const { client, port } = await scene.httpPort(location.key, { saysHello: false })
  await expect(client.call({ path: agentPaths.claim, body: claimOf() })).rejects.toThrow(rejected('AGENT_UNKNOWN'))
  const { signal } = new AbortController()
  expect(await port.claim({ runnerId: '', locations: [], limit: 5, waitMs: 0, signal })).toHaveLength(1)
})

it('a claim that is repeated gets the same runs, and one that is given back leaves them to others', async () => {
  const location = await scene.location()
  await scene.due(location, 2)
  const { claim, client } = await anAgent(location)
  const body = claimOf()
  const first = await claim(body)
  expect((await claim({ ...body, isRepeated: true })).map(({ id }) => id).toSorted()).toEqual(
    first.map(({ id }) => id).toSorted(),
  )
  expect(await claim()).toEqual([])
  await client.call({ path: agentPaths.giveBack, body: { returns: [], claimIds: [body.claimId] } })
  expect(await claim()).toHaveLength(2)
})

it('a key opens the runs of its location alone', async () => {
  const [location, other] = [await scene.location(), await scene.location()]
  await scene.due(location)
  const [owner, stranger] = [await anAgent(location), await anAgent(other)]
  expect(await stranger.claim()).toEqual([])
  const tasks = await owner.claim()
  expect(await stranger.report(tasks)).toEqual({ accepted: 0, dropped: 1 })
  const leases = tasks.map(leaseOf)
  expect(await stranger.client.call({ path: agentPaths.renew, body: { leases } })).toEqual({
    lost: tasks.map(({ id }) => id),
  })
  const returns = leases.map((lease) => ({ ...lease, reason: 'RUNNER_STOPPED' }))
  expect(await stranger.client.call({ path: agentPaths.giveBack, body: { returns } })).toEqual({ returned: 0 })
  expect(await owner.report(tasks)).toEqual({ accepted: 1, dropped: 0 })
})

it('an agent cannot use the leases and uploads of another agent of its location', async () => {
  const location = await scene.location()
  await scene.due(location)
  const [owner, neighbour] = [await anAgent(location), await anAgent(location)]
  const tasks = await owner.claim()
  const [task] = tasks
  if (task === undefined) throw new Error('nothing was claimed')
  const file = { name: 'a', kind: 'file', contentType: 'text/plain', sizeBytes: 4, sha256: 'a'.repeat(64) }
  const body = { ...leaseOf(task), ...file }
  await expect(neighbour.client.call({ path: agentPaths.uploads, body })).rejects.toThrow(
    rejected('AGENT_RUN_NOT_FOUND'),
  )
  const { uploadId } = await owner.client.call<AgentUploadState>({ path: agentPaths.uploads, body })
  const path = agentPaths.upload.replace(':uploadId', uploadId)
  await expect(neighbour.client.call({ method: 'GET', path })).rejects.toThrow(rejected('AGENT_UPLOAD_NOT_FOUND'))
  expect(await neighbour.report(tasks)).toEqual({ accepted: 0, dropped: 1 })
})

it('an interrupted upload continues where the server says, and one with other bytes than announced is not kept', async () => {
  const location = await scene.location()
  await scene.due(location)
  const { client, claim } = await anAgent(location)
  const [task] = await claim()
  if (task === undefined) throw new Error('nothing was claimed')
  const file = { name: 'a', kind: 'file', contentType: 'text/plain', sizeBytes: 4, sha256: 'a'.repeat(64) }
  const begun = { path: agentPaths.uploads, body: { ...leaseOf(task), ...file } }
  const { uploadId } = await client.call<AgentUploadState>(begun)
  const path = agentPaths.upload.replace(':uploadId', uploadId)
  const part = (text: string, offset: number) => ({
    method: 'PUT' as const,
    path,
    body: new TextEncoder().encode(text),
    headers: { [agentHeaders.offset]: String(offset) },
  })
  expect(await client.call(part('ab', 0))).toMatchObject({ offset: 2 })
  await expect(client.call(part('ab', 0))).rejects.toMatchObject({
    code: 'AGENT_UPLOAD_OFFSET_WRONG',
    attributes: { offset: 2 },
  })
  await expect(client.call(part('cde', 2))).rejects.toThrow(rejected('AGENT_UPLOAD_PART_INVALID'))
  expect(await client.call({ method: 'GET', path })).toMatchObject({ offset: 2 })
  const finish = { path: agentPaths.finishUpload.replace(':uploadId', uploadId), body: {} }
  await expect(client.call(finish)).rejects.toThrow(rejected('AGENT_UPLOAD_OFFSET_WRONG'))
  expect(await client.call(part('cd', 2))).toMatchObject({ offset: 4 })
  expect(await client.call(finish)).toMatchObject({ problem: expect.stringContaining('hash') })
})

it('a deleted key claims nothing more, and what its agents run cannot be reported; the second key goes on', async () => {
  const location = await scene.location()
  await scene.due(location, 2)
  const before = await anAgent(location)
  const tasks = await before.claim(claimOf({ limit: 1 }))
  const after = await anAgent(location, await scene.secondKey(location))
  await scene.deleteKey(location)
  await expect(before.claim()).rejects.toThrow(rejected('LOCATION_KEY_INVALID'))
  await expect(before.report(tasks)).rejects.toThrow(rejected('LOCATION_KEY_INVALID'))
  expect(await after.claim()).toHaveLength(1)
})

it('a waiting claim of a key that is deleted meanwhile gets no runs', async () => {
  const location = await scene.location()
  await scene.prepare(location)
  const { claim } = await anAgent(location)
  const waiting = claim(claimOf({ waitMs: 50_000 })).catch((error: unknown) => error)
  await expect.poll(() => scene.waiting.size).toBe(1)
  await scene.deleteKey(location)
  await scene.enqueue()
  expect(await waiting).toMatchObject({ code: 'LOCATION_KEY_INVALID' })
})

it('a waiting claim is answered when a run becomes due', async () => {
  const location = await scene.location()
  await scene.prepare(location)
  const { claim } = await anAgent(location)
  const waiting = claim(claimOf({ waitMs: 50_000 }))
  await expect.poll(() => scene.waiting.size).toBe(1)
  await scene.enqueue()
  expect(await waiting).toHaveLength(1)
})

it('a batch with a report that cannot be a result is rejected as a whole, with the reason', async () => {
  const location = await scene.location()
  await scene.due(location, 2)
  const { client, claim, report } = await anAgent(location)
  const tasks = await claim()
  const [good, bad] = tasks.map((task) => reportOf(task, nowMs()))
  const observation = { ...bad?.observation, startedAt: nowMs() + 60 * minuteMs, stoppedAt: nowMs() + 60 * minuteMs }
  const body = { reports: [good, { ...bad, observation }] }
  await expect(client.call({ path: agentPaths.report, body })).rejects.toThrow(/reports\[1\]\.observation.*clock/)
  expect(await report(tasks)).toEqual({ accepted: 2, dropped: 0 })
})

it('guessed keys run dry, whatever they are', async () => {
  const { clock } = scene.service
  const guess = (apiKey: string) =>
    new AgentClient({ url: scene.url, apiKey, agentId: randomId(), clock, learnTime: () => {} })
      .call({ path: agentPaths.hello, body: {} })
      .catch((error: unknown) => String(error))
  const answers = await Promise.all(Array.from({ length: 61 }, () => guess(`pl_${randomId()}`)))
  expect(answers.filter((answer) => String(answer).includes('429'))).toHaveLength(1)
})

it('every answer tells the time of the server, errors as well', async () => {
  const response = await fetch(`${scene.url}${agentPaths.claim}`, { method: 'POST' })
  expect(response.headers.get('x-belfry-received-at')).toBe(String(nowMs()))
  expect(response.headers.get('x-belfry-sent-at')).toBe(String(nowMs()))
})

it('an agent that was gone is stored as seen and announced when it claims again, and once', async () => {
  const location = await scene.location()
  const { accountId, id } = location
  const announced: string[] = []
  const end = await database.db().listen(eventsChannel, (payload) => {
    if (payload?.startsWith(accountId)) announced.push(payload.slice(accountId.length))
  })
  const { claim, agentId } = await anAgent(location)
  await followEvents(database.db(), [accountId], new Date(nowMs() + dayMs))
  scene.service.clock.advance(30 * secondMs)
  await claim()
  await scene.seen.write()
  expect(announced).toEqual([])
  scene.service.clock.advance(10 * minuteMs)
  await claim()
  await claim()
  const [listed] = await listPrivateLocations(scene.service.store, scene.caller(accountId))
  expect(listed?.agents).toMatchObject([{ id: agentId, seenAt: new Date(nowMs()) }])
  await expect.poll(() => announced).toEqual([JSON.stringify({ 'private-locations': [id] })])
  await end()
})

it('an agent that says goodbye is gone at once, and there again when it calls', async () => {
  const location = await scene.location()
  const { client, claim } = await anAgent(location)
  const other = await anAgent(location)
  const listed = async () => (await listPrivateLocations(scene.service.store, scene.caller(location.accountId)))[0]
  expect(await listed()).toMatchObject({ unservedSince: null })
  await other.client.call({ path: agentPaths.goodbye, body: {} })
  expect(await listed()).toMatchObject({ unservedSince: null })
  await client.call({ path: agentPaths.goodbye, body: {} })
  const at = new Date(nowMs())
  expect(await listed()).toMatchObject({ unservedSince: at, agents: [{ endedAt: at }, { endedAt: at }] })
  await scene.seen.write()
  expect(await listed()).toMatchObject({ unservedSince: at })
  scene.service.clock.advance(secondMs)
  await claim()
  expect(await listed()).toMatchObject({ unservedSince: null, agents: [{ endedAt: null }, { endedAt: at }] })
})

it('a location lists its agents with their versions, and forgets nobody who is connected', async () => {
  const location = await scene.location()
  const { claim, agentId } = await anAgent(location)
  scene.service.clock.advance(9 * minuteMs)
  await claim()
  await scene.seen.write()
  scene.service.clock.advance(5 * minuteMs)
  await anAgent(location)
  const [listed] = await listPrivateLocations(scene.service.store, scene.caller(location.accountId))
  expect(listed?.agents).toHaveLength(2)
  expect(listed?.agents[1]).toMatchObject({ id: agentId, version: '0.1.0', seenAt: new Date(nowMs() - 5 * minuteMs) })
})
