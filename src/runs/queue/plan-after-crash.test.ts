import { beforeEach, describe, expect, test } from 'vitest'
import { minuteMs, secondMs } from '#kernel'
import { updateCheck } from '#management'
import type { RunTaskRow } from '#storage/runs'
import { checkInput } from '../../../tests/support/check-input.ts'
import { useDatabase } from '../../../tests/support/database.ts'
import { emptyTables } from '../../../tests/support/empty-tables.ts'
import { crashUnlogged } from '../../../tests/support/crash-unlogged.ts'
import { HandRunner } from '../../../tests/support/hand-runner.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import { cancelRuns } from './expire-runs.ts'
import { enqueueDueRuns } from './enqueue-due-runs.ts'
import { planAfterCrash } from './plan-after-crash.ts'

const database = useDatabase()
let service: TestService
let runner: HandRunner
let accountId: string
beforeEach(async () => {
  service = new TestService(database.db())
  runner = new HandRunner(service.store, service.clock)
  await emptyTables(service.db, 'accounts', 'run_tasks', 'check_results')
  accountId = (await service.account()).accountId
})

const check = (changes: object = {}): Promise<string> =>
  service.check(accountId, { frequency: 1, locations: ['eu-west-1'], retryStrategy: null, ...changes })

const enqueue = () => enqueueDueRuns(service.store, service.clock.now(), 100)

async function minutes(count: number): Promise<void> {
  for (let minute = 0; minute < count; minute += 1) {
    service.clock.advance(minuteMs)
    await enqueue()
    await runner.settle(await runner.claim())
  }
}

interface Slot {
  readonly scheduledFor: Date
  readonly location: string
}

const slots = (checkId: string): Promise<Slot[]> =>
  service.db.rows<{ [K in keyof Slot]: Slot[K] }>(
    `select scheduled_for, location from check_results where check_id = $1 order by scheduled_for`,
    [checkId],
  )

/** Minutes between one slot and the next. */
const gaps = (found: readonly Slot[]): number[] =>
  found.slice(1).map(({ scheduledFor }, index) => {
    const before = found[index]?.scheduledFor.getTime() ?? 0
    return (scheduledFor.getTime() - before) / minuteMs
  })

test('a slot whose run waited runs after a crash, and none before it runs again', async () => {
  const checkId = await check()
  await minutes(3)
  service.clock.advance(minuteMs)
  expect((await enqueue()).enqueued).toBe(1)
  await crashUnlogged(service.db)
  expect(await runner.claim()).toEqual([])
  expect((await enqueue()).enqueued).toBe(1)
  await runner.settle(await runner.claim())
  await minutes(2)
  expect(gaps(await slots(checkId))).toEqual(Array.from({ length: (await slots(checkId)).length - 1 }, () => 1))
})

test('a run that was under way runs again, and what its runner reports afterwards counts for nothing', async () => {
  const checkId = await check()
  await minutes(2)
  service.clock.advance(minuteMs)
  await enqueue()
  const held = await runner.claim()
  expect(held).toHaveLength(1)
  await crashUnlogged(service.db)
  await enqueue()
  const before = (await slots(checkId)).length
  await runner.settle(held)
  expect(await slots(checkId)).toHaveLength(before)
  await runner.settle(await runner.claim())
  expect(gaps(await slots(checkId))).toEqual(Array.from({ length: before }, () => 1))
})

test('a slot that has a result does not run again, nor one that was cancelled', async () => {
  const [settled, cancelled] = [await check(), await check()]
  await minutes(2)
  service.clock.advance(minuteMs)
  await enqueue()
  const tasks = await runner.claim()
  await runner.settle(tasks.filter(({ checkId }) => checkId === settled))
  const open = await service.db.rows<RunTaskRow & Record<string, unknown>>(
    `select * from run_tasks where check_id = $1`,
    [cancelled],
  )
  await cancelRuns(service.store, open, { nowMs: service.clock.now(), publicUrl: 'https://belfry.example' })
  await crashUnlogged(service.db)
  expect((await enqueue()).enqueued).toBe(0)
})

