import { beforeEach, describe, expect, test } from 'vitest'
import type { RunProgress } from '#contract'
import { claimPendingAnalyses } from '#error-groups'
import { addRunProgress, enqueueDueRuns } from '#runs'
import { createCheck } from '#management'
import { minuteMs, randomId } from '#kernel'
import { followEvents } from '#storage/accounts'
import { HandRunner } from '../../../tests/support/hand-runner.ts'
import { here, useTestSessions } from '../../../tests/support/use-test-sessions.ts'
import { checkInput } from '../../../tests/support/check-input.ts'

const { database, service, runner, accountId, send, trigger, read, ids, claimOwnTasks } = useTestSessions()
let checkId: string
beforeEach(async () => {
  checkId = await service().check(accountId(), { tags: ['shop'], retryStrategy: null })
})

const noRetries = { ...here, retryStrategy: null }

describe('a test session', () => {
  test('runs the checks of its target once in its one location, whatever the locations of the checks are', async () => {
    const other = await service().check(accountId(), { tags: ['other'], locations: ['us-east-1', 'eu-central-1'] })
    const started = await trigger({ runLocation: 'ap-south-1', target: { matchTags: [['shop'], ['other', 'none']] } })
    expect(started).toMatchObject({
      name: 'Nightly',
      status: 'RUNNING',
      stoppedAt: null,
      errorGroupIds: [],
      testSessionLink: `https://belfry.example/test-sessions/${started.testSessionId}`,
      results: [
        {
          checkId,
          checkType: 'TCP',
          runLocation: 'ap-south-1',
          resultType: 'PENDING',
          status: 'RUNNING',
          startedAt: null,
          responseTime: null,
          aborted: false,
        },
      ],
    })
    const tasks = await claimOwnTasks()
    expect(tasks.map((task) => [task.checkId, task.location])).toEqual([[checkId, 'ap-south-1']])
    await runner().settle(tasks)
    const ended = await read(started.testSessionId)
    expect(ended).toMatchObject({
      status: 'PASSED',
      stoppedAt: '2026-03-01T12:00:00.000Z',
      results: [{ resultType: 'FINAL', status: 'PASSED', hasFailures: false, responseTime: 5 }],
    })
    expect(ended.results[0]?.testSessionResultId).toBe(started.results[0]?.testSessionResultId)
    expect((await trigger()).results.map((result) => result.checkId).toSorted()).toEqual([checkId, other].toSorted())
  })

  test('changes nothing of the monitored check: no result, status, alert, error group or metric', async () => {
    const started = await trigger(noRetries)
    await runner().settle(await claimOwnTasks(), 'failed')
    expect((await read(started.testSessionId)).status).toBe('FAILED')
    for (const path of [`/v2/check-results/${checkId}?resultType=ALL`, '/v1/check-alerts', '/v1/error-groups']) {
      const { body } = await send('GET', path)
      expect([path, Array.isArray(body) ? body : Object(body).entries]).toEqual([path, []])
    }
    const traces = await database.db().rows(
      `select (select count(*) from check_results where check_id = $1)::int as results,
         (select count(*) from check_sessions where check_id = $1)::int as sessions,
         (select count(*) from notifications where check_id = $1)::int as notifications,
         (select count(*) from check_states where check_id = $1 and last_session_id is not null)::int as states`,
      [checkId],
    )
    expect(traces).toEqual([{ results: 0, sessions: 0, notifications: 0, states: 0 }])
  })

  test('delays no scheduled run of its check, and no pause stops it', async () => {
    await send('POST', '/v1/maintenance-windows', {
      name: 'Upgrade',
      startsAt: new Date(service().clock.now() - minuteMs).toISOString(),
      endsAt: new Date(service().clock.now() + 600_000).toISOString(),
      pauseAllChecks: false,
      tags: ['shop'],
    })
    const free = await service().check(accountId(), { tags: ['free'] })
    await trigger()
    await database
      .db()
      .rows(`update schedule_times set next_run_at = $2 where check_id = any($1)`, [
        [checkId, free],
        new Date(service().clock.now()),
      ])
    await enqueueDueRuns(service().store, service().clock.now(), 1_000)
    const queued = await database
      .db()
      .rows<{ checkId: string; runSource: string }>(
        `select check_id, run_source from run_tasks where check_id = any($1)`,
        [[checkId, free]],
      )
    const of = (id: string) => queued.flatMap((row) => (row.checkId === id ? [row.runSource] : [])).toSorted()
    expect([of(checkId), of(free)]).toEqual([['TEST_RECORD'], ['SCHEDULER', 'TEST_RECORD']])
    expect(await claimOwnTasks()).toHaveLength(3)
  })

  test('groups its failures separately, by their messages', async () => {
    await service().check(accountId(), { name: 'second', retryStrategy: null })
    const started = await trigger({ ...noRetries, metadata: { environment: 'staging' } })
    await runner().settle(await claimOwnTasks(), 'failed')
    const ended = await read(started.testSessionId)
    expect(ended.errorGroupIds).toHaveLength(1)
    expect(ended.results).toMatchObject([
      { status: 'FAILED', errorGroupIds: ended.errorGroupIds, hasFailures: true, hasErrors: false },
      { status: 'FAILED', errorGroupIds: ended.errorGroupIds },
    ])
    const group = await send('GET', `/v1/test-session-error-groups/${ended.errorGroupIds[0]}`)
    expect(group.body).toMatchObject({ environments: ['staging'], projectId: null })
    expect(await ids(`errorGroupId=${ended.errorGroupIds[0]}`)).toEqual([started.testSessionId])
    expect(await ids(`errorGroupId=${randomId()}`)).toEqual([])
    expect(await ids('errorGroupId=none')).toEqual([])
  })

  test('has each new group of failures analysed once automatically, where the service is configured to', async () => {
    const analyses = () =>
      database.db().rows(
        `select test_session_error_group_id as id, error_group_id, check_id, is_automatic, status
           from root_cause_analyses where account_id = $1`,
        [accountId()],
      )
    const analysing = new HandRunner(service().store, service().clock)
    await trigger(noRetries)
    analysing.automaticAnalysis = true
    await analysing.settle(await claimOwnTasks(), 'failed')
    const again = await trigger(noRetries)
    await analysing.settle(await claimOwnTasks(), 'failed')
    const [id] = (await read(again.testSessionId)).errorGroupIds
    expect(await analyses()).toEqual([{ id, errorGroupId: null, checkId, isAutomatic: true, status: 'PENDING' }])
    service().clock.advance(15_000)
    const claim = { nowMs: service().clock.now(), limit: 100, leaseMs: 1000 }
    const claimed = (await claimPendingAnalyses(service().store, claim)).filter((one) => one.accountId === accountId())
    expect(claimed).toMatchObject([{ evidence: { checkName: expect.any(String), run: { outcome: 'failed' } } }])
  })

  test('a run of a location that could not see fails with why, and is no error of its target', async () => {
    const started = await trigger(noRetries)
    await runner().settle(await claimOwnTasks(), 'inconclusive')
    const ended = await read(started.testSessionId)
    expect(ended).toMatchObject({ status: 'FAILED', errorGroupIds: [], results: [{ errorGroupIds: [] }] })
  })

  test('retries by its own strategy in the same location, and stores each attempt', async () => {
    const retryStrategy = { type: 'FIXED', baseBackoffSeconds: 5, maxRetries: 2, sameRegion: false }
    const started = await trigger({ retryStrategy })
    await runner().settle(await claimOwnTasks(), 'failed')
    expect(await claimOwnTasks()).toEqual([])
    service().clock.advance(5_000)
    const retried = await claimOwnTasks()
    expect(retried.map((task) => [task.location, task.attempt])).toEqual([['eu-west-1', 2]])
    expect((await read(started.testSessionId)).results).toMatchObject([
      { resultType: 'PENDING', status: 'RUNNING' },
      { resultType: 'ATTEMPT', status: 'FAILED', errorGroupIds: [] },
    ])
    await runner().settle(retried)
    const ended = await read(started.testSessionId)
    expect(ended).toMatchObject({ status: 'PASSED', errorGroupIds: [] })
    const [final] = ended.results
    const path = `/v1/test-sessions/${started.testSessionId}/results/${final?.testSessionResultId}`
    expect((await send('GET', path)).body).toMatchObject({
      id: started.results[0]?.testSessionResultId,
      sequenceId: started.results[0]?.testSessionResultId,
      resultType: 'FINAL',
      attempts: 2,
      isCancelled: false,
      scheduleError: null,
      traceId: null,
      filePath: null,
      privateLocationId: null,
    })
    expect(await database.db().rows(`select 1 from run_overrides where account_id = $1`, [accountId()])).toEqual([])
  })

  test('names itself to those who follow its account when it is taken, at each attempt and at its end', async () => {
    const db = database.db()
    const announced: string[] = []
    const end = await db.listen('account_events', (payload) => announced.push(payload ?? ''))
    await followEvents(db, [accountId()], new Date(service().clock.now() + minuteMs))
    const retryStrategy = { type: 'FIXED', baseBackoffSeconds: 0, maxRetries: 1, sameRegion: true }
    const { testSessionId } = await trigger({ retryStrategy })
    const event = accountId() + JSON.stringify({ 'test-sessions': [testSessionId] })
    const isNamed = async (times: number): Promise<void> =>
      await expect.poll(() => announced.filter((one) => one === event)).toHaveLength(times)
    const tasks = await claimOwnTasks()
    await isNamed(1)
    await runner().settle(tasks, 'failed')
    await isNamed(2)
    await runner().settle(await claimOwnTasks())
    await isNamed(3)
    await end()
  })

  test('retries as its checks do when it has no strategy of its own, and not at all with null', async () => {
    const own = await service().check(accountId(), { tags: ['own'], retryStrategy: { baseBackoffSeconds: 0 } })
    await trigger({ target: { checkId: [own] } })
    await runner().settle(await claimOwnTasks(), 'failed')
    expect(await claimOwnTasks()).toHaveLength(1)
    await runner().claim()
    const { testSessionId } = await trigger({ ...noRetries, target: { checkId: [own] } })
    await runner().settle(await claimOwnTasks(), 'failed')
    expect((await read(testSessionId)).status).toBe('FAILED')
  })

  test('gives its runs variables above all others, a secret by its name alone', async () => {
    await send('POST', '/v1/variables', { key: 'TOKEN', value: 'covered up', secret: true })
    const request = {
      method: 'GET',
      url: 'https://{{HOST}}/',
      headers: [{ key: 'x-token', value: '{{{TOKEN}}}', locked: false }],
    }
    const id = await aCheck('API', { request, environmentVariables: [{ key: 'HOST', value: 'theirs.example' }] })
    const environmentVariables = [
      { key: 'HOST', value: 'mine.example' },
      { key: 'TOKEN', secret: true, value: null },
    ]
    await trigger({ target: { checkId: [id] }, environmentVariables })
    const [task] = await claimOwnTasks()
    expect(task?.request).toMatchObject({ url: 'https://mine.example/', headers: [{ value: 'covered up' }] })
    expect(task?.secrets).toContain('covered up')
  })

  test('runs deactivated checks on request, and only then', async () => {
    const idle = await service().check(accountId(), { activated: false })
    const target = { checkId: [idle] }
    expect(await send('POST', '/v1/test-sessions/trigger', { ...here, target })).toMatchObject({ status: 404 })
    await trigger({ target: { ...target, allowDeactivated: true } })
    expect((await claimOwnTasks()).map((task) => task.checkId)).toEqual([idle])
  })

  test('omits heartbeats, which wait for pings', async () => {
    const heartbeat = await service().heartbeat(accountId())
    const started = await trigger({ ...noRetries, target: { checkId: [heartbeat, checkId] } })
    expect(started.results.map((result) => result.checkId)).toEqual([checkId])
    const alone = { ...here, target: { checkId: [heartbeat] } }
    expect(await send('POST', '/v1/test-sessions/trigger', alone)).toMatchObject({ status: 404 })
  })

  test('waits in the queue of the private location it names', async () => {
    const created = await send('POST', '/v1/private-locations', { name: 'Office', slugName: 'office' })
    const started = await trigger({ runLocation: 'office' })
    expect(started.results).toMatchObject([{ runLocation: 'office' }])
    const [row] = await database.db().rows(`select queue from run_tasks where check_id = $1`, [checkId])
    expect(row).toEqual({ queue: `private:${accountId()}:office` })
    expect((await send('GET', '/v1/test-sessions')).body).toMatchObject({
      entries: [{ region: 'office', privateLocationId: Object(created.body).id }],
    })
  })

  const rejections: [string, object, number, RegExp][] = [
    ['a place there is not', { runLocation: 'mars-1' }, 400, /runLocation mars-1/],
    ['a secret there is not', { environmentVariables: [{ key: 'NONE', secret: true, value: null }] }, 400, /key NONE/],
    [
      'a secret in clear',
      { environmentVariables: [{ key: 'NONE', secret: true, value: 'x' }] },
      400,
      /NONE is a secret: send null/,
    ],
    ['tags no check has', { target: { matchTags: [['none']] } }, 404, /No activated check/],
    ['checks of nobody', { target: { checkId: [randomId()] } }, 404, /No activated check/],
    ['too many variables', { environmentVariables: Array(51).fill({ key: 'A', value: '1' }) }, 400, /50/],
  ]
  test.each(rejections)('is rejected for %s', async (_which, changes, status, message) => {
    const answer = await send('POST', '/v1/test-sessions/trigger', { ...here, ...changes })
    expect({ status: answer.status, message: Object(answer.body).message }).toEqual({
      status,
      message: expect.stringMatching(message),
    })
    expect(await claimOwnTasks()).toEqual([])
  })

  test('is there for its own account alone', async () => {
    const { testSessionId, results } = await trigger()
    const path = `/v1/test-sessions/${testSessionId}`
    const result = `${path}/results/${results[0]?.testSessionResultId}`
    const otherAccount = service().as((await service().account()).key)
    for (const url of [path, `${path}/completion?maxWaitSeconds=1`, result, `${result}/assets`]) {
      expect({ url, status: (await otherAccount('GET', url)).status }).toEqual({ url, status: 404 })
    }
    expect((await otherAccount('POST', `${path}/cancel`)).status).toBe(404)
    expect((await otherAccount('GET', '/v1/test-sessions')).body).toMatchObject({ entries: [] })
    const taken = { ...here, target: { checkId: [checkId] } }
    expect((await otherAccount('POST', '/v1/test-sessions/trigger', taken)).status).toBe(404)
    expect((await send('GET', `${path}/results/${randomId()}`)).status).toBe(404)
  })
})

