import { beforeEach, describe, expect, test } from 'vitest'
import { here, useTestSessions } from '../../../tests/support/use-test-sessions.ts'

const { database, service, runner, accountId, send, read, ids, claimOwnTasks, ...sessions } = useTestSessions()
beforeEach(() => service().check(accountId(), { retryStrategy: null }))

const trigger = (changes: object = {}) => sessions.trigger({ retryStrategy: null, ...changes })

describe('the list of test sessions', () => {
  const github = { reporting: true, ref: 'refs/heads/main' }

  test('lists each with its metadata and the outcomes of its runs, newest first', async () => {
    const passed = await trigger()
    await runner().settle(await claimOwnTasks())
    service().clock.advance(1_000)
    const metadata = { branchName: 'main', commitId: 'abc', commitMessage: 'Fix', github, environment: 'staging' }
    const running = await trigger({ metadata })
    const answer = await send('GET', '/v1/test-sessions')
    expect(answer.body).toMatchObject({
      length: 2,
      nextId: null,
      entries: [
        {
          id: running.testSessionId,
          accountId: accountId(),
          status: 'RUNNING',
          provider: 'GITHUB',
          region: 'eu-west-1',
          running: [running.results[0]?.testSessionResultId],
          passed: [],
          branchName: 'main',
          commitId: 'abc',
          commitMessage: 'Fix',
          environment: 'staging',
          repoUrl: null,
          invoker: { picture: null },
          stoppedAt: null,
        },
        {
          id: passed.testSessionId,
          status: 'PASSED',
          provider: 'API',
          running: [],
          passed: [passed.results[0]?.testSessionResultId],
          failed: [],
          cancelled: [],
        },
      ],
    })
    expect(await read(running.testSessionId)).toMatchObject({ metadata })
    expect(await read(passed.testSessionId)).not.toHaveProperty('metadata')
  })

  test('pages by a cursor', async () => {
    const all = []
    for (let index = 0; index < 3; index += 1) {
      all.unshift((await trigger()).testSessionId)
      service().clock.advance(1_000)
    }
    const first = Object((await send('GET', '/v1/test-sessions?limit=2')).body)
    expect(first.entries.map((entry: { id: string }) => entry.id)).toEqual(all.slice(0, 2))
    expect(await ids(`limit=2&nextId=${first.nextId}`)).toEqual(all.slice(2))
    expect((await send('GET', '/v1/test-sessions?nextId=x')).status).toBe(400)
  })

  test('is filtered by time, status, branch, person, provider and text', async () => {
    const first = (await trigger({ name: 'Nightly 100%', metadata: { branchName: 'main' } })).testSessionId
    const startedAt = Math.floor(service().clock.now() / 1000)
    service().clock.advance(10_000)
    const second = (await trigger({ metadata: { branchName: 'feature', commitOwner: 'Mo', github } })).testSessionId
    const both = [second, first]
    const [user] = await database
      .db()
      .rows<{ userId: string; name: string }>(
        `select user_id, users.name from memberships join users on users.id = user_id where account_id = $1`,
        [accountId()],
      )
    const cases: [string, string[]][] = [
      [`from=${startedAt + 5}`, [second]],
      [`to=${startedAt + 5}`, [first]],
      ['statuses=RUNNING&statuses=PASSED', both],
      ['statuses[]=FAILED', []],
      ['branches[]=main', [first]],
      ['branches=main&branches=feature', both],
      ['providers[]=GITHUB', [second]],
      ['textSearch=100%25', [first]],
      ['textSearch=nightly', both],
      ['textSearch=ightl_', []],
      [`users[]=${user?.userId}`, both],
      [`users[]=${encodeURIComponent(String(user?.name))}`, both],
      ['users[]=somebody', []],
      ['noUsers=true', []],
      [`noUsers=true&users[]=${user?.userId}`, both],
    ]
    for (const [query, expected] of cases) expect({ query, ids: await ids(query) }).toEqual({ query, ids: expected })
    for (const query of ['textSearch=ab', 'statuses[]=DONE', 'limit=101', 'from=tomorrow'])
      expect({ query, status: (await send('GET', `/v1/test-sessions?${query}`)).status }).toEqual({
        query,
        status: 400,
      })
  })

  test('says which runs were degraded, and finds sessions by it', async () => {
    await service().check(accountId(), { retryStrategy: null })
    const slow = await trigger()
    const tasks = await claimOwnTasks()
    const [first, second] = tasks.map((task) => runner().reportOf(task))
    if (first === undefined || second === undefined) throw new Error('Two checks run.')
    await runner().report([{ ...first, verdict: { ...first.verdict, outcome: 'degraded' } }, second])
    service().clock.advance(1_000)
    const calm = await trigger()
    await runner().settle(await claimOwnTasks())
    expect(await ids('isDegraded=true')).toEqual([slow.testSessionId])
    expect(await ids('isDegraded=false&statuses=PASSED')).toEqual([calm.testSessionId])
    const { entries } = Object((await send('GET', '/v1/test-sessions')).body)
    expect(entries[0]).not.toHaveProperty('degraded')
    const degraded = slow.results.filter((result) => result.checkId === tasks[0]?.checkId)
    expect(entries[1]).toMatchObject({
      status: 'PASSED',
      degraded: degraded.map((result) => result.testSessionResultId),
    })
    expect(entries[1].passed).toHaveLength(2)
  })

  test('has no user for a service key', async () => {
    const account = await service().account()
    await service().check(account.accountId)
    const robot = service().as(await account.keyWithRole('READ_RUN'))
    expect((await robot('POST', '/v1/test-sessions/trigger', here)).status).toBe(201)
    expect((await robot('GET', '/v1/test-sessions?noUsers=true')).body).toMatchObject({ entries: [{ invoker: null }] })
    const reader = service().as(await account.keyWithRole('READ_ONLY'))
    expect((await reader('POST', '/v1/test-sessions/trigger', here)).status).toBe(403)
  })
})