test('retries and runs in several locations are still there after a crash', async () => {
  const retried = await check({ retryStrategy: { type: 'FIXED', baseBackoffSeconds: 10, maxRetries: 2 } })
  const parallel = await check({ locations: ['eu-west-1', 'us-east-1'], runParallel: true })
  service.clock.advance(2 * minuteMs)
  await enqueue()
  const tasks = await runner.claim()
  await runner.settle(
    tasks.filter(({ checkId }) => checkId === retried),
    'failed',
  )
  await crashUnlogged(service.db)
  expect((await enqueue()).enqueued).toBe(0)
  const left = await service.db.rows(`select check_id, attempt from run_tasks order by attempt`)
  expect(left).toEqual([
    { checkId: parallel, attempt: 1 },
    { checkId: parallel, attempt: 1 },
    { checkId: retried, attempt: 2 },
  ])
})

test('a check that takes turns goes on with the next location', async () => {
  const checkId = await check({ locations: ['eu-west-1', 'us-east-1', 'ap-south-1'] })
  await minutes(2)
  await crashUnlogged(service.db)
  await minutes(2)
  const locations = (await slots(checkId)).map(({ location }) => location)
  expect(new Set(locations.slice(0, 3)).size).toBe(3)
  expect(locations[3]).toBe(locations[0])
})

test('a check that is paused stays paused, and one that never ran is due as it was', async () => {
  await check({ activated: false })
  const fresh = await check()
  const next = () => service.db.rows(`select check_id, next_run_at from schedule_times where next_run_at is not null`)
  const before = await next()
  expect(before).toMatchObject([{ checkId: fresh }])
  await crashUnlogged(service.db)
  expect(await planAfterCrash(service.store, service.clock.now())).toBe(1)
  expect(await next()).toEqual(before)
  expect(await planAfterCrash(service.store, service.clock.now()), 'once after each crash').toBe(0)
})

const retried = { retryStrategy: { type: 'FIXED', baseBackoffSeconds: 1, maxRetries: 1 } }

/** How many sessions each slot of a check became. */
const sessionsOfSlots = async (checkId: string): Promise<number[]> => {
  const found = await service.db.rows<{ sessions: number }>(
    `select count(distinct session_id)::int as sessions from check_results where check_id = $1 group by scheduled_for`,
    [checkId],
  )
  return found.map(({ sessions }) => sessions)
}

test('a slot does not run again when a retry of an earlier one has the newest id, because a clock was ahead', async () => {
  const checkId = await check({ frequency: 0, frequencyOffset: 10, ...retried })
  service.clock.advance(minuteMs)
  await enqueue()
  const first = await runner.claim()
  service.clock.advance(minuteMs)
  await runner.settle(first, 'failed')
  service.clock.advance(2 * secondMs)
  await runner.settle(await runner.claim())
  service.clock.advance(-30 * secondMs)
  await enqueue()
  await runner.settle(await runner.claim())
  await crashUnlogged(service.db)
  await enqueue()
  await runner.settle(await runner.claim())
  expect(await sessionsOfSlots(checkId)).toEqual([1, 1])
})

describe('a slot does not run again after a crash and an edit by a process whose clock is behind', () => {
  const edit = (id: string, body: object) =>
    updateCheck(
      service.store,
      { accountId, nowMs: service.clock.now() },
      { id, checkType: 'TCP', body: checkInput(body) },
    )

  test.each(['of the times planned since', 'before anything is planned', 'that resumes the check'])(
    '%s',
    async (when) => {
      const checkId = await check({ frequency: 2, ...retried })
      await enqueue()
      await runner.settle(await runner.claim())
      const [planned] = await service.db.rows<{ at: Date }>(`select next_run_at as at from schedule_times`)
      service.clock.advance((planned?.at.getTime() ?? 0) - service.clock.now())
      await enqueue()
      await runner.settle(await runner.claim(), 'failed')
      if (when === 'that resumes the check') await edit(checkId, { activated: false })
      await crashUnlogged(service.db)
      if (when !== 'before anything is planned') await enqueue()
      service.clock.advance(-secondMs)
      if (when === 'of the times planned since') await edit(checkId, { frequency: 1 })
      await edit(checkId, { name: 'edited', activated: true, frequency: 2 })
      service.clock.advance(3 * secondMs)
      await runner.settle(await runner.claim())
      await enqueue()
      await runner.settle(await runner.claim())
      expect(await sessionsOfSlots(checkId)).toEqual([1, 1])
    },
  )
})
