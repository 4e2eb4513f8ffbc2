import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createCheck } from '#management'
import type { CheckInput } from '#management'
import { TestClock } from '#kernel'
import { openDatabase } from '#storage'
import { aTestApi, anAccount, testStore } from '../../tests/support/api.ts'
import { useDatabase } from '../../tests/support/database.ts'
import { judgeHealth } from './health.ts'
import { LoopWatch } from './loop-watch.ts'
import { mountPublicRoutes } from './public-routes.ts'
import { createSelfMetrics } from './self-metrics.ts'

const database = useDatabase()
const clock = new TestClock()
const pingToken = '6b1f0c1e-3c7a-4d57-9c55-0a4b8f1f2d11'
let app: ReturnType<typeof aTestApi>

beforeAll(async () => {
  const store = testStore(database.db())
  const { accountId } = await anAccount(store, clock)
  const heartbeat = { period: 5, periodUnit: 'minutes', grace: 1, graceUnit: 'minutes', pingToken } as const
  // The fields that are left out have defaults.
  const body = { name: 'backup', heartbeat } as unknown as CheckInput
  const caller = { accountId, role: 'OWNER', nowMs: clock.now() } as const
  await createCheck(store, caller, { checkType: 'HEARTBEAT', body, autoAssignAlerts: false })
  const sources = { store, clock, watch: new LoopWatch(), metrics: createSelfMetrics('service'), locations: [] }
  app = aTestApi({
    db: database.db(),
    clock,
    operations: {},
    handlers: {},
    extraRoutes: (routes) => mountPublicRoutes(routes, { ...sources, serviceName: 'service', publicUrl: 'http://x' }),
  })
})
afterAll(() => app.close())

it.each([
  ['nothing', {}, undefined],
  ['the output of a job', { 'content-type': 'text/plain' }, 'done\n'],
  ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 'exit=0'],
  ['something of no known kind', { 'content-type': 'what/ever; x' }, 'x'],
  ['what is no JSON', { 'content-type': 'application/json' }, '{'],
  ['compressed output', { 'content-encoding': 'gzip', 'content-type': 'text/plain' }, gzipSync('done')],
])('a ping that brings %s counts', async (_what, headers, payload) => {
  const answer = await app.inject({ method: 'POST', url: `/ping/${pingToken}`, headers, ...(payload && { payload }) })
  expect([answer.statusCode, answer.body]).toEqual([200, 'OK\n'])
})

it.each([
  ['GET', '/ping/6b1f0c1e-3c7a-4d57-9c55-0a4b8f1f2d12', 404],
  ['GET', '/ping/%00', 404],
  ['GET', `/ping/${'a'.repeat(5000)}`, 400],
  ['PUT', `/ping/${pingToken}`, 405],
  ['DELETE', `/ping/${pingToken}`, 405],
] as const)('%s %s is answered %d', async (method, url, status) => {
  expect((await app.inject({ method, url })).statusCode).toBe(status)
})

it('what health says about a database that is away names no path, address or user', async () => {
  const away = openDatabase({ connectionString: 'postgresql://canary@127.0.0.1:1/canary' })
  const sources = { db: away, clock, watch: new LoopWatch(), locations: [] }
  expect(await judgeHealth(sources)).toEqual({ status: 'failing', reasons: ['The database cannot be reached.'] })
  await away.close()
})
