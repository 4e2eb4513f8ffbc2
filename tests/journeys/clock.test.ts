import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findRunningEmbeddedPostgres, openDatabase } from '#storage'
import type { Database } from '#storage'
import { MoodyTarget } from '../support/moody-target.ts'
import { eventually, freePort, newDataDir, removeDataDir, startServerProcess } from '../support/server-process.ts'
import type { ServerProcess } from '../support/server-process.ts'
import { startWebReceiver } from '../support/web-receiver.ts'
import type { WebReceiver } from '../support/web-receiver.ts'

const second = 1_000
const hour = 3_600 * second
const day = 24 * hour

const dataDir = newDataDir()
const upTarget = new MoodyTarget()
const moodyTarget = new MoodyTarget()
const upChecks: string[] = []
let moodyCheck = ''
let port: number
let server: ServerProcess
let receiver: WebReceiver
let db: Database
let pinging: NodeJS.Timeout

beforeAll(async () => {
  port = await freePort()
  await Promise.all([upTarget.up(), moodyTarget.up()])
  receiver = await startWebReceiver((response) => response.end('ok'))
  server = await startServerProcess({ dataDir, port, clockAheadMs: 0 })
  await connect()
  const hook = { type: 'WEBHOOK', config: { name: 'receiver', url: receiver.url }, autoSubscribe: true }
  await create('/v1/alert-channels', hook)
  for (const name of ['one', 'two', 'three']) upChecks.push(await createTcpCheck(name, upTarget.port))
  moodyCheck = await createTcpCheck('moody', moodyTarget.port)
  const url = await createHeartbeat('pinged')
  pinging = setInterval(() => void fetch(url).catch(() => {}), 3 * second)
  await eventually('the first results', () => haveNewResults(new Map()))
})

afterAll(async () => {
  clearInterval(pinging)
  await server.stop()
  await db.close()
  await receiver[Symbol.asyncDispose]()
  await Promise.all([upTarget.down(), moodyTarget.down()])
  removeDataDir(dataDir)
})

describe('when the clock of the machine is turned', () => {
  it.each([-100 * second, -hour, hour, day])(
    'by %d ms and back, checks go on at once, health is red and says why, and green again afterwards',
    async (byMs) => {
      const before = await resultCounts()
      server.turnClock(byMs)
      const health = await untilHealth(503)
      expect(health.reasons.join(' ')).toContain(`jumped by ${byMs / 1000} s`)
      await eventually('new results of every check', () => haveNewResults(before))
      expect((await healthIs(503))?.reasons.join(' ')).toContain(`disagree by ${Math.abs(byMs) / 1000} s`)
      server.turnClock(0)
      await untilHealth(200)
    },
  )

  it('back by an hour, an outage and a heartbeat that falls silent are alerted, and the recovery too', async () => {
    const silent = await createHeartbeat('silent')
    expect((await fetch(silent)).status).toBe(200)
    expect(receiver.requests).toEqual([])
    server.turnClock(-hour)
    await moodyTarget.down()
    await eventually('the alerts of both', async () => receiver.requests.length === 2)
    await moodyTarget.up()
    await eventually('the recovery', async () => receiver.requests.length === 3)
    server.turnClock(0)
    const told = receiver.requests
      .map(({ body }): Record<string, unknown> => JSON.parse(body))
      .map(({ alertType, checkName }) => `${String(checkName)}: ${String(alertType)}`)
    expect(told.toSorted((a, b) => a.localeCompare(b))).toEqual([
      'moody: ALERT_FAILURE',
      'moody: ALERT_RECOVERY',
      'silent: ALERT_FAILURE',
    ])
  })

  it('back while the service is stopped, it goes on at once after the start, with times after those stored', async () => {
    const before = await resultCounts()
    await server.stop()
    await db.close()
    server = await startServerProcess({ dataDir, port, clockAheadMs: -hour })
    await connect()
    await eventually('new results of every check', () => haveNewResults(before))
    expect((await healthIs(503))?.reasons.join(' ')).toContain('disagree by 3600 s')
    server.turnClock(0)
    await untilHealth(200)
  })

  it('back together with the clock of the database, it is believed after a while and approached slowly', async () => {
    await turnDatabaseClock(-100)
    server.turnClock(-100 * second)
    await untilHealth(503)
    const health = await untilHealth(200)
    const clocks = health.findings.find(({ name }) => name === 'clocks')
    expect(clocks?.message).toMatch(/went back\. Recorded times are \d+ s ahead/)
  })

  it('forward together with the clock of the database, it is followed after a while without false alarms', async () => {
    const before = await resultCounts()
    await turnDatabaseClock(200)
    server.turnClock(200 * second)
    await untilHealth(503)
    await untilHealth(200)
    const [row] = await db.rows<{ ahead: number }>(
      `select extract(epoch from latest_at - clock_timestamp())::int as ahead from service_time`,
    )
    expect(row?.ahead).toBeGreaterThan(190)
    await eventually('new results of every check', () => haveNewResults(before))
  })

  it('whatever was done, no slot ran twice, no target that was up failed and nobody else was alerted', async () => {
    const doubled = await db.rows(
      `select check_id, scheduled_for from check_results group by 1, 2 having count(distinct session_id) > 1`,
    )
    expect(doubled).toEqual([])
    expect(
      await db.rows(`select id from check_results where outcome <> 'passed' and check_id = any($1)`, [upChecks]),
    ).toEqual([])
    expect(receiver.requests).toHaveLength(3)
  })
})

