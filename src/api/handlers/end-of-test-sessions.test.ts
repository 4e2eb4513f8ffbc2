import { beforeEach, describe, expect, test } from 'vitest'
import { expireRuns } from '#runs'
import { minuteMs, randomId } from '#kernel'
import { useTestSessions } from '../../../tests/support/use-test-sessions.ts'
import { untilLocksAreAwaited } from '../../../tests/support/lock-waits.ts'

const { database, service, runner, accountId, send, trigger, read, claimOwnTasks } = useTestSessions()
let checkId: string
beforeEach(async () => {
  checkId = await service().check(accountId(), { retryStrategy: null })
})

const noRetries = { retryStrategy: null }

/** Resolves with the promise; until then sleepers are woken one after the other. */
async function whileTimePasses(pending: Promise<unknown>): Promise<void> {
  let isDone = false
  void pending.finally(() => (isDone = true))
  while (!isDone) {
    service().clock.advance(250)
    await new Promise((resolve) => setImmediate(resolve))
  }
}

describe('the end of a test session', () => {
  test('is reached for runs that no runner claims, with the reason', async () => {
    const { testSessionId, results } = await trigger()
    service().clock.advance(361_000)
    await expireRuns(service().store, { nowMs: service().clock.now(), publicUrl: 'https://belfry.example' })
    expect(await read(testSessionId)).toMatchObject({
      status: 'FAILED',
      results: [{ status: 'FAILED', hasErrors: true }],
    })
    const path = `/v1/test-sessions/${testSessionId}/results/${results[0]?.testSessionResultId}`
    expect((await send('GET', path)).body).toMatchObject({ scheduleError: expect.stringContaining('within 6 minutes') })
    const [schedule] = await database
      .db()
      .rows(`select dropped_runs::int from check_schedules where check_id = $1`, [checkId])
    expect(schedule).toEqual({ droppedRuns: 0 })
  })

  test('is reached for runs whose runners keep crashing', async () => {
    const { testSessionId } = await trigger()
    for (let claims = 0; claims < 5; claims += 1) {
      expect(await claimOwnTasks()).toHaveLength(1)
      service().clock.advance(minuteMs)
    }
    await expireRuns(service().store, { nowMs: service().clock.now(), publicUrl: 'https://belfry.example' })
    expect(await read(testSessionId)).toMatchObject({ status: 'FAILED', results: [{ aborted: true }] })
  })

  test.each(['waiting', 'running'])('is CANCELLED when the check of a %s run is deleted', async (state) => {
    const { testSessionId } = await trigger(noRetries)
    const tasks = state === 'running' ? await claimOwnTasks() : []
    expect((await send('DELETE', `/v1/checks/${checkId}`)).status).toBe(204)
    await runner().settle(tasks)
    expect(await read(testSessionId)).toMatchObject({ status: 'CANCELLED', results: [{ status: 'CANCELLED' }] })
  })

  test('is returned to a request that waits for it, and 408 after the maximum wait', async () => {
    const { testSessionId } = await trigger(noRetries)
    const path = `/v1/test-sessions/${testSessionId}/completion`
    const pending = send('GET', `${path}?maxWaitSeconds=1`)
    await whileTimePasses(pending)
    expect(await pending).toMatchObject({
      status: 408,
      body: { statusCode: 408, error: 'Request Timeout', message: 'Still running. Repeat the request.' },
    })
    const waiting = send('GET', path)
    await runner().settle(await claimOwnTasks())
    expect(await waiting).toMatchObject({ status: 200, body: { status: 'PASSED', testSessionId } })
    expect((await send('GET', `${path}?maxWaitSeconds=31`)).status).toBe(400)
    expect((await send('GET', `/v1/test-sessions/${randomId()}/completion`)).status).toBe(404)
  })
})

describe('cancelling', () => {
  const cancel = (id: string, body?: object) => send('POST', `/v1/test-sessions/${id}/cancel`, body)

  test('ends runs that wait and runs that are under way, and what these still report is dropped', async () => {
    const waiting = await trigger()
    expect((await cancel(waiting.testSessionId)).status).toBe(204)
    expect(await claimOwnTasks()).toEqual([])
    const ended = await read(waiting.testSessionId)
    expect(ended).toMatchObject({ status: 'CANCELLED', results: [{ status: 'CANCELLED', resultType: 'FINAL' }] })
    const path = `/v1/test-sessions/${waiting.testSessionId}/results/${ended.results[0]?.testSessionResultId}`
    expect((await send('GET', path)).body).toMatchObject({ isCancelled: true, hasErrors: false, hasFailures: false })

    const running = await trigger()
    const tasks = await claimOwnTasks()
    expect((await cancel(running.testSessionId, {})).status).toBe(204)
    await runner().settle(tasks, 'failed')
    expect(await read(running.testSessionId)).toMatchObject({ status: 'CANCELLED', errorGroupIds: [] })
  })

  test('reaches the attempt that a run leaves which is settled at the same moment', async () => {
    const { testSessionId } = await trigger()
    const { db } = service().store
    const cancelled = await db.transaction(async (tx) => {
      await tx.query(
        `with settled as (delete from run_tasks where session_id = $1 returning *)
         insert into run_tasks select (jsonb_populate_record(null::run_tasks,
           to_jsonb(settled) || jsonb_build_object('id', gen_random_uuid(), 'attempt', 2))).* from settled`,
        [testSessionId],
      )
      const cancelling = cancel(testSessionId)
      await untilLocksAreAwaited(service().store.db)
      return { cancelling }
    })
    expect((await cancelled.cancelling).status).toBe(204)
    expect(await db.rows('select id from run_tasks where session_id = $1', [testSessionId])).toEqual([])
    expect((await read(testSessionId)).status).toBe('CANCELLED')
  })

  test('of some runs does not affect the others, and then the session is CANCELLED', async () => {
    await service().check(accountId(), { name: 'second', retryStrategy: null })
    const { testSessionId, results } = await trigger(noRetries)
    const [first] = results
    expect((await cancel(testSessionId, { sequenceId: [first?.testSessionResultId] })).status).toBe(204)
    expect((await read(testSessionId)).status).toBe('RUNNING')
    await runner().settle(await claimOwnTasks())
    const ended = await read(testSessionId)
    expect([ended.status, ended.results.map((result) => result.status).toSorted()]).toEqual([
      'CANCELLED',
      ['CANCELLED', 'PASSED'],
    ])
  })

  test('changes nothing of a session that has ended, and names runs it does not have', async () => {
    const { testSessionId } = await trigger(noRetries)
    const unknown = randomId()
    expect(await cancel(testSessionId, { sequenceId: [unknown] })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining(unknown) },
    })
    await runner().settle(await claimOwnTasks())
    expect((await cancel(testSessionId)).status).toBe(204)
    expect((await read(testSessionId)).status).toBe('PASSED')
    expect((await cancel(randomId())).status).toBe(404)
  })
})
