import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { minuteMs, secondMs } from '#kernel'
import { FlakyTarget } from '../support/flaky-target.ts'
import { runBelfry } from '../support/run-command.ts'
import { newDataDir, removeDataDir } from '../support/server-process.ts'
import { useServer } from '../support/test-server.ts'
import type { ServedAccount } from '../support/test-server.ts'
import { startWebReceiver } from '../support/web-receiver.ts'

const target = new FlakyTarget()
await target.up()
const receiver = await startWebReceiver((response) => response.end('ok'))
const web = await startWebReceiver((response) => response.end('ok'))
/** Resolves when a check waits for it; it answers from the second request on. */
const isAsked = Promise.withResolvers<void>()
let asked = 0
const slow = createServer((_request, response) => {
  asked += 1
  if (asked > 1) response.end('ok')
  else isAsked.resolve()
})
slow.listen(0, '127.0.0.1')
await once(slow, 'listening')
const { port: slowPort } = slow.address() as AddressInfo
// So that every type can run every ten seconds.
const server = useServer({ environment: () => ({ BELFRY_SERVICE_NAME: 'checkly' }) })
const directory = newDataDir()
let account: ServedAccount
let key: string

beforeAll(async () => {
  account = await server.account()
  const { keys } = await account.create('/v1/private-locations', { name: 'Office', slugName: 'office' })
  key = Object(keys)[0].rawKey
})

afterAll(async () => {
  for (const receiving of [receiver, web]) await receiving[Symbol.asyncDispose]()
  await target.down()
  slow.closeAllConnections()
  slow.close()
  removeDataDir(directory)
})

async function create(type: string, body: object): Promise<unknown> {
  const common = { name: type, locations: [], privateLocations: ['office'], frequency: 0, frequencyOffset: 10 }
  return (await account.create(`/v1/checks/${type}`, { ...common, retryStrategy: null, ...body }))['id']
}

const resultsOf = (checkId: unknown): Promise<{ outcome: string; location: string }[]> =>
  server.db.rows(`select outcome, location from check_results where check_id = $1 order by started_at desc`, [checkId])

it('runs checks of a private location in an agent, alerts, and survives crashed agents and a restarted server', async () => {
  const hook = { type: 'WEBHOOK', config: { name: 'receiver', url: receiver.url }, autoSubscribe: true }
  await account.create('/v1/alert-channels', hook)
  const ids = [
    await create('tcp', { request: { hostname: '127.0.0.1', port: target.port } }),
    await create('url', { request: { url: web.url } }),
    await create('api', { request: { url: web.url, method: 'GET' } }),
  ]
  /** The latest outcome of each check, and how many there are. */
  const latest = async () => {
    const results = await Promise.all(ids.map(resultsOf))
    return results.map(([first, ...others]) => [first?.outcome, others.length + 1] as const)
  }
  const first = await server.startAgent({ key })
  expect(first.running.facts.welcome).toMatchObject({ location: { name: 'Office', code: 'office' } })
  await server.advance(10 * secondMs)
  expect((await latest()).map(([outcome]) => outcome)).toEqual(['passed', 'passed', 'passed'])
  const places = (await Promise.all(ids.map(resultsOf))).flat()
  expect(new Set(places.map(({ location }) => location.split(':').at(-1)))).toEqual(new Set(['office']))

  await target.down()
  await server.advance(10 * secondMs)
  expect(receiver.requests.map(({ body }) => JSON.parse(body))).toMatchObject([{ checkName: 'tcp' }])
  await target.up()

  const stuck = await create('api', { request: { url: `http://127.0.0.1:${slowPort}/`, method: 'GET' } })
  const passing = server.advance(10 * secondMs)
  await isAsked.promise
  const [lost] = await server.db.rows<{ id: string }>(`select id from run_tasks where check_id = $1`, [stuck])
  await first.crash()
  await passing
  const second = await server.startAgent({ key })
  const before = await latest()
  await server.advance(2 * minuteMs)
  const retaken = await server.db.rows(`select outcome from check_results where id = $1`, [lost?.id])
  expect(retaken).toEqual([{ outcome: 'passed' }])
  for (const [index, [outcome, count]] of (await latest()).entries()) {
    expect(outcome).toBe('passed')
    expect(count).toBeGreaterThan((before[index]?.[1] ?? 0) + 5)
  }

  await server.crash()
  await server.start()
  const crashed = await latest()
  await server.advance(minuteMs)
  for (const [index, [outcome, count]] of (await latest()).entries()) {
    expect(outcome).toBe('passed')
    expect(count).toBeGreaterThan((crashed[index]?.[1] ?? 0) + 3)
  }
  const doubled = await server.db.rows(
    `select check_id, location, scheduled_for, attempt from check_results group by 1, 2, 3, 4 having count(*) > 1`,
  )
  expect(doubled).toEqual([])
  const listed = await account.call('GET', '/v1/private-locations?versions=true')
  expect(listed.body).toMatchObject([{ slugName: 'office', runningAgents: [{ version: '0.1.0', isOutdated: false }] }])
  await second.stop()
})

it('an agent with a key that no location has says so and ends', async () => {
  const environment = { BELFRY_URL: server.url, API_KEY: 'pl_nobody_has_this_key', AGENT_HEALTH_PORT: '0' }
  const { code, stderr } = await runBelfry(['agent'], { environment, directory })
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining('This is not a location key.') })
})

it('an agent lists every mistake of its settings at once', async () => {
  const environment = { BELFRY_URL: 'nowhere', JOB_CONCURRENCY: 'many', AGENT_HEALTH_PROT: '1' }
  const { code, stderr } = await runBelfry(['agent'], { environment, directory })
  expect(code).toBe(1)
  for (const text of [
    'BELFRY_URL must be',
    'API_KEY is missing',
    'JOB_CONCURRENCY must be',
    'AGENT_HEALTH_PROT is not',
  ])
    expect(stderr).toContain(text)
})
