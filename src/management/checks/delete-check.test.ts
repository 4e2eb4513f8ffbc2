import { beforeAll, expect, test } from 'vitest'
import { randomId, timeOrderedId } from '#kernel'
import { findCheckSession, insertCheckSessions, insertRunTasks } from '#storage/runs'
import type { Store } from '#storage/database'
import { useDatabase } from '../../../tests/support/database.ts'
import { createCheck, deleteCheck } from './index.ts'
import { codeOf, everythingOf, newCaller, newChannel, startMs, storeOn } from './testing/configuration.ts'

const database = useDatabase()
let store: Store
beforeAll(() => {
  store = storeOn(database.db())
})

test('a deleted check leaves nothing behind that could run, and its open session ends as cancelled', async () => {
  const caller = await newCaller(store)
  await newChannel(store, caller)
  const heartbeat = { period: 1, periodUnit: 'hours', grace: 0, graceUnit: 'seconds' }
  const { check } = await createCheck(store, caller, {
    checkType: 'HEARTBEAT',
    body: { name: 'job', heartbeat },
    autoAssignAlerts: true,
  })
  const now = new Date(startMs)
  const [sessionId, endedId, taskId] = [timeOrderedId(startMs), timeOrderedId(startMs), timeOrderedId(startMs)]
  const session = {
    accountId: caller.accountId,
    checkId: check.id,
    checkType: check.checkType,
    checkName: check.name,
    runSource: 'SCHEDULER' as const,
    locations: ['eu-west-1'],
    startedAt: now,
  }
  await insertCheckSessions(store.db, [
    { ...session, id: sessionId, status: 'STARTED' },
    { ...session, id: endedId, status: 'PASSED' },
  ])
  await insertRunTasks(store.db, [
    {
      id: taskId,
      accountId: caller.accountId,
      checkId: check.id,
      sessionId,
      sequenceId: randomId(),
      queue: 'eu-west-1',
      sessionSize: 1,
      attempt: 1,
      runSource: 'SCHEDULER',
      scheduledFor: now,
      sequenceStartedAt: now,
      claimableAt: now,
      queuedAt: now,
    },
  ])
  await deleteCheck(store, caller, { id: check.id })
  expect(await everythingOf(store, caller)).toBe('')
  expect(await store.db.rows('select from run_tasks where check_id = $1', [check.id])).toEqual([])
  expect(await findCheckSession(store.db, caller.accountId, sessionId)).toMatchObject({
    status: 'CANCELLED',
    stoppedAt: now,
  })
  expect((await findCheckSession(store.db, caller.accountId, endedId))?.status).toBe('PASSED')
  expect(await codeOf(deleteCheck(store, caller, { id: check.id }))).toBe('CHECK_NOT_FOUND')
})
