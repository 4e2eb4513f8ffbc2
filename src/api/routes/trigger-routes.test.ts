import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CheckType } from '#contract'
import { silentLog, TestClock } from '#kernel'
import { createRateLimiter } from '#ratelimit'
import { createCheck, createGroup, createTrigger, deleteTrigger } from '#management'
import { findTrigger } from '#storage/checks'
import type { Store } from '#storage/database'
import { aTestApi, anAccount, testStore } from '../../../tests/support/api.ts'
import { useDatabase } from '../../../tests/support/database.ts'
import { HandRunner } from '../../../tests/support/hand-runner.ts'
import { mountTriggerRoutes } from './trigger-routes.ts'
import { checkInput } from '../../../tests/support/check-input.ts'

const database = useDatabase()
const clock = new TestClock('2026-03-01T12:00:00.000Z')
let store: Store
let runner: HandRunner
let app: ReturnType<typeof aTestApi>
let accountId: string

beforeAll(() => {
  store = testStore(database.db())
  runner = new HandRunner(store, clock)
  const limiter = createRateLimiter(store.db, clock, silentLog)
  app = aTestApi({
    db: database.db(),
    clock,
    operations: {},
    handlers: {},
    extraRoutes: (routes, limitTo) => mountTriggerRoutes(routes, { store, clock, limiter, limitTo }),
  })
})
afterAll(() => app.close())
beforeEach(async () => {
  accountId = (await anAccount(store, clock)).accountId
  await runner.claim()
})

const caller = () => ({ accountId, role: 'OWNER', nowMs: clock.now() }) as const

async function aCheck(request: object, changes: object = {}, checkType: CheckType = 'URL'): Promise<string> {
  const body = { name: 'shop', locations: ['eu-west-1', 'us-east-1'], request, retryStrategy: null, ...changes }
  const created = await createCheck(store, caller(), {
    checkType,
    body: checkInput(body),
    autoAssignAlerts: false,
  })
  return created.check.id
}

const shop = { url: 'https://shop.example/cart?a=1' }
const urlOfCheck = async (checkId: string): Promise<string> =>
  `/checks/${checkId}/trigger/${(await createTrigger(store, caller(), { checkId })).token}`
const call = (url: string, method: 'GET' | 'POST' = 'GET') => app.inject({ method, url })

/** Waits for the runs of a call that is under way. */
async function claimed(count: number) {
  const tasks = []
  while (tasks.length < count) {
    tasks.push(...(await runner.claim()))
    await new Promise((resolve) => setImmediate(resolve))
  }
  return tasks
}

