import { beforeEach, expect, test } from 'vitest'
import { minuteMs, secondMs } from '#kernel'
import { useDatabase } from '../../../tests/support/database.ts'
import { HandRunner } from '../../../tests/support/hand-runner.ts'
import type { Found } from '../../../tests/support/hand-runner.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import type { Send } from '../../../tests/support/test-service.ts'
import { enqueueDueRuns } from './enqueue-due-runs.ts'

const database = useDatabase()
let service: TestService
let runner: HandRunner
let accountId: string
let send: Send
beforeEach(async () => {
  service = new TestService(database.db())
  runner = new HandRunner(service.store, service.clock)
  const owner = await service.owner()
  send = owner.send
  accountId = owner.account.accountId
})

const often = { frequency: 10, frequencyWhileFailing: 30, retryStrategy: null }

/** When the check runs next, in milliseconds from now. */
async function nextIn(checkId: string): Promise<number> {
  const [row] = await database
    .db()
    .rows<{ nextRunAt: Date }>('select next_run_at from schedule_times where check_id = $1', [checkId])
  return (row?.nextRunAt.getTime() ?? NaN) - service.clock.now()
}

/** Runs the check when it is due next; answers how long that took, in seconds. */
async function nextRun(checkId: string, found: Found): Promise<number> {
  const waitMs = await nextIn(checkId)
  service.clock.advance(waitMs)
  await enqueueDueRuns(service.store, service.clock.now(), 100)
  const tasks = (await runner.claim()).filter((task) => task.checkId === checkId)
  expect(tasks).toHaveLength(1)
  await runner.settle(tasks, found)
  return waitMs / secondMs
}

test('a check that fails runs every few seconds until it has recovered, and at its slots again after that', async () => {
  const checkId = await service.check(accountId, often)
  await nextRun(checkId, 'passed')
  const slot = service.clock.now() + (await nextIn(checkId))
  expect(await nextRun(checkId, 'failed')).toBeGreaterThan(30)
  const waits = [
    await nextRun(checkId, 'failed'),
    await nextRun(checkId, 'failed'),
    await nextRun(checkId, 'failed'),
    await nextRun(checkId, 'passed'),
  ]
  expect(waits[0]).toBeLessThanOrEqual(30)
  expect(waits.slice(1)).toEqual([30, 30, 30])
  expect((service.clock.now() + (await nextIn(checkId)) - slot) % (10 * minuteMs)).toBe(0)
  expect(await nextRun(checkId, 'passed')).toBeGreaterThan(30)
})

test('it goes on while the check is recovering by its policy', async () => {
  const alertSettings = { runBasedRecovery: { passedRunThreshold: 2 } }
  const checkId = await service.check(accountId, { ...often, useGlobalAlertSettings: false, alertSettings })
  await nextRun(checkId, 'failed')
  await nextRun(checkId, 'passed')
  expect(await nextRun(checkId, 'passed')).toBe(30)
  expect(await nextRun(checkId, 'passed')).toBeGreaterThan(30)
})

test('a check that is paused or runs as often anyway is not run more often', async () => {
  const paused = await service.check(accountId, often)
  await nextRun(paused, 'failed')
  await send('PUT', `/v1/checks/${paused}`, { activated: false })
  service.clock.advance(minuteMs)
  expect(await enqueueDueRuns(service.store, service.clock.now(), 100)).toMatchObject({ enqueued: 0 })
  const other = await service.check(accountId, { ...often, frequency: 1, frequencyWhileFailing: 300 })
  await nextRun(other, 'failed')
  await nextRun(other, 'failed')
  expect(await nextRun(other, 'failed')).toBe(60)
})

test('a maintenance window that pauses the check pauses these runs too', async () => {
  const checkId = await service.check(accountId, often)
  await nextRun(checkId, 'failed')
  const window = {
    name: 'database',
    tags: [],
    pauseAllChecks: true,
    startsAt: new Date(service.clock.now()).toISOString(),
    endsAt: new Date(service.clock.now() + 60 * minuteMs).toISOString(),
  }
  await send('POST', '/v1/maintenance-windows', window)
  service.clock.advance(minuteMs)
  expect(await enqueueDueRuns(service.store, service.clock.now(), 100)).toMatchObject({ enqueued: 0 })
})

test('a check is read as it was sent, lacks the field by default, and is held to the limits of its type', async () => {
  const request = { hostname: 'shop.example', port: 1 }
  const create = async (body: object, type = 'tcp') =>
    send('POST', `/v1/checks/${type}`, { name: 'x', request, ...body })
  expect((await create({})).body).not.toHaveProperty('frequencyWhileFailing')
  expect((await create({ frequencyWhileFailing: 10 })).body).toMatchObject({ frequencyWhileFailing: 10 })
  expect(await create({ frequencyWhileFailing: 11 })).toMatchObject({ status: 400 })
  expect(await create({ frequencyWhileFailing: 30, request: { url: 'https://shop.example' } }, 'url')).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('use 60 seconds or more for frequencyWhileFailing') },
  })
})
