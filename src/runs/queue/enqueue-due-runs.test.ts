import { beforeEach, expect, test } from 'vitest'
import { minuteMs } from '#kernel'
import { useDatabase } from '../../../tests/support/database.ts'
import { emptyTables } from '../../../tests/support/empty-tables.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import { enqueueDueRuns } from './enqueue-due-runs.ts'

const database = useDatabase()
let service: TestService
beforeEach(async () => {
  service = new TestService(database.db())
  await emptyTables(service.db, 'accounts', 'run_tasks')
})

test('a slot becomes one run, however many schedulers find it due at the same moment', async () => {
  const { accountId } = await service.account()
  const checks = await Promise.all(
    Array.from({ length: 20 }, () => service.check(accountId, { frequency: 1, locations: ['eu-west-1'] })),
  )
  service.clock.advance(2 * minuteMs)
  const enqueue = () => enqueueDueRuns(service.store, service.clock.now(), 100)
  const found = await Promise.all(Array.from({ length: 6 }, enqueue))
  expect(found.reduce((sum, { enqueued }) => sum + enqueued, 0)).toBe(checks.length)
  const tasks = await service.db.rows<{ checkId: string }>('select check_id from run_tasks order by check_id')
  expect(tasks.map(({ checkId }) => checkId)).toEqual(checks.toSorted())
})
