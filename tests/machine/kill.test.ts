import { afterAll, beforeAll, expect, it } from 'vitest'
import { firstIdAt, hourMs } from '#kernel'
import { insertCheckResults, listCheckResults } from '#storage/runs'
import type { Database } from '#storage/database'
import { checkResultRow } from '../support/check-result-row.ts'
import { killDatabaseOf, openDatabaseOf } from '../support/database-of-service.ts'
import { FlakyTarget } from '../support/flaky-target.ts'
import { late } from '../support/late.ts'
import { eventually, freePort, removeDataDir, startServerProcess } from '../support/server-process.ts'
import { initialisedDataDir } from '../support/initialised-data-dir.ts'
import type { ServerProcess } from '../support/server-process.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { testSeed } from '../support/test-seed.ts'
import { startWebReceiver } from '../support/web-receiver.ts'
import type { WebReceiver } from '../support/web-receiver.ts'

const checks = 30
/** Each kind of kill, while the target of all checks is up and while it is down. */
const kinds = [
  { target: 'up', killed: 'the database, then the service' },
  { target: 'down', killed: 'the service' },
  { target: 'down', killed: 'both at once' },
  { target: 'up', killed: 'the service' },
  { target: 'up', killed: 'both at once' },
  { target: 'down', killed: 'the database, then the service' },
  { target: 'up', killed: 'both at once' },
] as const
const kills = Array.from({ length: 20 }, (_, index) => ({
  number: index + 1,
  ...(kinds[index % kinds.length] ?? kinds[0]),
}))
const dataDir = await initialisedDataDir()
const target = new FlakyTarget()
let server: ServerProcess
let receiver: WebReceiver
let port: number

beforeAll(async () => {
  port = await freePort()
  await target.up()
  receiver = await startWebReceiver((response) => response.end('ok'))
  server = await startServerProcess({ dataDir, port })
})

afterAll(async () => {
  await server.stop()
  await receiver[Symbol.asyncDispose]()
  await target.down()
  removeDataDir(dataDir)
})

const random = seededRandom(testSeed)
const writes: Writes = { answered: 0, acknowledged: [], alerts: [] }
const writing = new AbortController()
let history: Awaited<ReturnType<typeof storeHistory>>
let writer: Promise<void>

it(`${checks} checks, a history and writes without a pause are begun`, async () => {
  const hook = { type: 'WEBHOOK', config: { name: 'receiver', url: receiver.url }, autoSubscribe: true }
  expect((await server.call('POST', '/v1/alert-channels', hook)).status).toBe(201)
  for (let index = 0; index < checks; index += 1) {
    const created = await server.call('POST', '/v1/checks/tcp', {
      name: `Check ${index}`,
      frequency: 0,
      frequencyOffset: 10,
      locations: ['eu-west-1', 'us-east-1'],
      runParallel: index % 3 === 0,
      retryStrategy: null,
      request: { hostname: '127.0.0.1', port: target.port },
    })
    expect(created.status).toBe(201)
  }
  const source = await server.call('POST', '/v1/alert-sources', { name: 'Alertmanager' })
  history = await withDatabase(storeHistory)
  writer = write(writes, Object(source.body).token, writing.signal)
})

async function moreAnswers(more: number): Promise<void> {
  const enough = writes.answered + more
  await eventually(`${more} answers`, async () => writes.answered >= enough)
}

// A test each, so that none has to wait for all of them.
it.each(kills)('kill $number under load while the target is $target: $killed', async ({ target: wanted, killed }) => {
  await target[wanted]()
  // At any moment of the work of the service.
  await moreAnswers(20 + Math.floor(random() * 60))
  if (killed !== 'the service') await killDatabaseOf(dataDir)
  if (killed === 'the database, then the service') await moreAnswers(10)
  await server.kill()
  server = await startServerProcess({ dataDir, port })
  expect((await server.call('GET', '/v1/checks?limit=1')).status).toBe(200)
})

