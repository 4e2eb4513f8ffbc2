import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { operations } from '#contract'
import type { OperationId, OperationRow } from '#contract'
import { enqueueDueRuns } from '#runs'
import { TestClock } from '#kernel'
import { migrate, openDatabase, preparePartitions } from '#storage/database'
import { startEmbeddedPostgres } from '#embedded-postgres'
import type { Database } from '#storage/database'
import { exampleCall } from '../../tests/conformance/example-call.ts'
import { bodies, checkBodies } from '../../tests/conformance/examples.ts'
import { injectOperation } from '../../tests/conformance/inject-operation.ts'
import { seedAccount } from '../../tests/conformance/seeded-account.ts'
import type { SeededAccount } from '../../tests/conformance/seeded-account.ts'
import { HandRunner } from '../../tests/support/hand-runner.ts'
import { migrationsFolder, releaseFolder } from '../../tests/upgrade/previous-release.ts'
import type { RecordedAnswer, RecordedInstallation } from '../../tests/upgrade/previous-release.ts'
import { createUpgradeService, publicUrl } from '../../tests/upgrade/upgrade-service.ts'
import { dumpRows } from './dump-rows.ts'
import { liveThrough } from './history.ts'

const secretKey = 'the secret key of the recorded installation, used nowhere else'
const migrations = join(import.meta.dirname, '../../src/storage/migrations')

type Service = ReturnType<typeof createUpgradeService>

async function record(db: Database): Promise<void> {
  const clock = new TestClock()
  await preparePartitions(db, clock.now(), 2)
  const service = createUpgradeService(db, clock, secretKey)
  try {
    const seed = await seedAccount({ ...service, clock })
    const { mutedCheckId, ...made } = await makeMore(service, seed)
    const failingCheckIds = [made.failingCheckId, mutedCheckId]
    await liveThrough({ store: service.store, clock, publicUrl, failingCheckIds })
    await leaveRuns(service, clock, seed)
    const installation = {
      secretKey,
      apiKey: seed.key,
      accountId: seed.accountId,
      atMs: clock.now(),
      ...made,
    } satisfies RecordedInstallation
    const answers = await recordAnswers(service, seed)
    rmSync(releaseFolder, { recursive: true, force: true })
    mkdirSync(releaseFolder, { recursive: true })
    cpSync(migrations, migrationsFolder, { recursive: true })
    write('installation.json', `${JSON.stringify(installation, null, 2)}\n`)
    write('answers.jsonl', answers.map((answer) => `${JSON.stringify(answer)}\n`).join(''))
    write('rows.sql.gz', gzipSync(await dumpRows(db), { level: 9 }))
  } finally {
    await service.app.close()
  }
}

function write(name: string, content: string | Buffer): void {
  writeFileSync(join(releaseFolder, name), content)
  process.stdout.write(`${name}: ${content.length} bytes\n`)
}

/** A check that opens incidents, a webhook it notifies, and a page that shows both. */
async function makeMore({ app }: Service, seed: SeededAccount) {
  const create = async (id: OperationId, body: object, params = {}): Promise<{ id: string; url: string }> => {
    const answer = await injectOperation(app, operations[id], { key: seed.key, body, params })
    if (answer.statusCode >= 300) throw new Error(`${id}: ${answer.statusCode} ${answer.body}`)
    return answer.json()
  }
  const webhook = await create('createAlertChannel', {
    type: 'WEBHOOK',
    config: { name: 'On-call', url: 'http://localhost/on-call', webhookSecret: 'a secret of the receiver' },
  })
  const service = await create('createStatusPageService', { name: 'Checkout of the shop' })
  const page = await create('createStatusPage', { ...bodies.statusPage(service.id), name: 'Status of the shop' })
  await create('createSubscriptions', bodies.subscriptions(), { statusPageId: page.id })
  await create('createVariable', { key: 'API_TOKEN', value: 'a secret value', secret: true })
  const alertChannelSubscriptions = [{ alertChannelId: Number(webhook.id), activated: true }]
  const muted = await create('createUrlCheck', {
    ...checkBodies['url'],
    name: 'Muted',
    frequency: 5,
    alertChannelSubscriptions,
  })
  await create('muteCheck', { until: '2026-01-02T10:00:00.000Z' }, { id: muted.id })
  const check = await create('createTcpCheck', {
    ...checkBodies['tcp'],
    name: 'Checkout',
    frequency: 5,
    locations: ['eu-west-1', 'us-east-1'],
    runParallel: true,
    alertChannelSubscriptions,
    triggerIncident: {
      serviceId: service.id,
      name: 'Checkout is unavailable',
      description: 'We are investigating.',
      severity: 'MAJOR',
      notifySubscribers: true,
    },
  })
  return {
    mutedCheckId: muted.id,
    webhookId: Number(webhook.id),
    failingCheckId: check.id,
    statusPageUrl: page.url,
    statusPageTexts: ['Status of the shop', 'Checkout of the shop', 'Checkout is unavailable'],
  }
}

/** What is due waits in its queue, and a runner holds some of it. */
async function leaveRuns({ app, store }: Service, clock: TestClock, seed: SeededAccount): Promise<void> {
  clock.advance(600_000)
  await enqueueDueRuns(store, clock.now(), 3)
  await new HandRunner(store, clock).claim()
  clock.advance(5000)
  const body = { ...bodies.testSession(seed.checkIds.api), name: 'Waiting' }
  await injectOperation(app, operations.triggerTestSession, { key: seed.key, body })
  await enqueueDueRuns(store, clock.now(), 3)
}

/** Their answers are words of the program, which an upgrade may change. */
const notStored: ReadonlySet<string> = new Set<OperationId>([
  'getRuntime',
  'listRuntimes',
  'listAnalyticsMetrics',
  'listLocations',
  'getEntitlements',
  'getOwnEntitlements',
  'previewAlertChannel',
])

async function recordAnswers({ app }: Service, seed: SeededAccount): Promise<RecordedAnswer[]> {
  const answers: RecordedAnswer[] = []
  const rows: [string, OperationRow][] = Object.entries(operations)
  for (const [name, row] of rows) {
    const id = operationId(name)
    if (row.method !== 'GET' || notStored.has(id)) continue
    const call = exampleCall(id, seed)
    const answer = await injectOperation(app, row, { ...call, key: seed.key })
    const isJson = String(answer.headers['content-type']).startsWith('application/json')
    if (answer.statusCode !== 200 || !isJson) {
      process.stdout.write(`Not recorded: ${id} (${answer.statusCode})\n`)
      continue
    }
    const url = String(answer.raw.req.url)
    answers.push({ url, body: answer.json() })
  }
  return answers
}

/** Sound because the name is a key of the table. */
function operationId(name: string): OperationId {
  return name as OperationId
}

const dataDir = mkdtempSync(join(tmpdir(), 'belfry-fixture-'))
const server = await startEmbeddedPostgres({ dataDir, settings: { fsync: false } })
const database = openDatabase({ connection: server.connection })
try {
  await migrate(database)
  await record(database)
} finally {
  await database.close()
  await server.stop()
  rmSync(dataDir, { recursive: true })
}
