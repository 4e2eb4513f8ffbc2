import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase, startEmbeddedPostgres } from '#storage'
import type { EmbeddedPostgres } from '#storage'
import { startAgentProcess } from '../support/agent-process.ts'
import type { AgentProcess } from '../support/agent-process.ts'
import { eventually, freePort, newDataDir, removeDataDir, startServerProcess } from '../support/server-process.ts'
import type { ServerProcess } from '../support/server-process.ts'
import { useProcessWebScene } from '../support/process-web-scene.ts'

/** Less than the minute after which screens read anew without an event. */
const timeout = 20_000
const [dataDir, secondDir] = [newDataDir(), newDataDir()]
let postgres: EmbeddedPostgres
let second: ServerProcess
let agent: AgentProcess | undefined
const failing = createServer((_request, response) => {
  response.writeHead(503)
  response.end()
})

const environment = () => ({
  DATABASE_URL: postgres.connectionString,
  BELFRY_SECRET_KEY: 'the same key for both servers',
})

beforeAll(async () => {
  postgres = await startEmbeddedPostgres({ dataDir })
  await new Promise<void>((resolve) => failing.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  failing.closeAllConnections()
  failing.close()
  await postgres.stop()
  removeDataDir(dataDir)
})
const scene = useProcessWebScene(environment)
let checkId: string

const startSecond = (port: number): Promise<ServerProcess> =>
  startServerProcess({ dataDir: secondDir, port, environment: environment() })

beforeAll(async () => {
  second = await startSecond(await freePort())
  const { body } = await second.call('POST', '/v1/checks/api', {
    name: 'Cart',
    frequency: 0,
    frequencyOffset: 10,
    retryStrategy: null,
    locations: ['eu-west-1'],
    alertSettings: { escalationType: 'RUN_BASED', runBasedEscalation: { failedRunThreshold: 1 } },
    request: { method: 'GET', url: `http://127.0.0.1:${(failing.address() as AddressInfo).port}/` },
  })
  checkId = (body as { readonly id: string }).id
  const isFailing = async (): Promise<boolean> => {
    const rows = await second.call('GET', '/v1/check-rows?state[]=FAILING')
    return (rows.body as { readonly entries: readonly unknown[] }).entries.length === 1
  }
  await eventually('the check to fail', isFailing)
  // From here on nothing runs by itself.
  await second.call('PUT', `/v1/checks/api/${checkId}`, { frequency: 1440 })
})

afterAll(async () => {
  await agent?.kill()
  await second.stop()
  removeDataDir(secondDir)
})

it('what somebody does at another server is seen on home and on the screen of the check without a reload', async () => {
  const home = await scene.signedIn('/')
  const check = await home.context().newPage()
  await check.goto(`${scene.server.url}/checks/${checkId}`)
  await home.getByRole('link', { name: 'Cart' }).first().waitFor()
  await check.getByRole('heading', { name: 'Cart' }).first().waitFor()
  await second.call('POST', `/v1/checks/${checkId}/acknowledge`, { note: 'On it' })
  const acknowledged = /acknowledged by/i
  await Promise.all([home, check].map((page) => page.getByText(acknowledged).first().waitFor({ timeout })))
  await second.call('PUT', `/v1/checks/api/${checkId}`, { name: 'Basket' })
  await home.getByRole('link', { name: 'Basket' }).first().waitFor({ timeout })
  await check.getByRole('heading', { name: 'Basket' }).first().waitFor({ timeout })
  expect(await check.title()).toContain('Basket')
})

it('lists show what others create, and the alert log what is sent', async () => {
  const channels = await scene.signedIn('/channels')
  const locations = await channels.context().newPage()
  await locations.goto(`${scene.server.url}/locations`)
  const log = await channels.context().newPage()
  await log.goto(`${scene.server.url}/alerts`)
  await Promise.all([channels, locations, log].map((page) => page.getByRole('heading', { level: 1 }).waitFor()))
  const { body } = await second.call('POST', '/v1/alert-channels', {
    type: 'WEBHOOK',
    sendRecovery: true,
    config: { name: 'Pager', url: 'http://127.0.0.1:9/', method: 'POST' },
  })
  await channels.getByText('Pager').first().waitFor({ timeout })
  await second.call('POST', '/v1/private-locations', { name: 'Cellar', slugName: 'cellar' })
  await locations.getByText('Cellar').first().waitFor({ timeout })
  const { id } = body as { readonly id: number }
  await second.call('PUT', `/v1/checks/api/${checkId}`, {
    shouldFail: true,
    alertChannelSubscriptions: [{ alertChannelId: id, activated: true }],
  })
  const run = await second.call('POST', '/v2/check-sessions/trigger', { target: { checkId: [checkId] } })
  expect(run.status).toBeLessThan(300)
  const isNotified = async (): Promise<boolean> => {
    const notifications = await second.call('GET', '/v1/alert-notifications?limit=10')
    return JSON.stringify(notifications.body).includes('Pager')
  }
  await eventually('the alert', isNotified)
  await log.locator('tbody tr', { hasText: 'Pager' }).first().waitFor({ timeout })
})

it('an agent that is gone, and one that returns without starting anew, are seen in the list of locations', async () => {
  const made = await second.call('POST', '/v1/private-locations', { name: 'Attic', slugName: 'attic' })
  const [key] = (made.body as { readonly keys: readonly { readonly rawKey: string }[] }).keys
  const page = await scene.signedIn('/locations')
  const row = page.locator('[data-row]', { hasText: 'Attic' })
  await row.getByText('No agent is connected').waitFor()
  agent = await startAgentProcess({ BELFRY_URL: second.url, API_KEY: key?.rawKey ?? '' })
  await row.getByText('1 agent').waitFor({ timeout })
  const { port } = new URL(second.url)
  await second.stop()
  const db = openDatabase({ connectionString: postgres.connectionString, maxConnections: 1 })
  const isGone = async (): Promise<boolean> => {
    await db.rows(`update agents set seen_at = now() - interval '10 minutes 1 second'`)
    return row.getByText('No agent is connected').isVisible()
  }
  await eventually('the agent to be gone', isGone)
  await db.close()
  second = await startSecond(Number(port))
  await row.getByText('1 agent').waitFor({ timeout })
  expect(agent.output().match(/serves the private location/g)).toHaveLength(1)
})
