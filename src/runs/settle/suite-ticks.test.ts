import { beforeEach, expect, test } from 'vitest'
import type { RunTask } from '#contract'
import { minuteMs } from '#kernel'
import { findLostLeases, renewLeases } from '#storage/runs'
import { useDatabase } from '../../../tests/support/database.ts'
import { HandRunner } from '../../../tests/support/hand-runner.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import { enqueueDueRuns } from '../queue/enqueue-due-runs.ts'
import { expireRuns } from '../queue/expire-runs.ts'

const database = useDatabase()
let service: TestService
let runner: HandRunner
let suite: string
beforeEach(async () => {
  service = new TestService(database.db())
  runner = new HandRunner(service.store, service.clock)
  const { accountId } = await service.account()
  suite = await service.check(accountId, {
    checkType: 'PLAYWRIGHT',
    codeBundlePath: 'bundles/1',
    frequency: 1,
    locations: ['eu-west-1'],
  })
})

/** The runs of the suite that are due in a minute, claimed. */
async function nextMinute(): Promise<RunTask[]> {
  service.clock.advance(minuteMs)
  await enqueueDueRuns(service.store, service.clock.now(), 100)
  return (await runner.claim()).filter(({ checkId }) => checkId === suite)
}

const rowsOf = (sql: string) => database.db().rows(sql, [suite])
async function skipped(): Promise<number> {
  const [row] = await rowsOf('select skipped_ticks from schedule_times where check_id = $1')
  return Number(Reflect.get(Object(row), 'skippedTicks'))
}
const sessions = () => rowsOf('select distinct session_id from run_tasks where check_id = $1')

test('a suite that runs for longer than its interval skips the ticks meanwhile, and runs again at the next', async () => {
  const [task] = await nextMinute()
  if (task === undefined) throw new Error('The suite is not due.')
  const lease = { taskId: task.id, leaseToken: task.leaseToken }
  const before = await skipped()
  // As long as a suite may run, with its installation and what it waits for.
  const minutes = 65
  for (let minute = 0; minute < minutes; minute += 1) {
    const until = new Date(service.clock.now() + 2 * minuteMs)
    expect(await renewLeases(database.db(), [lease], until)).toBe(1)
    expect(await nextMinute()).toEqual([])
    await expireRuns(service.store, { nowMs: service.clock.now(), publicUrl: 'https://belfry.example' })
  }
  expect(await sessions()).toHaveLength(1)
  expect((await skipped()) - before).toBe(minutes)

  expect(await findLostLeases(database.db(), [lease])).toEqual([])
  await runner.settle([task])
  expect(await rowsOf('select outcome from check_results where check_id = $1')).toEqual([{ outcome: 'passed' }])
  expect(await nextMinute()).toHaveLength(1)
  expect((await skipped()) - before).toBe(minutes)
})
