import { beforeEach, expect, test } from 'vitest'
import type { RunTask } from '#contract'
import { minuteMs } from '#kernel'
import { useDatabase } from '../../../tests/support/database.ts'
import { HandRunner } from '../../../tests/support/hand-runner.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import { enqueueDueRuns } from './enqueue-due-runs.ts'
import { expireRuns, maxClaims } from './expire-runs.ts'
import { returnRuns } from './return-runs.ts'
import type { ReturnSummary } from './return-runs.ts'

const database = useDatabase()
let service: TestService
let runner: HandRunner
let checkId: string
beforeEach(async () => {
  service = new TestService(database.db())
  runner = new HandRunner(service.store, service.clock)
  const { accountId } = await service.account()
  checkId = await service.check(accountId, { frequency: 1, retryStrategy: null })
  service.clock.advance(minuteMs)
  await enqueueDueRuns(service.store, service.clock.now(), 100)
})

const giveBack = (tasks: readonly RunTask[]): Promise<ReturnSummary> => {
  const leases = tasks.map(({ id, leaseToken }) => ({ taskId: id, leaseToken }))
  return returnRuns(service.store, leases, { nowMs: service.clock.now(), reason: 'PROCESS_STALLED' })
}

const returnedSoFar = async (): Promise<number> => {
  const [row] = await database
    .db()
    .rows<{ value: number }>(
      `select value from counters where name = 'returned_runs' and label = 'PROCESS_STALLED'`,
      [],
    )
  return Number(row?.value ?? 0)
}

const ownTasks = async (): Promise<RunTask[]> => (await runner.claim()).filter((task) => task.checkId === checkId)

test('a run that was given back is claimed again at once, as the same attempt, and knows how often it was', async () => {
  const before = await returnedSoFar()
  const first = await ownTasks()
  expect(await giveBack(first)).toEqual({ returned: 1, lost: 0 })
  const [again] = await ownTasks()
  expect(again).toMatchObject({ id: first[0]?.id, attempt: 1, returns: 1 })
  expect(await returnedSoFar()).toBe(before + 1)
})

test('a run that is given back again waits a little longer each time', async () => {
  await giveBack(await ownTasks())
  await giveBack(await ownTasks())
  expect(await ownTasks()).toEqual([])
  service.clock.advance(2_000)
  await giveBack(await ownTasks())
  service.clock.advance(3_999)
  expect(await ownTasks()).toEqual([])
  service.clock.advance(1)
  expect(await ownTasks()).toMatchObject([{ returns: 3, attempt: 1 }])
})

test('a late report of a run that was given back changes nothing', async () => {
  const first = await ownTasks()
  await giveBack(first)
  await runner.settle(first, 'failed')
  const results = await database.db().rows('select id from check_results where check_id = $1', [checkId])
  expect(results).toEqual([])
  expect(await ownTasks()).toHaveLength(1)
})

test('a lease that somebody else holds by now cannot be given back', async () => {
  const first = await ownTasks()
  await giveBack(first)
  const second = await ownTasks()
  expect(await giveBack(first)).toEqual({ returned: 0, lost: 1 })
  await runner.settle(second)
  expect(await giveBack(second)).toEqual({ returned: 0, lost: 1 })
})

test('runs that are given back any number of times are not dropped as those that runners die of', async () => {
  for (let times = 0; times <= maxClaims; times += 1) {
    await giveBack(await ownTasks())
    service.clock.advance(6_000)
  }
  const [task] = await ownTasks()
  service.clock.advance(61_000)
  await expireRuns(service.store, { nowMs: service.clock.now(), publicUrl: 'https://belfry.example' })
  expect((await ownTasks()).map(({ id }) => id)).toEqual([task?.id])
})
