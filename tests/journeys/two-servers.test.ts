import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase, startEmbeddedPostgres } from '#storage'
import type { Database, EmbeddedPostgres } from '#storage'
import { FlakyTarget } from '../support/flaky-target.ts'
import { eventually, freePort, removeDataDir, startServerProcess } from '../support/server-process.ts'
import { initialisedDataDir } from '../support/initialised-data-dir.ts'
import type { ServerProcess } from '../support/server-process.ts'

const dataDir = await initialisedDataDir()
const target = new FlakyTarget()
const secretKey = 'the same key for both servers'
let postgres: EmbeddedPostgres
let db: Database
let servers: ServerProcess[]

const startOne = async (): Promise<ServerProcess> =>
  startServerProcess({
    dataDir,
    port: await freePort(),
    environment: { DATABASE_URL: postgres.connectionString, BELFRY_SECRET_KEY: secretKey },
  })

beforeAll(async () => {
  await target.up()
  postgres = await startEmbeddedPostgres({ dataDir })
  db = openDatabase({ connectionString: postgres.connectionString, maxConnections: 2 })
  servers = await Promise.all([startOne(), startOne()])
})

afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()))
  await db.close()
  await postgres.stop()
  await target.down()
  removeDataDir(dataDir)
})

const checks = 40

it('shares the work between two servers of one database and goes on when either is killed', async () => {
  for (let index = 0; index < checks; index += 1) {
    const created = await servers[index % 2]?.call('POST', '/v1/checks/tcp', {
      name: `Check ${index}`,
      frequency: 0,
      frequencyOffset: 10,
      locations: ['eu-west-1'],
      request: { hostname: '127.0.0.1', port: target.port },
    })
    expect(created?.status).toBe(201)
  }
  await eventually('results of every check', async () => (await checksWithResultsSince(new Date(0))) === checks)

  for (const index of [0, 1]) {
    await servers[index]?.kill()
    const killedAt = new Date()
    const all = async (): Promise<boolean> => (await checksWithResultsSince(killedAt)) === checks
    await eventually('new results of every check', all, 120_000).catch(async (error: unknown) => {
      throw new Error(await standstill(killedAt), { cause: error })
    })
    servers[index] = await startOne()
  }

  const doubled = await db.rows(
    `select check_id, scheduled_for from check_results where run_source = 'SCHEDULER'
     group by check_id, scheduled_for having count(distinct session_id) > 1`,
  )
  expect(doubled).toEqual([])
  const [runs] = await db.rows<{ failed: number }>(
    `select count(*)::int as failed from check_results where outcome <> 'passed'`,
  )
  expect(runs?.failed).toBe(0)
})

it('sees through one server what was written through the other', async () => {
  const [one, other] = servers
  await one?.call('POST', '/v1/variables', { key: 'SHARED', value: 'yes' })
  expect(await other?.call('GET', '/v1/variables/SHARED')).toMatchObject({ status: 200, body: { value: 'yes' } })
})

async function checksWithResultsSince(moment: Date): Promise<number> {
  const [row] = await db.rows<{ checks: number }>(
    `select count(distinct check_id)::int as checks from check_results where started_at > $1`,
    [moment],
  )
  return row?.checks ?? 0
}

/** What a check without new results is waiting for. */
async function standstill(since: Date): Promise<string> {
  const rows = await db.rows(
    `select now(), s.check_id, s.next_run_at, s.last_slot, s.skipped_ticks, t.id as task, t.claimable_at, t.claims, t.runner_id
     from schedule_times s left join run_tasks t using (check_id)
     where not exists (select from check_results r where r.check_id = s.check_id and r.started_at > $1)`,
    [since],
  )
  return JSON.stringify({ rows, output: servers.map((server) => server.output()) })
}
