import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#storage/database'
import { startAgentProcess } from '../support/agent-process.ts'
import type { AgentProcess } from '../support/agent-process.ts'
import { openDatabaseOf } from '../support/database-of-service.ts'
import { FlakyTarget } from '../support/flaky-target.ts'
import { initialisedDataDir } from '../support/initialised-data-dir.ts'
import { httpServer } from '../support/local-servers.ts'
import { eventually, freePort, removeDataDir, startServerProcess } from '../support/server-process.ts'
import type { ServerProcess } from '../support/server-process.ts'
import { startWebReceiver } from '../support/web-receiver.ts'
import type { WebReceiver } from '../support/web-receiver.ts'

const dataDir = await initialisedDataDir()
const target = new FlakyTarget()
const agents: AgentProcess[] = []
let port: number
let server: ServerProcess
let db: Database
let receiver: WebReceiver
let key: string

// So that every type can run every ten seconds.
const environment = { BELFRY_SERVICE_NAME: 'checkly' }
const startServer = (): Promise<ServerProcess> => startServerProcess({ dataDir, port, environment })
const startAgent = async (changes: Readonly<Record<string, string>> = {}): Promise<AgentProcess> => {
  const agent = await startAgentProcess({ BELFRY_URL: server.url, API_KEY: key, JOB_CONCURRENCY: '10', ...changes })
  agents.push(agent)
  return agent
}

beforeAll(async () => {
  port = await freePort()
  await target.up()
  receiver = await startWebReceiver((response) => response.end('ok'))
  server = await startServer()
  db = await openDatabaseOf(dataDir)
  const made = await server.call('POST', '/v1/private-locations', { name: 'Office', slugName: 'office' })
  key = keyIn(made.body)
})

afterAll(async () => {
  await Promise.all(agents.map((agent) => agent.kill()))
  await db.close()
  await server.stop()
  await receiver[Symbol.asyncDispose]()
  await target.down()
  removeDataDir(dataDir)
})

function keyIn(body: unknown): string {
  const location = body as { readonly keys: readonly { readonly rawKey: string }[] }
  return location.keys[0]?.rawKey ?? ''
}

async function create(type: string, body: object): Promise<string> {
  const common = { name: type, locations: [], privateLocations: ['office'], frequency: 0, frequencyOffset: 10 }
  const made = await server.call('POST', `/v1/checks/${type}`, { ...common, retryStrategy: null, ...body })
  expect(made).toMatchObject({ status: 201 })
  return (made.body as { readonly id: string }).id
}

const resultsOf = (checkId: string, after = new Date(0)): Promise<{ outcome: string; location: string }[]> =>
  db.rows(`select outcome, location from check_results where check_id = $1 and stopped_at > $2`, [checkId, after])

/** Kills the agent while the target of a check keeps it waiting; the id of the run. */
async function runOfStuckCheck(agent: AgentProcess): Promise<string> {
  let requests = 0
  const arrived = Promise.withResolvers<void>()
  const slow = await httpServer((_request, response) => {
    requests += 1
    if (requests > 1) return void response.end('ok')
    arrived.resolve()
  })
  const checkId = await create('api', { request: { url: `http://127.0.0.1:${slow.port}/`, method: 'GET' } })
  await arrived.promise
  const [task] = await db.rows<{ id: string }>(`select id from run_tasks where check_id = $1 order by scheduled_for`, [
    checkId,
  ])
  await agent.kill()
  return task?.id ?? ''
}

const doubled = (): Promise<unknown[]> =>
  db.rows(
    `select check_id, location, scheduled_for, attempt from check_results
     group by 1, 2, 3, 4 having count(*) > 1`,
    [],
  )

it('runs checks of a private location in an agent, alerts, and survives killed agents and a restarted server', async () => {
  const web = await httpServer((_request, response) => response.end('ok'))
  const hook = { type: 'WEBHOOK', config: { name: 'receiver', url: receiver.url }, autoSubscribe: true }
  expect((await server.call('POST', '/v1/alert-channels', hook)).status).toBe(201)
  const ids = [
    await create('tcp', { request: { hostname: '127.0.0.1', port: target.port } }),
    await create('url', { request: { url: `http://127.0.0.1:${web.port}/` } }),
    await create('api', { request: { url: `http://127.0.0.1:${web.port}/`, method: 'GET' } }),
  ]
  const [tcpCheck = ''] = ids
  const first = await startAgent()
  expect(first.output()).toContain('serves the private location Office (office).')

  const passedEverywhere = async (after: Date): Promise<boolean> => {
    const found = await Promise.all(ids.map((id) => resultsOf(id, after)))
    return found.every((results) => results.some(({ outcome }) => outcome === 'passed'))
  }
  await eventually('a result of every check', () => passedEverywhere(new Date(0)))
  const places = await Promise.all(ids.map((id) => resultsOf(id)))
  expect(new Set(places.flat().map(({ location }) => location.split(':').at(-1)))).toEqual(new Set(['office']))

  await target.down()
  await eventually('an alert', async () => receiver.requests.some(({ body }) => String(body).includes('tcp')))
  await target.up()

  const lost = await runOfStuckCheck(first)
  await startAgent()
  const killedAt = new Date()
  await eventually('results after the kill', () => passedEverywhere(killedAt))

  const [retaken] = await eventually('the run of the killed agent, by another', async () => {
    const found = await db.rows<{ outcome: string }>(`select outcome from check_results where id = $1`, [lost])
    return found.length > 0 && found
  })
  expect(retaken).toEqual({ outcome: 'passed' })

  await server.kill()
  server = await startServer()
  await db.close()
  db = await openDatabaseOf(dataDir)
  const restartedAt = new Date()
  await eventually('results after the restart', () => passedEverywhere(restartedAt))
  expect(await doubled()).toEqual([])
  expect((await resultsOf(tcpCheck)).some(({ outcome }) => outcome === 'failed')).toBe(true)

  const listed = await server.call('GET', '/v1/private-locations?versions=true')
  expect(listed.body).toMatchObject([{ slugName: 'office', runningAgents: [{ version: '0.1.0', isOutdated: false }] }])
  const last = agents.at(-1)
  expect(await last?.stop()).toBe(0)
})