describe('a test session under way', () => {
  const step = (title: string): RunProgress => ({
    type: 'STEP',
    at: service().clock.now(),
    state: 'STARTED',
    title,
    category: 'test.step',
    depth: 1,
    durationMs: null,
  })
  const progress = async (id: string, query = 'maxWaitSeconds=0') =>
    (await send('GET', `/v1/test-sessions/${id}/progress?${query}`)).body

  test('says since when its runs are under way', async () => {
    const { testSessionId, results } = await trigger(noRetries)
    expect(results).toMatchObject([{ status: 'RUNNING', startedAt: null }])
    await claimOwnTasks()
    const startedAt = new Date(service().clock.now()).toISOString()
    expect(await read(testSessionId)).toMatchObject({ results: [{ status: 'RUNNING', startedAt }] })
  })

  test('has the steps of its scripts as they come, until they end, for its own account alone', async () => {
    const script = "import { test } from '@playwright/test'\ntest('home', async () => {})\n"
    const made = await send('POST', '/v1/checks/browser', { name: 'Journey', script, locations: ['eu-west-1'] })
    const browser = String(Object(made.body).id)
    const { testSessionId, results } = await trigger({ ...noRetries, target: { checkId: [browser, checkId] } })
    const tasks = await claimOwnTasks()
    expect(tasks.filter(({ isWatched }) => isWatched).map((task) => task.checkId)).toEqual([browser])
    const journey = tasks.filter((task) => task.checkId === browser)
    const report = async (title: string): Promise<void> => {
      const at = { events: [step(title)], nowMs: service().clock.now() }
      for (const { id: taskId, leaseToken } of journey)
        await addRunProgress(service().store, { taskId, leaseToken }, at)
    }
    await report('open')
    const testSessionResultId = results.find((result) => result.checkId === browser)?.testSessionResultId
    const first = Object(await progress(testSessionId))
    const opened = { testSessionResultId, type: 'STEP', state: 'STARTED', title: 'open', depth: 1 }
    expect(first).toMatchObject({ status: 'RUNNING', events: [opened] })
    await report('pay')
    const second = Object(await progress(testSessionId, `after=${first.position}`))
    expect(second).toMatchObject({ status: 'RUNNING', events: [{ testSessionResultId, title: 'pay' }] })
    const other = service().as((await service().account()).key)
    expect((await other('GET', `/v1/test-sessions/${testSessionId}/progress`)).status).toBe(404)
    await runner().settle(journey)
    expect(await progress(testSessionId)).toMatchObject({ status: 'RUNNING', events: [] })
    const end = progress(testSessionId, `after=${second.position}&maxWaitSeconds=30`)
    await runner().settle(tasks.filter((task) => task.checkId === checkId))
    expect(await end).toEqual({ status: 'PASSED', position: second.position, events: [] })
  })

  test('says of each step in which attempt it was', async () => {
    const script = "import { test } from '@playwright/test'\ntest('home', async () => {})\n"
    const made = await send('POST', '/v1/checks/browser', { name: 'Journey', script, locations: ['eu-west-1'] })
    const retryStrategy = { type: 'FIXED', baseBackoffSeconds: 0, maxRetries: 1, sameRegion: true }
    const target = { checkId: [String(Object(made.body).id)] }
    const { testSessionId } = await trigger({ retryStrategy, target })
    const reported = async (title: string) => {
      const tasks = await claimOwnTasks()
      const at = { events: [step(title)], nowMs: service().clock.now() }
      for (const { id: taskId, leaseToken } of tasks) await addRunProgress(service().store, { taskId, leaseToken }, at)
      return tasks
    }
    await runner().settle(await reported('open'), 'failed')
    const retried = await reported('open again')
    expect(await progress(testSessionId)).toMatchObject({
      events: [
        { attempt: 1, title: 'open' },
        { attempt: 2, title: 'open again' },
      ],
    })
    await runner().settle(retried)
  })

  test('is not needed for the steps of a check that somebody has run now', async () => {
    const script = "import { test } from '@playwright/test'\ntest('home', async () => {})\n"
    const body = { name: 'Journey', script, locations: ['eu-west-1'] }
    const target = { checkId: [String(Object((await send('POST', '/v1/checks/browser', body)).body).id)] }
    const started = Object((await send('POST', '/v2/check-sessions/trigger', { target })).body).sessions[0]
    const path = `/v1/check-sessions/${started.checkSessionId}/progress`
    const tasks = (await claimOwnTasks()).filter((task) => task.checkId === target.checkId[0])
    expect(tasks).toMatchObject([{ isWatched: true }])
    const at = { events: [step('open')], nowMs: service().clock.now() }
    for (const { id: taskId, leaseToken } of tasks)
      expect(await addRunProgress(service().store, { taskId, leaseToken }, at)).toBe(true)
    const first = Object((await send('GET', path)).body)
    const opened = { runLocation: 'eu-west-1', type: 'STEP', state: 'STARTED', title: 'open', depth: 1 }
    expect(first).toMatchObject({ status: 'STARTED', events: [opened] })
    const other = service().as((await service().account()).key)
    expect((await other('GET', path)).status).toBe(404)
    const end = send('GET', `${path}?after=${first.position}`)
    await runner().settle(tasks)
    expect((await end).body).toEqual({ status: 'PASSED', position: first.position, events: [] })
  })

  test('does not have scheduled runs of its checks tell what they do', async () => {
    const script = "import { test } from '@playwright/test'\ntest('home', async () => {})\n"
    await send('POST', '/v1/checks/browser', { name: 'Journey', script, locations: ['eu-west-1'] })
    await enqueueDueRuns(service().store, service().clock.now(), 1_000)
    const tasks = (await claimOwnTasks()).filter(({ checkType }) => checkType === 'BROWSER')
    expect(tasks).toHaveLength(1)
    expect(tasks[0]).not.toHaveProperty('isWatched')
  })
})