it(`all kills together lost no acknowledged write and no alert, and doubled no slot (TEST_SEED=${testSeed})`, async () => {
  writing.abort()
  await writer
  await target.down()
  await withDatabase(async (db) => {
    await eventually('every check to be found failing', () => allFailing(db))
    await eventually('every notification to be delivered', () => nothingPending(db))

    expect(writes.acknowledged.length).toBeGreaterThan(kills.length)
    const variables = await db.rows<{ key: string }>(`select key from variables`)
    const keys = new Set(variables.map((row) => row.key))
    expect(
      writes.acknowledged.filter((key) => !keys.has(key)),
      'acknowledged writes that are gone',
    ).toEqual([])

    expect(writes.alerts.length).toBeGreaterThan(kills.length)
    const received = new Set(
      (await db.rows<{ name: string }>('select name from received_alerts')).map(({ name }) => name),
    )
    expect(
      writes.alerts.filter((name) => !received.has(name)),
      'acknowledged alerts of another tool that are gone',
    ).toEqual([])

    await eventually('old results to be packed', () => hasPacked(db))
    const kept = await listHistory(db, history.length)
    expect(kept, 'old results that packing lost or doubled').toEqual(history)

    const doubled = await db.rows(
      `select check_id, scheduled_for from check_results where run_source = 'SCHEDULER'
       group by check_id, scheduled_for having count(distinct session_id) > 1`,
    )
    expect(doubled, 'slots that ran twice').toEqual([])

    const alerts = await db.rows<{ checkId: string; alertType: string }>(
      `select check_id, alert_type from check_alerts order by id`,
    )
    expect(wrongOrder(alerts), 'alerts that do not alternate').toEqual([])

    const notifications = await db.rows<{ id: string; status: string }>(
      `select id, status from notifications where status <> 'SILENCED'`,
    )
    const delivered = new Set(receiver.requests.map((request) => request.headers['x-service-notification-id']))
    expect(
      notifications.filter((row) => row.status !== 'SUCCESS' || !delivered.has(row.id)),
      'alerts that got lost',
    ).toEqual([])
    expect(new Set(alerts.map((row) => row.checkId)).size).toBe(checks)
  })
})

interface Writes {
  /** Also those that the service refused. */
  answered: number
  /** The keys that it said it has. */
  readonly acknowledged: string[]
  /** The names of alerts of another tool that it said it took. */
  readonly alerts: string[]
}

/** Writes one variable after the other, and one alert of another tool, which is resolved with the next. */
async function write(writes: Writes, token: string, signal: AbortSignal): Promise<void> {
  for (let index = 0; !signal.aborted; index += 1) {
    const key = `KEY_${index}`
    const answer = await server.call('POST', '/v1/variables', { key, value: 'x' }).catch(() => null)
    if (answer !== null) writes.answered += 1
    if (answer?.status === 201) writes.acknowledged.push(key)
    const alerts = [
      { status: 'firing', labels: { alertname: key } },
      { status: 'resolved', labels: { alertname: `KEY_${index - 1}` } },
    ]
    const url = `http://127.0.0.1:${port}/inbound/${token}`
    const taken = await fetch(url, { method: 'POST', body: JSON.stringify({ version: '4', alerts }) }).catch(() => null)
    if (taken?.status === 200) writes.alerts.push(key)
    // A client that leaves the service time for its checks.
    await new Promise<void>((resolve) => late(20, resolve))
  }
}

async function withDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const db = await openDatabaseOf(dataDir)
  return work(db).finally(() => db.close())
}

/** Results of hours ago, of one check, which the service packs while it is killed; their ids, the newest first. */
async function storeHistory(db: Database): Promise<string[]> {
  const [owner] = await db.rows<{ accountId: string; checkId: string }>(
    `select account_id, id as check_id from checks order by id limit 1`,
  )
  if (owner === undefined) throw new Error('There is no check.')
  const fromMs = Date.now() - 9 * hourMs
  const results = Array.from({ length: 9_000 }, (_, index) =>
    checkResultRow(owner, fromMs + index * 2_000, { measured: [index] }),
  )
  for (let from = 0; from < results.length; from += 500) await insertCheckResults(db, results.slice(from, from + 500))
  return results.map(({ id }) => id).toReversed()
}

async function listHistory(db: Database, size: number): Promise<string[]> {
  const [check] = await db.rows<{ accountId: string; id: string }>(
    `select account_id, id from checks order by id limit 1`,
  )
  const filter = { accountId: check?.accountId ?? '', checkId: check?.id ?? '', fromId: null, checkType: null }
  const before = { beforeId: firstIdAt(Date.now() - 3 * hourMs), queues: null, hasFailures: null, resultType: null }
  const listed = await listCheckResults(db, { ...filter, ...before }, { limit: size + 1, offset: 0, withDetail: false })
  return listed.map(({ id }) => id)
}

async function hasPacked(db: Database): Promise<boolean> {
  const [row] = await db.rows<{ packed: number }>(`select coalesce(sum(size), 0)::int as packed from result_packs`)
  return (row?.packed ?? 0) > 8_000
}

async function allFailing(db: Database): Promise<boolean> {
  const [row] = await db.rows<{ failing: number }>(
    `select count(*)::int as failing from check_states where status = 'failing'`,
  )
  return row?.failing === checks
}

async function nothingPending(db: Database): Promise<boolean> {
  const [row] = await db.rows<{ due: number }>(
    `select count(*)::int as due from notifications where claimable_at is not null`,
  )
  return row?.due === 0
}

function wrongOrder(alerts: readonly { checkId: string; alertType: string }[]): string[] {
  const last = new Map<string, string>()
  return alerts.flatMap(({ checkId, alertType: type }) => {
    const before = last.get(checkId)
    last.set(checkId, type)
    return before === type ? [`${checkId}: ${type} twice`] : []
  })
}
