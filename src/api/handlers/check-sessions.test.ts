import { beforeAll, describe, expect, test } from 'vitest'
import { TestClock, randomId } from '#kernel'
import type { Clock } from '#kernel'
import { createGroup } from '#management'
import { waitForSession } from '#reporting'
import { useDatabase } from '../../../tests/support/database.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import type { TestAnswer } from '../../../tests/support/test-service.ts'

const database = useDatabase()
let service: TestService
beforeAll(() => {
  service = new TestService(database.db())
})

const trigger = '/v2/check-sessions/trigger'
const checksOf = ({ body }: TestAnswer): string[] =>
  (body as { sessions: { checkId: string }[] }).sessions.map(({ checkId }) => checkId).toSorted()

const callerOf = (accountId: string) => ({ accountId, role: 'OWNER', nowMs: service.clock.now() }) as const

async function newGroup(accountId: string, body: object): Promise<number> {
  const input = { generation: 2 as const, body: { name: 'group', ...body }, autoAssignAlerts: false }
  const { group } = await createGroup(service.store, callerOf(accountId), input)
  return group.id
}

const end = (id: string, status = 'PASSED') =>
  service.db.rows('update check_sessions set status = $2, stopped_at = $3 where id = $1', [
    id,
    status,
    new Date(service.clock.now()),
  ])

describe('trigger', () => {
  test('starts one session for each activated check that has something to probe', async () => {
    const { accountId, key } = await service.account()
    const runs = await service.check(accountId, { locations: ['eu-west-1', 'us-east-1'], runParallel: true })
    await service.check(accountId, { activated: false })
    await service.heartbeat(accountId)
    const paused = await newGroup(accountId, { activated: false })
    await service.check(accountId, { groupId: paused })
    const answer = await service.as(key)('POST', trigger)
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 201,
      body: {
        sessions: [
          {
            checkSessionId: expect.any(String),
            checkSessionLink: expect.stringMatching(`^https://belfry.example/checks/${runs}/sessions/`),
            checkId: runs,
            checkType: 'TCP',
            name: 'database',
            status: 'STARTED',
            startedAt: '2026-03-01T12:00:00.000Z',
            stoppedAt: null,
            timeElapsed: 0,
            runLocations: ['eu-west-1', 'us-east-1'],
            runSource: 'TRIGGER_API',
          },
        ],
      },
    })
    const tasks = await service.db.rows('select queue from run_tasks where check_id = $1 order by 1', [runs])
    expect(tasks).toEqual([{ queue: 'eu-west-1' }, { queue: 'us-east-1' }])
  })

  test('takes alternatives of tags that must all be there, those of the group included', async () => {
    const { accountId, key } = await service.account()
    const groupId = await newGroup(accountId, { tags: ['shop'] })
    const both = await service.check(accountId, { tags: ['prod'], groupId })
    const prod = await service.check(accountId, { tags: ['prod'] })
    const other = await service.check(accountId, { tags: ['lab'] })
    const send = service.as(key)
    const matching = async (matchTags: string[][], checkId?: string[]) =>
      checksOf(await send('POST', trigger, { target: { matchTags, ...(checkId && { checkId }) } }))
    expect(await matching([['shop', 'prod']])).toEqual([both])
    expect(await matching([['shop', 'prod'], ['lab']])).toEqual([both, other].toSorted())
    expect(await matching([['prod']])).toEqual([both, prod].toSorted())
    expect(await matching([['prod']], [prod, other])).toEqual([prod])
    expect((await send('POST', trigger, { target: { matchTags: [['none']] } })).status).toBe(404)
  })

  test('omits checks with a tag that is excluded, also by their group', async () => {
    const { accountId, key } = await service.account()
    const groupId = await newGroup(accountId, { tags: ['slow'] })
    const slow = await service.check(accountId, { tags: ['prod'], groupId })
    const quick = await service.check(accountId, { tags: ['prod'] })
    const plain = await service.check(accountId, { tags: [] })
    const send = service.as(key)
    const matching = async (matchTags: string[][]) => checksOf(await send('POST', trigger, { target: { matchTags } }))
    expect(await matching([['prod', '!slow']])).toEqual([quick])
    expect(await matching([['!prod']])).toEqual([plain])
    expect(await matching([['!slow']])).toEqual([quick, plain].toSorted())
    expect(await matching([['slow'], ['!prod']])).toEqual([slow, plain].toSorted())
    expect((await send('POST', trigger, { target: { matchTags: [['prod', '!prod']] } })).status).toBe(404)
  })

  test('takes ids of the account alone, and runs a check that names no location from the default one', async () => {
    const { accountId, key } = await service.account()
    const ownCheckId = await service.check(accountId)
    const homeless = await service.check(accountId, { locations: [] })
    const foreign = await service.check((await service.account()).accountId)
    const send = service.as(key)
    const ids = (checkId: string[]) => send('POST', '/v1/check-sessions/trigger', { target: { checkId } })
    expect(checksOf(await ids([ownCheckId.toUpperCase(), foreign]))).toEqual([ownCheckId])
    expect((await ids([foreign])).status).toBe(404)
    expect((await ids([])).status).toBe(404)
    expect((await ids([homeless])).body).toMatchObject({ sessions: [{ runLocations: ['us-east-1'] }] })
  })

  test('of more checks than one statement takes starts them all', async () => {
    const { accountId, key } = await service.account()
    const first = await service.check(accountId)
    await service.db.rows(
      `insert into checks select copy.*
       from checks, generate_series(1, 600) as n,
         jsonb_populate_record(checks, jsonb_build_object('id', gen_random_uuid(), 'name', 'copy ' || n)) as copy
       where checks.id = $1`,
      [first],
    )
    expect(checksOf(await service.as(key)('POST', trigger))).toHaveLength(601)
  })

  test('needs a role that may run', async () => {
    const account = await service.account()
    await service.check(account.accountId)
    expect((await service.as(await account.keyWithRole('READ_ONLY'))('POST', trigger)).status).toBe(403)
    expect((await service.as(await account.keyWithRole('READ_RUN'))('POST', trigger)).status).toBe(201)
  })
})

