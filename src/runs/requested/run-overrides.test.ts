import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CheckType, RetryStrategy, RunSource } from '#contract'
import { createCheck, deleteCheck, loadEffectiveChecks } from '#management'
import { findCheckSession, insertRunOverrides } from '#storage/runs'
import type { Store } from '#storage/database'
import type { RunOverrides } from '#storage/runs'
import { randomId, TestClock } from '#kernel'
import { useDatabase } from '../../../tests/support/database.ts'
import { HandRunner } from '../../../tests/support/hand-runner.ts'
import { anAccount, testStore } from '../../../tests/support/api.ts'
import { expireRuns, startSessions } from '../index.ts'
import type { RequestedStart } from '../index.ts'
import { checkInput } from '../../../tests/support/check-input.ts'

const database = useDatabase()
const clock = new TestClock('2026-03-01T12:00:00.000Z')
let store: Store
let runner: HandRunner
beforeAll(() => {
  store = testStore(database.db())
  runner = new HandRunner(store, clock)
})
let accountId: string
beforeEach(async () => {
  // What tests before have left waiting is not for this one.
  await runner.claim()
  accountId = (await anAccount(store, clock)).accountId
})

const variable = (key: string, value: string, secret = false) => ({ key, value, locked: false, secret })
const none = { variables: [], environmentUrl: null, environmentName: null }

async function aCheck(checkType: CheckType, request: object, changes: object = {}): Promise<string> {
  const caller = { accountId, role: 'OWNER', nowMs: clock.now() } as const
  const body = checkInput({ name: 'shop', locations: ['eu-west-1'], request, ...changes })
  return (await createCheck(store, caller, { checkType, body, autoAssignAlerts: false })).check.id
}

async function start(
  checkIds: readonly string[],
  overrides?: Omit<RunOverrides, 'sessionId' | 'accountId'>,
  more: Partial<RequestedStart> & { runSource?: RunSource } = {},
) {
  const effective = await loadEffectiveChecks(store.db, store.encryption, checkIds)
  const checks = checkIds.flatMap((id) => effective.get(id)?.check ?? [])
  return startSessions(store.db, checks, {
    runSource: 'LEGACY_TRIGGER',
    nowMs: clock.now(),
    ...(overrides && { overrides: { ...overrides, encryption: store.encryption } }),
    ...more,
  })
}

/** The request a runner would get, and everything else of its one task. */
async function taskWith(overrides: Partial<RunOverrides>, checkType: CheckType, request: object, changes = {}) {
  const id = await aCheck(checkType, request, changes)
  await start([id], { ...none, ...overrides })
  const [task] = (await runner.claim()).filter((item) => item.checkId === id)
  if (!task) throw new Error('no task')
  return task
}

const overridesLeft = async (): Promise<number> =>
  (await store.db.rows('select 1 from run_overrides where account_id = $1', [accountId])).length

describe('the overrides of a run', () => {
  it('put their variables over those of the check, and hide what is secret among them', async () => {
    const variables = [variable('PATH', 'mine'), variable('TOKEN', 'covered up', true)]
    const task = await taskWith(
      { variables },
      'API',
      {
        method: 'GET',
        url: 'https://shop.example/{{PATH}}',
        headers: [{ key: 'x-token', value: '{{{TOKEN}}}', locked: false }],
      },
      { environmentVariables: [variable('PATH', 'theirs')] },
    )
    expect(task.request).toMatchObject({ url: 'https://shop.example/mine', headers: [{ value: 'covered up' }] })
    expect(task.secrets).toEqual(['covered up'])
  })

  it.each([
    ['https://shop.example/cart?a=1#top', 'http://preview.example:8080', 'http://preview.example:8080/cart?a=1#top'],
    ['http://shop.example:3000/', 'https://preview.example/ignored?x=y', 'https://preview.example/'],
    ['https://shop.example', 'http://[::1]:81', 'http://[::1]:81/'],
    ['https://user:word@shop.example/a', 'https://p.example', 'https://user:word@p.example/a'],
  ])('send %s to the environment %s as %s', async (url, environmentUrl, expected) => {
    const task = await taskWith({ environmentUrl }, 'API', { method: 'GET', url })
    expect(task.request).toMatchObject({ url: expected })
    const sameForUrls = await taskWith({ environmentUrl }, 'URL', { url })
    expect(sameForUrls.request).toMatchObject({ url: expected })
  })

  it('give templates the environment, overriding a variable of the same name', async () => {
    const task = await taskWith(
      { environmentUrl: 'https://pr-7.example', environmentName: 'Preview' },
      'API',
      {
        method: 'POST',
        url: 'https://shop.example/',
        bodyType: 'RAW',
        body: '{{{ENVIRONMENT_NAME}}} {{{ENVIRONMENT_URL}}}',
      },
      { environmentVariables: [variable('ENVIRONMENT_URL', 'https://default.example')] },
    )
    expect(task.request).toMatchObject({ url: 'https://pr-7.example/', body: 'Preview https://pr-7.example' })
  })

  it('leave the host of a check alone that is no request over HTTP', async () => {
    const task = await taskWith({ environmentUrl: 'https://pr-7.example' }, 'TCP', {
      hostname: 'db.example',
      port: 5432,
    })
    expect(task.request).toMatchObject({ hostname: 'db.example' })
  })

  it('never rest in clear', async () => {
    const id = await aCheck('TCP', { hostname: 'db.example', port: 5432 })
    await start([id], { ...none, variables: [variable('A', 'never at rest')], environmentUrl: 'https://never.example' })
    const rows = await store.db.rows('select * from run_overrides where account_id = $1', [accountId])
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain('never')
  })

  it('say how often to try again instead of the check, also when that is not scheduled', async () => {
    const retryStrategy: RetryStrategy = {
      type: 'FIXED',
      baseBackoffSeconds: 0,
      maxRetries: 1,
      maxDurationSeconds: 600,
      sameRegion: true,
    }
    const [own, others] = [
      { retryStrategy, activated: false },
      { retryStrategy: null, activated: false },
    ]
    const never = await aCheck('TCP', { hostname: 'db.example', port: 5432 }, own)
    const again = await aCheck('TCP', { hostname: 'db.example', port: 5432 }, others)
    await start([never], { ...none, retryStrategy: null })
    await start([again], { ...none, retryStrategy })
    await runner.settle(await runner.claim(), 'failed')
    expect((await runner.claim()).map((task) => [task.checkId, task.attempt])).toEqual([[again, 2]])
  })
})

