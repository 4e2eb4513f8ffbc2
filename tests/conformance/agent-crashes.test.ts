import { afterAll, beforeAll, expect, it } from 'vitest'
import { sendCrash } from '#agent'
import { agentPaths } from '#contract'
import { dayMs, hourMs } from '#kernel'
import { listAgentCrashes } from '#storage/agents'
import { useDatabase } from '../support/database.ts'
import { RunnerPortScene } from '../support/runner-ports.ts'

const database = useDatabase()
let scene: RunnerPortScene
beforeAll(async () => {
  scene = await RunnerPortScene.open(database.db())
})
afterAll(() => scene.close())

const stored = () => listAgentCrashes(database.db(), { since: new Date(0), limit: 100 })
const crash = {
  message: 'TypeError value is not a function',
  stack: '',
  version: '1.2.3',
  platform: 'linux x64',
  runtimeVersion: 'v24.1.0',
}

it('a crash is stored with its place, versions and platform, and counted when it comes again', async () => {
  const location = await scene.location()
  const { client } = await scene.httpPort(location.key)
  const error = new TypeError('Cannot read properties of undefined')
  await sendCrash(client, error)
  await sendCrash(client, error)
  const [row, ...rest] = (await stored()).filter(({ queue }) => queue === location.queue)
  expect(rest).toEqual([])
  expect(row).toMatchObject({
    message: 'TypeError Cannot read properties of undefined',
    reports: 2,
    platform: `${process.platform} ${process.arch}`,
    runtimeVersion: process.version,
    accountId: location.accountId,
  })
})

const secret = 'pl_S3cretKeyOfALocation'

class Hostile extends Error {
  override readonly name = secret
}

const withStack = (stack: string): Error => Object.assign(new Error('the value'), { stack })

it.each([
  ['a key', () => new Error(`Authorization: Bearer ${secret}`)],
  ['a URL', () => new Error(`connect to https://user:${secret}@internal.example/${secret}?q=${secret}`)],
  ['a body', () => new Error(JSON.stringify({ body: secret, nested: [secret] }))],
  ['headers', () => new Error(`x-api-key: ${secret}\r\nset-cookie: ${secret}`)],
  ['a forged stack', () => new Error(`x\n    at f (/app/src/${secret.toLowerCase().replace('_', '-')}.ts:1:1)`)],
  ['a stack of its own', () => withStack(`at ${secret} (https://${secret}/src/${secret}.ts:1:2)`)],
  ['its name', () => new Hostile('the value')],
  ['no error', () => secret],
  ['an object', () => ({ message: secret, toString: () => secret })],
  [
    'a message that throws',
    () =>
      Object.defineProperty(new Error('x'), 'message', {
        get: () => {
          throw new Error(secret)
        },
      }),
  ],
])('no value gets out with %s', async (_what, make) => {
  const location = await scene.location()
  const { client } = await scene.httpPort(location.key)
  await sendCrash(client, make())
  const rows = (await stored()).filter(({ queue }) => queue === location.queue)
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows).toLowerCase()).not.toMatch(/s3cretkey|internal\.example/)
})

it('what another program sends as a crash is scrubbed, too, and nothing else of it is stored', async () => {
  const location = await scene.location()
  const { client } = await scene.httpPort(location.key)
  const body = {
    ...crash,
    message: `Error: ${secret}`,
    stack: `${secret}\n at (/x/src/agent/a.ts:1:2)`,
    headers: secret,
  }
  await client.call({ path: agentPaths.crashReports, body })
  const rows = (await stored()).filter(({ queue }) => queue === location.queue)
  expect(rows).toMatchObject([{ message: 'Error …', stack: 'src/agent/a.ts:1:2' }])
  for (const wrong of [{ platform: secret }, { runtimeVersion: secret }, { version: secret }, { message: 7 }])
    await expect(client.call({ path: agentPaths.crashReports, body: { ...crash, ...wrong } })).rejects.toMatchObject({
      status: 400,
    })
})

it('reports of a location are limited to ten an hour, twenty stored, and thirty days', async () => {
  const location = await scene.location()
  const { client } = await scene.httpPort(location.key)
  const send = (line: number) =>
    client.call({ path: agentPaths.crashReports, body: { ...crash, stack: `src/agent/a.ts:${line}:1` } })
  const own = async () => (await stored()).filter(({ queue }) => queue === location.queue)
  for (let line = 1; line <= 10; line += 1) await send(line)
  await expect(send(11)).rejects.toThrow('429')
  expect(await own()).toHaveLength(10)
  for (let round = 1; round <= 2; round += 1) {
    scene.service.clock.advance(2 * hourMs)
    for (let line = 1; line <= 10; line += 1) await send(100 * round + line)
  }
  expect(await own()).toHaveLength(20)
  scene.service.clock.advance(31 * dayMs)
  await send(999)
  expect(await own()).toMatchObject([{ stack: 'src/agent/a.ts:999:1' }])
})

it('a key that no location has reports nothing', async () => {
  const { client } = await scene.httpPort('pl_nobody_has_this_key', { saysHello: false })
  await expect(client.call({ path: agentPaths.crashReports, body: crash })).rejects.toMatchObject({ status: 401 })
})
