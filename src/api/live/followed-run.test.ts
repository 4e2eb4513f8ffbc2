import { expect, it } from 'vitest'
import { randomId } from '#kernel'
import { addRunProgress } from '#runs'
import { findLiveSessions } from '#storage/runs'
import { useTestSessions } from '../../../tests/support/use-test-sessions.ts'
import { FollowedRun } from './followed-run.ts'
import type { LiveMessage } from './live-messages.ts'

const { database, service, accountId, send, claimOwnTasks } = useTestSessions()
const script = "import { test } from '@playwright/test'\ntest('home', async () => {})\n"

it.each([
  ['what they write', true, ['run-start', 'stream-logs']],
  ['nothing but results', false, ['run-start']],
])('a client gets of runs under way %s, as it asked for', async (_what, streamLogs, subtopics) => {
  const suiteId = randomId()
  const job = { logicalId: 'journey', checkType: 'BROWSER', name: 'Journey', script, testRetryStrategy: null }
  const started = await send('POST', '/v1/test-sessions/run', {
    name: 'Shop',
    runLocation: { type: 'PUBLIC', region: 'eu-west-1' },
    streamLogs,
    checkRunJobs: [{ ...job, groupId: null, sourceInfo: { checkRunSuiteId: suiteId } }],
  })
  expect([started.status, started.text]).toEqual([202, started.text])
  const events = [{ type: 'LOG', at: 7, level: 'INFO', message: 'hello' }] as const
  for (const { id: taskId, leaseToken } of await claimOwnTasks())
    expect(await addRunProgress(service().store, { taskId, leaseToken }, { events, nowMs: 7 })).toBe(true)
  const key = { accountId: accountId(), suiteId }
  const sent: LiveMessage[] = []
  const followed = new FollowedRun(key, (message) => sent.push(message))
  followed.session = (await findLiveSessions(database.db(), [key]))[0] ?? null
  await followed.read(service().store)
  expect(sent.map(({ subtopic }) => subtopic)).toEqual(subtopics)
})