describe('reading a session', () => {
  test('shows every result of it, also one whose id sorts before that of its session', async () => {
    const { accountId, key } = await service.account()
    const checkId = await service.check(accountId)
    const queue = `private:${accountId}:office`
    const id = await service.session(accountId, checkId, { status: 'FAILED', locations: ['eu-west-1', queue] })
    const attempts = await Promise.all(
      Array.from({ length: 20 }, () =>
        service.result(accountId, checkId, { sessionId: id, resultType: 'ATTEMPT', outcome: 'failed' }),
      ),
    )
    await service.result(accountId, checkId)
    const final = await service.result(accountId, checkId, { sessionId: id, location: queue, outcome: 'degraded' })
    const { body, status } = await service.as(key)('GET', `/v2/check-sessions/${id}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ checkSessionId: id, status: 'FAILED', runLocations: ['eu-west-1', 'office'] })
    const { results } = body as { results: { checkResultId: string }[] }
    expect(results.map((result) => result.checkResultId).toSorted()).toEqual([...attempts, final].toSorted())
    expect(results).toContainEqual({
      checkResultId: final,
      checkResultLink: `https://belfry.example/checks/${checkId}/results/${final}`,
      checkId,
      checkType: 'TCP',
      name: 'database',
      runLocation: 'office',
      resultType: 'FINAL',
      hasErrors: false,
      hasFailures: false,
      isDegraded: true,
      aborted: false,
      isCancelled: false,
      responseTime: 13,
      startedAt: '2026-03-01T12:00:00.000Z',
      stoppedAt: '2026-03-01T12:00:00.000Z',
    })
  })

  test('version 1 calls a cancelled session timed out', async () => {
    const { accountId, key } = await service.account()
    const id = await service.session(accountId, await service.check(accountId))
    await end(id, 'CANCELLED')
    const send = service.as(key)
    for (const path of ['', '/completion']) {
      expect((await send('GET', `/v1/check-sessions/${id}${path}`)).body).toMatchObject({ status: 'TIMED_OUT' })
      expect((await send('GET', `/v2/check-sessions/${id}${path}`)).body).toMatchObject({ status: 'CANCELLED' })
    }
  })

  test('of another account, or that is not there, is not found', async () => {
    const otherAccount = await service.account()
    const foreign = await service.session(otherAccount.accountId, await service.check(otherAccount.accountId))
    const send = service.as((await service.account()).key)
    for (const id of [foreign, randomId()]) {
      expect((await send('GET', `/v2/check-sessions/${id}`)).status).toBe(404)
      expect((await send('GET', `/v2/check-sessions/${id}/completion?maxWaitSeconds=1`)).status).toBe(404)
      expect((await send('POST', `/v1/check-sessions/${id}/cancel`)).status).toBe(404)
    }
  })
})

describe('completion', () => {
  /** Time passes only by sleeping, and something happens whenever somebody sleeps. */
  function sleepersClock(whenSleeping: (nowMs: number) => Promise<unknown>): Clock {
    const clock = new TestClock(service.clock.now())
    clock.sleep = async (ms) => {
      clock.advance(ms)
      await whenSleeping(clock.now())
    }
    return clock
  }

  async function running(): Promise<{ accountId: string; key: string; id: string }> {
    const { accountId, key } = await service.account()
    return { accountId, key, id: await service.session(accountId, await service.check(accountId)) }
  }

  test('waits until the session ends', async () => {
    const { accountId, id } = await running()
    const start = service.clock.now()
    const clock = sleepersClock(async (nowMs) => (nowMs - start >= 3000 ? end(id) : undefined))
    const signal = new AbortController().signal
    const view = await waitForSession(service.store, callerOf(accountId), { id, clock, signal })
    expect([view.session.status, clock.now() - start]).toEqual(['PASSED', 3000])
  })

  test('answers 408 after the requested time, 30 seconds by default', async () => {
    const { accountId, id } = await running()
    for (const maxWaitSeconds of [2, undefined]) {
      const clock = sleepersClock(async () => {})
      const start = clock.now()
      const wait = { id, clock, maxWaitSeconds, signal: new AbortController().signal }
      await expect(waitForSession(service.store, callerOf(accountId), wait)).rejects.toMatchObject({ status: 408 })
      expect(clock.now() - start).toBe((maxWaitSeconds ?? 30) * 1000)
    }
  })

  test('ends early when the client disconnects', async () => {
    const { accountId, id } = await running()
    const controller = new AbortController()
    const wait = { id, clock: service.clock, signal: controller.signal }
    const waiting = waitForSession(service.store, callerOf(accountId), wait)
    controller.abort()
    await expect(waiting).rejects.toMatchObject({ status: 408 })
  })

  test('of a session that ended answers at once', async () => {
    const { key, id } = await running()
    await end(id)
    const answer = await service.as(key)('GET', `/v2/check-sessions/${id}/completion`)
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 200,
      body: expect.objectContaining({ status: 'PASSED', results: [] }),
    })
  })
})

test('a session of a type that cannot be cancelled answers 400', async () => {
  const { accountId, key } = await service.account()
  const id = await service.session(accountId, await service.check(accountId))
  const answer = await service.as(key)('POST', `/v1/check-sessions/${id}/cancel`, {})
  expect(answer.status).toBe(400)
})