describe('the URL of a check', () => {
  it.each([
    ['passed', 200, false],
    ['failed', 503, true],
  ] as const)('answers when the run has %s: %d', async (outcome, status, hasFailures) => {
    const checkId = await aCheck(shop, { runParallel: true })
    const answering = call(await urlOfCheck(checkId))
    const tasks = await claimed(1)
    expect(tasks).toMatchObject([{ checkId, location: 'eu-west-1' }])
    await runner.settle(tasks, outcome, 42)
    const answer = await answering
    expect({ statusCode: answer.statusCode, body: answer.json() }).toEqual({
      statusCode: status,
      body: { hasFailures, responseTime: 42 },
    })
    const sessions = await store.db.rows('select run_source, status from check_sessions where check_id = $1', [checkId])
    expect(sessions).toEqual([{ runSource: 'LEGACY_TRIGGER', status: outcome.toUpperCase() }])
    const trigger = await findTrigger(store.db, store.encryption, accountId, { checkId, groupId: null })
    expect(trigger?.calledAt).toEqual(new Date(clock.now()))
  })

  it.each(['text/plain', 'text', '', 'multipart/form-data'])(
    'runs for a POST with whatever body, of type "%s"',
    async (type) => {
      const answering = app.inject({
        method: 'POST',
        url: await urlOfCheck(await aCheck(shop)),
        headers: { 'content-type': type },
        payload: 'deployed',
      })
      await runner.settle(await claimed(1))
      expect((await answering).statusCode).toBe(200)
    },
  )

  it('counts a retry that passed as passed', async () => {
    const retryStrategy = {
      type: 'FIXED',
      baseBackoffSeconds: 0,
      maxRetries: 1,
      maxDurationSeconds: 60,
      sameRegion: true,
    }
    const answering = call(await urlOfCheck(await aCheck(shop, { retryStrategy })))
    await runner.settle(await claimed(1), 'failed')
    await runner.settle(await claimed(1))
    expect((await answering).statusCode).toBe(200)
  })

  it('sends the check to the environment and the location the call names', async () => {
    const url = await urlOfCheck(await aCheck(shop))
    const query =
      'environmentUrl=http%3A%2F%2Fpr-7.example%3A8080%2Fx&environmentName=PR&runLocation=ap-south-1&sha=&deployment=1'
    const answering = call(`${url}?${query}`)
    const tasks = await claimed(1)
    expect(tasks).toMatchObject([{ location: 'ap-south-1', request: { url: 'http://pr-7.example:8080/cart?a=1' } }])
    await runner.settle(tasks)
    await answering
  })

  it.each([
    ['environmentUrl=ftp://x.example', 'environmentUrl must be'],
    ['environmentUrl=file:///etc/passwd', 'environmentUrl must be'],
    ['environmentUrl=https://user:word@x.example', 'environmentUrl must be'],
    ['environmentUrl=https://', 'environmentUrl must be'],
    ['environmentUrl=//x.example', 'environmentUrl must be'],
    ['environmentUrl=https://a.example&environmentUrl=https://b.example', 'environmentUrl must be given once'],
    ['environmentName=a%0Ab', 'environmentName must not'],
    ['environmentName=%00', 'environmentName must not'],
    [`sha=${'a'.repeat(256)}`, 'sha must have at most'],
    ['runLocation=moon', 'runLocation must be'],
    ['runLocation=__proto__', 'runLocation must be'],
  ])('refuses the query %s and runs nothing', async (query, problem) => {
    const checkId = await aCheck(shop)
    const answer = await call(`${await urlOfCheck(checkId)}?${query}`)
    expect({ statusCode: answer.statusCode, message: answer.json().message }).toEqual({
      statusCode: 400,
      message: expect.stringContaining(problem),
    })
    expect(await store.db.rows('select 1 from check_sessions where check_id = $1', [checkId])).toEqual([])
  })

  it('is not found with another token, another check, after its trigger or its check went', async () => {
    const [one, other] = [await aCheck(shop), await aCheck(shop)]
    const [ofOne, ofOther] = [await urlOfCheck(one), await urlOfCheck(other)]
    const statuses = []
    for (const url of [
      ofOne.replace(one, other),
      ofOne.replace(one, 'x'),
      `${ofOne}0`,
      `/checks/${one}/trigger/%00`,
      `/check-groups/1/trigger/${ofOne.split('/').at(-1)}`,
      '/check-groups/99999999999999999999/trigger/x',
      `/checks/${one}/trigger/${'a'.repeat(1000)}`,
    ])
      statuses.push((await call(url)).statusCode)
    await deleteTrigger(store, caller(), { checkId: one })
    statuses.push((await call(ofOne)).statusCode)
    await store.db.rows('delete from checks where id = $1', [other])
    statuses.push((await call(ofOther)).statusCode)
    expect(statuses).toEqual(Array.from({ length: 9 }, () => 404))
  })

  it('answers ten calls in a minute, and the eleventh with the time to retry', async () => {
    const url = await urlOfCheck(await aCheck(shop, { activated: false }))
    const answers = []
    for (let index = 0; index < 11; index += 1) answers.push(await call(url))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([...Array.from({ length: 10 }, () => 409), 429])
    expect(Number(answers.at(-1)?.headers['retry-after'])).toBeGreaterThan(0)
  })

  it('is another one after its trigger was made anew, and the same when it is made twice', async () => {
    const checkId = await aCheck(shop)
    const [first, again] = [await urlOfCheck(checkId), await urlOfCheck(checkId)]
    await deleteTrigger(store, caller(), { checkId })
    expect([again === first, (await urlOfCheck(checkId)) === first]).toEqual([true, false])
  })

  it('says after 30 seconds that the run goes on', async () => {
    const answering = call(await urlOfCheck(await aCheck(shop)))
    const tasks = await claimed(1)
    clock.advance(30_000)
    const answer = await answering
    expect({ statusCode: answer.statusCode, code: answer.json().attributes.code }).toEqual({
      statusCode: 408,
      code: 'TRIGGER_RUN_PENDING',
    })
    await runner.settle(tasks)
  })

  it('reports a failure when the run could not be executed', async () => {
    const checkId = await aCheck(shop)
    const answering = call(await urlOfCheck(checkId))
    await claimed(1)
    await store.db.rows(`update check_sessions set status = 'CANCELLED', stopped_at = now() where check_id = $1`, [
      checkId,
    ])
    clock.advance(1000)
    expect({ statusCode: (await answering).statusCode, body: (await answering).json() }).toEqual({
      statusCode: 503,
      body: { hasFailures: true, responseTime: null },
    })
  })
})

describe('the URL of a group', () => {
  it('runs the activated members in their order, so many at once, and answers for all of them', async () => {
    const body = { name: 'shop', concurrency: 2 }
    const { group } = await createGroup(store, caller(), { generation: 2, body, autoAssignAlerts: false })
    const inGroup = (groupOrder: number | null, changes: object = {}) =>
      aCheck(shop, { groupId: group.id, groupOrder, ...changes })
    const last = await inGroup(null)
    const second = await inGroup(2)
    const first = await inGroup(1)
    await inGroup(0, { activated: false })
    const { token } = await createTrigger(store, caller(), { groupId: group.id })
    const answering = call(`/check-groups/${group.id}/trigger/${token}`)
    const together = await claimed(2)
    expect(new Set(together.map((task) => task.checkId))).toEqual(new Set([first, second]))
    expect(await runner.claim()).toEqual([])
    await runner.settle(together, 'failed', 70)
    const rest = await claimed(1)
    expect(rest.map((task) => task.checkId)).toEqual([last])
    await runner.settle(rest, 'passed', 20)
    const answer = await answering
    expect({ statusCode: answer.statusCode, body: answer.json() }).toEqual({
      statusCode: 503,
      body: { hasFailures: true, responseTime: 70 },
    })
  })
})
