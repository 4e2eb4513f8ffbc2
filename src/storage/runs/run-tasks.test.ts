import { expect, it } from 'vitest'
import { isTestRunSource, runSources } from '#contract'
import { randomId, timeOrderedId } from '#kernel'
import { useDatabase } from '../../../tests/support/database.ts'
import { busyChecks, insertRunTasks } from './run-tasks.ts'

const database = useDatabase()
const now = new Date(Date.UTC(2026, 0, 5))

it('a check is busy with runs of every source but those of test sessions', async () => {
  const checks = runSources.map((source) => ({ id: randomId(), source }))
  await insertRunTasks(
    database.db(),
    checks.map(({ id, source }) => ({
      id: timeOrderedId(now.getTime()),
      accountId: randomId(),
      checkId: id,
      sessionId: randomId(),
      sequenceId: randomId(),
      queue: 'eu-west-1',
      sessionSize: 1,
      attempt: 1,
      runSource: source,
      scheduledFor: now,
      sequenceStartedAt: now,
      claimableAt: now,
      queuedAt: now,
    })),
  )
  const ids = checks.map(({ id }) => id)
  const busy = await busyChecks(database.db(), ids, now)
  expect(checks.filter(({ id }) => !busy.has(id)).map(({ source }) => source)).toEqual(
    runSources.filter(isTestRunSource),
  )
  expect(runSources.filter(isTestRunSource)).toEqual(['TEST_NO_RECORD', 'TEST_RECORD'])
})