async function aCheck(checkType: 'API' | 'PLAYWRIGHT', changes: object): Promise<string> {
  const caller = { accountId: accountId(), role: 'OWNER', nowMs: service().clock.now() } as const
  const body = checkInput({ name: 'page', locations: ['eu-west-1'], ...changes })
  return (await createCheck(service().store, caller, { checkType, body, autoAssignAlerts: false })).check.id
}

describe('checks that are not saved', () => {
  const job = (logicalId: string, changes: object = {}) => ({
    logicalId,
    name: `Shop ${logicalId}`,
    checkType: 'TCP',
    groupId: null,
    request: { hostname: 'shop.example', port: 443 },
    testRetryStrategy: null,
    ...changes,
  })
  const run = (checkRunJobs: readonly object[]) =>
    send('POST', '/v1/test-sessions/run', {
      name: 'Shop',
      runLocation: { type: 'PUBLIC', region: 'eu-west-1' },
      project: { logicalId: 'shop' },
      checkRunJobs,
    })

  test('run for their project, whose error groups are listed', async () => {
    const project = await send('POST', '/next/projects', { name: 'Shop', logicalId: 'shop' })
    const projectId = String(Object(project.body).id)
    const ofProject = `/v1/test-session-error-groups/projects/${projectId}`
    expect(await send('GET', ofProject)).toMatchObject({ status: 200, body: [] })
    const { testSessionId } = Object((await run([job('db')])).body)
    await runner().settle(await claimOwnTasks(), 'failed')
    const ended = await read(testSessionId)
    expect(await send('GET', ofProject)).toMatchObject({ body: [{ id: ended.errorGroupIds[0], projectId }] })
    const { body } = await send('GET', '/v1/test-sessions')
    expect(Object(body).entries[0]).toMatchObject({ id: testSessionId, projectId })
  })

  test('that refer to what does not exist are rejected with the place of the job', async () => {
    const unknown = job('other', { groupId: { ref: 'check-group-4711' } })
    expect(await run([job('db'), unknown])).toMatchObject({
      status: 400,
      body: { problems: [{ path: 'checkRunJobs[1].groupId', rule: 'reference' }] },
    })
  })
})