interface HealthAnswer {
  readonly reasons: string[]
  readonly findings: { readonly name: string; readonly message: string }[]
}

/** The health if it has this status. */
async function healthIs(status: number): Promise<HealthAnswer | null> {
  const response = await fetch(`${server.url}/health`)
  const health = (await response.json()) as HealthAnswer
  return response.status === status ? health : null
}

async function untilHealth(status: number): Promise<HealthAnswer> {
  const answered = eventually(`health to be ${status}`, () => healthIs(status), 90_000)
  return answered.catch(async (error: unknown) => {
    throw new Error(await (await fetch(`${server.url}/health`)).text(), { cause: error })
  })
}

async function connect(): Promise<void> {
  const connectionString = await findRunningEmbeddedPostgres(dataDir)
  if (connectionString === undefined) throw new Error('The database does not run')
  db = openDatabase({ connectionString, maxConnections: 2 })
}

/** The tests' part of the machine: its database reads the same clock. */
const turnDatabaseClock = (seconds: number): Promise<unknown> =>
  db.rows(`create or replace function database_clock() returns timestamptz language sql volatile as
    'select clock_timestamp() + interval ''${seconds} seconds'''`)

async function create(path: string, body: object): Promise<Record<string, unknown>> {
  const created = await server.call('POST', path, body)
  expect(created.status).toBe(201)
  return created.body as Record<string, unknown>
}

const createTcpCheck = async (name: string, targetPort: number): Promise<string> =>
  String(
    (
      await create('/v1/checks/tcp', {
        name,
        frequency: 0,
        frequencyOffset: 10,
        locations: ['eu-west-1'],
        retryStrategy: null,
        request: { hostname: '127.0.0.1', port: targetPort },
      })
    )['id'],
  )

/** A heartbeat of 30 and 10 seconds; answers the address to ping. */
async function createHeartbeat(name: string): Promise<string> {
  const heartbeat = { period: 30, periodUnit: 'seconds', grace: 10, graceUnit: 'seconds' }
  const made = (await create('/v1/checks/heartbeat', { name, heartbeat }))['heartbeat'] as Record<string, unknown>
  return `${server.url}/ping/${String(made['pingToken'])}`
}

async function resultCounts(): Promise<Map<string, number>> {
  const rows = await db.rows<{ id: string; results: number }>(
    `select check_id as id, count(*)::int as results from check_results group by check_id`,
  )
  return new Map(rows.map(({ id, results }) => [id, results]))
}

async function haveNewResults(before: ReadonlyMap<string, number>): Promise<boolean> {
  const now = await resultCounts()
  return [...upChecks, moodyCheck].every((id) => (now.get(id) ?? 0) > (before.get(id) ?? 0))
}
