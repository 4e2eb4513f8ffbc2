import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { claimRuns, enqueueDueRuns, PreparedChecks, settleRuns } from '#runs'
import { regions, wireCheckTypes } from '#contract'
import type { RunTask } from '#contract'
import { randomId, TestClock } from '#kernel'
import { migrate, pendingMigrations } from '#storage/database'
import { useDatabase } from '../support/database.ts'
import { startWebReceiver } from '../support/web-receiver.ts'
import { reportOf } from '../../tools/seed/observe.ts'
import { readCatalogue } from './catalogue.ts'
import { deliverPending } from './deliver-pending.ts'
import { migrationsFolder, readAnswers, readInstallation } from './previous-release.ts'
import { restoreRelease } from './restore-release.ts'
import { createUpgradeService, publicUrl } from './upgrade-service.ts'

const upgraded = useDatabase({ empty: true })
const newDatabase = useDatabase()
const older = useDatabase({ empty: true })
const installation = readInstallation()
const clock = new TestClock(installation.atMs)
const authorization = `Bearer ${installation.apiKey}`
let service: ReturnType<typeof createUpgradeService>

beforeAll(async () => {
  await restoreRelease(upgraded.db())
  await migrate(upgraded.db())
  service = createUpgradeService(upgraded.db(), clock, installation.secretKey)
})
afterAll(() => service.app.close())

it('the database of the previous release has the tables of a new one after the upgrade', async () => {
  expect(await pendingMigrations(upgraded.db())).toEqual([])
  const partitions = /_20\d{4}(\d\d)?(?!\d)/
  const withoutDays = async (db: ReturnType<typeof newDatabase.db>): Promise<string[]> =>
    (await readCatalogue(db)).filter((line) => !partitions.test(line))
  expect(await withoutDays(upgraded.db())).toEqual(await withoutDays(newDatabase.db()))
})

it('the previous release does not start on a new database, nor on one that was upgraded', async () => {
  const tooOld = { code: 'DATABASE_NEWER' }
  await expect(migrate(newDatabase.db(), { directory: migrationsFolder })).rejects.toMatchObject(tooOld)
  await expect(migrate(upgraded.db(), { directory: migrationsFolder })).rejects.toMatchObject(tooOld)
})

it('a database older than the previous release is rejected with what to do, and not changed', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'belfry-migrations-'))
  const names = (await readdir(migrationsFolder)).toSorted()
  try {
    for (const name of names.slice(0, -1))
      await cp(path.join(migrationsFolder, name), path.join(directory, name), { recursive: true })
    await migrate(older.db(), { directory })
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
  const before = await readCatalogue(older.db())
  const last = names.at(-1)?.replace('.sql', '')
  const rejection = {
    code: 'DATABASE_TOO_OLD',
    message: expect.stringContaining(`Start the release that ends with ${last}`),
  }
  await expect(migrate(older.db())).rejects.toMatchObject(rejection)
  expect(await readCatalogue(older.db())).toEqual(before)
})

/** Without what the previous release said of checks because nothing ran their type, if runners run it now. */
function withTypesThatRunNow(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withTypesThatRunNow)
  if (typeof value !== 'object' || value === null) return value
  const why: unknown = Reflect.get(value, 'whyNeverRun')
  const runsNow = typeof why === 'string' && wireCheckTypes.some((type) => why.includes(`of type ${type} `))
  const fields = Object.entries(value).filter(([name]) => !runsNow || (name !== 'whyNeverRun' && name !== 'hasErrors'))
  return Object.fromEntries(fields.map(([name, field]) => [name, withTypesThatRunNow(field)]))
}

describe('what the previous release stored', () => {
  it.each(readAnswers())('reads as before: $url', async ({ url, body }) => {
    const answer = await service.app.inject({ url, headers: { authorization } })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject(Object(withTypesThatRunNow(body)))
  })

  it.each(['GRPC', 'SSL', 'TRACEROUTE'])('of type %s, which runs only now, is planned', async (type) => {
    const planned = await upgraded
      .db()
      .rows(`select distinct check_type from check_schedules where check_type = $1 and next_run_at is not null`, [type])
    expect(planned).toEqual([{ checkType: type }])
  })

  it('of people keeps its address until a new one is confirmed', async () => {
    const url = '/v1/email-address'
    const before = (await service.app.inject({ url, headers: { authorization } })).json<{ email: string }>()
    const payload = { email: 'new-owner@mail.example' }
    const asked = await service.app.inject({ method: 'PUT', url, headers: { authorization }, payload })
    expect(asked.json()).toMatchObject({ email: before.email, pendingAddress: payload })
    await service.app.inject({ method: 'DELETE', url: `${url}/pending`, headers: { authorization } })
  })

  it('is shown on the public status page', async () => {
    const answer = await service.app.inject({ url: `/status/${installation.statusPageUrl}` })
    expect(answer.statusCode).toBe(200)
    for (const text of installation.statusPageTexts) expect(answer.body).toContain(text)
  })
})

describe('what the previous release had in progress', () => {
  it('a pending notification is delivered', async () => {
    await using receiver = await startWebReceiver((response) => response.end('ok'))
    const url = `/v1/alert-channels/${installation.webhookId}`
    const config = { name: 'On-call', url: receiver.url }
    const changed = await service.app.inject({
      method: 'PUT',
      url,
      headers: { authorization },
      payload: { type: 'WEBHOOK', config },
    })
    expect(changed.statusCode).toBe(200)
    await deliverPending(service.store, clock, publicUrl)
    expect(receiver.requests.map(({ body }) => body)).toEqual([expect.stringContaining('Checkout')])
    await deliverPending(service.store, clock, publicUrl)
    expect(receiver.requests).toHaveLength(1)
  })

  it('runs that waited, and those a runner held when it stopped, are claimed and their results stored', async () => {
    const waiting = await upgraded
      .db()
      .rows<{ id: string; held: boolean }>('select id, lease_token is not null as held from run_tasks order by id')
    expect(new Set(waiting.map(({ held }) => held))).toEqual(new Set([true, false]))
    clock.advance(120_000)
    const tasks = await claim()
    expect(tasks.map(({ id }) => id).toSorted()).toEqual(waiting.map(({ id }) => id))
    await settle(tasks)
    expect(await upgraded.db().rows('select id from run_tasks')).toEqual([])
  })

  it('checks that are due run again', async () => {
    clock.advance(600_000)
    await enqueueDueRuns(service.store, clock.now(), 1000)
    const tasks = await claim()
    expect(tasks.map(({ checkId }) => checkId)).toContain(installation.failingCheckId)
    await settle(tasks)
    const url = `/v1/check-statuses/${installation.failingCheckId}`
    const answer = await service.app.inject({ url, headers: { authorization } })
    expect(answer.json()).toMatchObject({ hasFailures: false })
  })
})

const claim = (): Promise<RunTask[]> =>
  claimRuns(service.store, new PreparedChecks(service.store), {
    queues: regions,
    limit: 1000,
    runnerId: 'runner',
    leaseMs: 60_000,
    nowMs: clock.now(),
    publicUrl,
    chance: { randomNumber: () => 1, uuid: randomId },
  })

const settle = (tasks: readonly RunTask[]) =>
  settleRuns(
    service.store,
    tasks.map((task) => reportOf(task, { atMs: clock.now(), typicalMs: 100, outage: null, random: () => 0.5 })),
    { nowMs: clock.now(), publicUrl, randomNumber: () => 0.5 },
  )