describe('the overrides of a session', () => {
  it('serve its retries and go when it ends', async () => {
    const retryStrategy = {
      type: 'FIXED',
      baseBackoffSeconds: 0,
      maxRetries: 1,
      maxDurationSeconds: 600,
      sameRegion: true,
    }
    const id = await aCheck('URL', { url: 'https://shop.example/' }, { retryStrategy })
    await start([id], { ...none, environmentUrl: 'https://pr-7.example' })
    await runner.settle(await runner.claim(), 'failed')
    expect(await overridesLeft()).toBe(1)
    const retries = await runner.claim()
    expect(retries).toMatchObject([{ attempt: 2, request: { url: 'https://pr-7.example/' } }])
    await runner.settle(retries)
    expect(await overridesLeft()).toBe(0)
  })

  it('are deleted when its runs are not claimed, when its check is deleted, and when they were left behind', async () => {
    const [slow, deleted] = [
      await aCheck('TCP', { hostname: 'db.example', port: 1 }),
      await aCheck('TCP', { hostname: 'db.example', port: 2 }),
    ]
    await start([slow, deleted], none)
    await insertRunOverrides(
      store.db,
      store.encryption,
      [{ ...none, sessionId: randomId(), accountId }],
      new Date(clock.now()),
    )
    const caller = { accountId, role: 'OWNER', nowMs: clock.now() } as const
    await deleteCheck(store, caller, { id: deleted })
    expect(await overridesLeft()).toBe(3)
    clock.advance(700_000)
    const context = { nowMs: clock.now(), publicUrl: 'https://belfry.example' }
    await expireRuns(store, context)
    expect(await overridesLeft()).toBe(0)
  })

  it('belong to it alone: another run of the check at the same time is not touched', async () => {
    const id = await aCheck('URL', { url: 'https://shop.example/' })
    await start([id], { ...none, environmentUrl: 'https://pr-7.example' })
    await start([id])
    const urls = (await runner.claim()).map((task) => ('url' in task.request ? task.request.url : ''))
    expect(urls.toSorted()).toEqual(['https://pr-7.example/', 'https://shop.example/'])
  })
})

describe('members of a group that run at most so many at once', () => {
  const members = (count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, index) =>
        aCheck('TCP', { hostname: 'db.example', port: index + 1 }, { retryStrategy: null }),
      ),
    )
  const claimedIds = async () => {
    const tasks = await runner.claim()
    return { tasks, ids: tasks.map((task) => task.checkId) }
  }

  it('take their turns in order, the next when one is over', async () => {
    const ids = await members(5)
    const sessions = await start(ids, none, { concurrency: 2 })
    const first = await claimedIds()
    expect(first.ids.toSorted()).toEqual(ids.slice(0, 2).toSorted())
    await runner.settle(first.tasks.slice(0, 1), 'failed')
    const second = await claimedIds()
    expect(second.ids).toEqual([ids[2]])
    await runner.settle([...first.tasks.slice(1), ...second.tasks])
    const third = await claimedIds()
    expect(third.ids.toSorted()).toEqual(ids.slice(3).toSorted())
    await runner.settle(third.tasks)
    expect(await claimedIds()).toEqual({ tasks: [], ids: [] })
    const ended = await Promise.all(sessions.map(({ id }) => findCheckSession(store.db, accountId, id)))
    expect(ended.map((session) => session?.status ?? '').toSorted()).toEqual([
      'FAILED',
      'PASSED',
      'PASSED',
      'PASSED',
      'PASSED',
    ])
    expect(await store.db.rows('select 1 from run_batches where account_id = $1', [accountId])).toEqual([])
  })

  it('go on when one is deleted while it runs or waits', async () => {
    const ids = await members(3)
    const [, second] = await start(ids, none, { concurrency: 1 })
    await claimedIds()
    const caller = { accountId, role: 'OWNER', nowMs: clock.now() } as const
    for (const id of ids.slice(0, 2)) await deleteCheck(store, caller, { id })
    const context = { nowMs: clock.now(), publicUrl: 'https://belfry.example' }
    await expireRuns(store, context)
    expect((await claimedIds()).ids).toEqual([])
    expect((await findCheckSession(store.db, accountId, second?.id ?? ''))?.status).toBe('CANCELLED')
    expect((await claimedIds()).ids).toEqual([ids[2]])
  })

  it('never exceed the number when several end in two processes at once', async () => {
    const ids = await members(8)
    await start(ids, none, { concurrency: 4 })
    const { tasks } = await claimedIds()
    await Promise.all(tasks.map((task) => runner.settle([task])))
    expect((await claimedIds()).ids.toSorted()).toEqual(ids.slice(4).toSorted())
  })
})
