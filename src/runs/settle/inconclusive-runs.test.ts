import { beforeEach, expect, test } from 'vitest'
import type { OverviewResource } from '#contract'
import { hourMs, minuteMs } from '#kernel'
import { createChannel } from '#management'
import { useDatabase } from '../../../tests/support/database.ts'
import { HandRunner } from '../../../tests/support/hand-runner.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import { listResultsOfSession } from '#storage/runs'
import type { Send } from '../../../tests/support/test-service.ts'
import { enqueueDueRuns } from '../queue/enqueue-due-runs.ts'

const database = useDatabase()
let service: TestService
let runner: HandRunner
let accountId: string
let send: Send
beforeEach(async () => {
  service = new TestService(database.db())
  runner = new HandRunner(service.store, service.clock)
  const account = await service.account()
  accountId = account.accountId
  send = service.as(account.key)
})

/** A check that alerts at its first failure, and would try again after each. */
async function aCheck(locations: readonly string[]): Promise<string> {
  const retryStrategy = { type: 'FIXED', baseBackoffSeconds: 0, maxRetries: 2 }
  const checkId = await service.check(accountId, { frequency: 1, locations, runParallel: true, retryStrategy })
  await createChannel(
    service.store,
    { accountId, nowMs: service.clock.now() },
    { type: 'EMAIL', config: { address: 'ops@example.com' }, subscriptions: [{ checkId, activated: true }] },
  )
  return checkId
}

async function runOf(checkId: string) {
  service.clock.advance(minuteMs)
  await enqueueDueRuns(service.store, service.clock.now(), 100)
  return (await runner.claim()).filter((task) => task.checkId === checkId)
}

const rows = (sql: string, checkId: string) => database.db().rows(sql, [checkId])

test('an inconclusive run is stored, and neither alerts, nor is retried, nor counts in metrics', async () => {
  const checkId = await aCheck(['eu-west-1'])
  await runner.settle(await runOf(checkId))
  await runner.settle(await runOf(checkId), 'inconclusive')
  expect(
    await rows(
      'select outcome, has_errors, result_type, measured from check_results where check_id = $1 order by id',
      checkId,
    ),
  ).toEqual([
    { outcome: 'passed', hasErrors: false, resultType: 'FINAL', measured: expect.anything() },
    { outcome: 'unknown', hasErrors: true, resultType: 'FINAL', measured: null },
  ])
  expect(await rows('select id from run_tasks where check_id = $1', checkId)).toEqual([])
  expect(await rows('select id from notifications where check_id = $1', checkId)).toEqual([])
  expect(await rows('select status from check_states where check_id = $1', checkId)).toEqual([{ status: 'passing' }])
  expect(await rows('select id from error_groups where check_id = $1', checkId)).toEqual([])
})

test('where nothing was learned a location is unknown, in an overview of an outage, in a back-test and to a collector', async () => {
  const checkId = await aCheck(['eu-west-1', 'us-east-1'])
  await database
    .db()
    .rows(`update checks set settings = settings || '{"retryStrategy": null}' where id = $1`, [checkId])
  const tasks = await runOf(checkId)
  for (const [index, task] of tasks.entries()) await runner.settle([task], index === 0 ? 'inconclusive' : 'failed')
  const overview = (await send('GET', '/v1/overview')).body as OverviewResource
  expect(overview.issues[0]?.checks[0]?.locations.map(({ state }) => state).toSorted()).toEqual(['FAILING', 'UNKNOWN'])
  await runner.settle(await runOf(checkId), 'inconclusive')
  service.clock.advance(hourMs)
  const { body: backTest } = await send('POST', `/v1/checks/${checkId}/back-test`, {})
  expect(backTest).toMatchObject({ now: { failure: 1, recovery: 0 }, recordedAlerts: 1 })

  const [unknown] = await listResultsOfSession(database.db(), {
    accountId,
    checkId,
    id: tasks[0]?.sessionId ?? '',
  }).then((results) => results.filter(({ outcome }) => outcome === 'unknown'))
  const difference = (await send('GET', `/v1/check-results/${checkId}/${unknown?.id}/differences`)).body
  expect(difference).toMatchObject({ comparedWith: null, differences: [] })
})

test('what the other locations of a tick found counts, whichever reports last', async () => {
  for (const order of [
    ['inconclusive', 'passed'],
    ['passed', 'inconclusive'],
  ] as const) {
    const checkId = await aCheck(['eu-west-1', 'us-east-1'])
    const tasks = await runOf(checkId)
    expect(tasks).toHaveLength(2)
    for (const [index, task] of tasks.entries()) await runner.settle([task], order[index])
    expect(await rows('select id from notifications where check_id = $1', checkId)).toEqual([])
    expect(await rows('select status, has_errors from check_states where check_id = $1', checkId)).toEqual([
      { status: 'passing', hasErrors: false },
    ])
    expect(await rows('select status from check_sessions where check_id = $1', checkId)).toEqual([{ status: 'PASSED' }])
  }
})

test('an alert reports the run that failed, whichever location reports last', async () => {
  for (const last of ['passed', 'inconclusive'] as const) {
    const checkId = await aCheck(['eu-west-1', 'us-east-1'])
    await database
      .db()
      .rows(`update checks set settings = settings || '{"retryStrategy": null}' where id = $1`, [checkId])
    const [first, second] = await runOf(checkId)
    await runner.settle(first ? [first] : [], 'failed')
    await runner.settle(second ? [second] : [], last)
    const reported = { checkResultId: first?.id, checkErrorMessage: 'ECONNREFUSED: Refused.', region: first?.location }
    expect(await rows('select facts from notifications where check_id = $1', checkId)).toMatchObject([
      { facts: reported },
    ])
  }
})

test('of several locations those count towards a threshold that could see', async () => {
  const checkId = await aCheck(['eu-west-1', 'us-east-1', 'ap-south-1', 'sa-east-1'])
  await database.db().rows(
    `update checks set settings = settings || '{"retryStrategy": null, "useGlobalAlertSettings": false, "alertSettings": {
       "escalationType": "RUN_BASED", "runBasedEscalation": {"failedRunThreshold": 1}, "reminders": {"amount": 0, "interval": 5},
       "parallelRunFailureThreshold": {"enabled": true, "percentage": 50}}}' where id = $1`,
    [checkId],
  )
  const blind = (await runOf(checkId)).map((task, index) => [task, index < 2 ? 'inconclusive' : 'failed'] as const)
  for (const [task, found] of blind.slice(0, 3)) await runner.settle([task], found)
  await runner.settle([blind[3]?.[0] ?? []].flat(), 'passed')
  expect(await rows('select status from check_states where check_id = $1', checkId)).toEqual([{ status: 'failing' }])
})

test('an outage beside an inconclusive location is alerted', async () => {
  const checkId = await aCheck(['eu-west-1', 'us-east-1'])
  const [first, second] = await runOf(checkId)
  await runner.settle(first ? [first] : [], 'inconclusive')
  await runner.settle(second ? [second] : [], 'failed')
  for (let attempt = 0; attempt < 2; attempt += 1) await runner.settle(await runner.claim(), 'failed')
  expect(await rows('select status from check_states where check_id = $1', checkId)).toEqual([{ status: 'failing' }])
  expect(await rows('select silence from notifications where check_id = $1', checkId)).toEqual([{ silence: null }])
})
