import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { RunTask } from '#contract'
import { enqueueDueRuns, expireRuns } from '#runs'
import { Fault, minuteMs } from '#kernel'
import { waitForSession } from '#reporting'
import { useDatabase } from '../../../tests/support/database.ts'
import { HandRunner } from '../../../tests/support/hand-runner.ts'
import type { Found } from '../../../tests/support/hand-runner.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import type { Send } from '../../../tests/support/test-service.ts'

const database = useDatabase()
let service: TestService
let runner: HandRunner
let account: { accountId: string; key: string }
let send: Send
beforeAll(() => {
  service = new TestService(database.db())
  runner = new HandRunner(service.store, service.clock)
})
beforeEach(async () => {
  account = await service.account()
  send = service.as(account.key)
})

const retryStrategy = { type: 'FIXED', baseBackoffSeconds: 0, maxRetries: 2 }
const aCheck = (): Promise<string> =>
  service.check(account.accountId, { frequency: 1, locations: ['eu-west-1'], retryStrategy })

const tasksOf = async (checkId: string): Promise<RunTask[]> =>
  (await runner.claim()).filter((task) => task.checkId === checkId)

/** A scheduled session that has begun; its id. */
async function scheduled(checkId: string): Promise<string> {
  service.clock.advance(minuteMs)
  await enqueueDueRuns(service.store, service.clock.now(), 100)
  const [task] = await database
    .db()
    .rows<{ sessionId: string }>('select session_id from run_tasks where check_id = $1', [checkId])
  return task?.sessionId ?? ''
}

/** The same on request, which has a row. */
async function requested(checkId: string): Promise<string> {
  const { body } = await send('POST', '/v2/check-sessions/trigger', { target: { checkId: [checkId] } })
  return (body as { sessions: { checkSessionId: string }[] }).sessions[0]?.checkSessionId ?? ''
}

const storedRows = async (id: string): Promise<number> =>
  (await database.db().rows('select 1 from check_sessions where id = $1', [id])).length

const read = (id: string) => send('GET', `/v2/check-sessions/${id}`)
/** A session without what differs between any two: ids, links, times and why it runs. */
async function comparable(id: string): Promise<unknown> {
  const { status, text } = await read(id)
  expect(status).toBe(200)
  return JSON.parse(
    text
      .replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, 'ID')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
      .replaceAll(/SCHEDULER|TRIGGER_API/g, 'SOURCE'),
  )
}

/** The state that a caller sees who waits for the end of a session with a timeout of zero. */
const completion = (id: string): Promise<string> =>
  waitForSession(
    service.store,
    { accountId: account.accountId, nowMs: service.clock.now() },
    { id, clock: service.clock, signal: AbortSignal.abort() },
  ).then(
    () => 'ended',
    (error: unknown) => (error instanceof Fault ? error.code : String(error)),
  )

async function settleEach(checkId: string, found: readonly Found[]): Promise<void> {
  for (const one of found) await runner.settle(await tasksOf(checkId), one)
}

describe('a scheduled session in one location reads as one that has a row', () => {
  const histories: readonly (readonly Found[])[] = [
    [],
    ['passed'],
    ['failed'],
    ['failed', 'passed'],
    ['failed', 'failed', 'failed'],
  ]
  test.each(histories.map((found) => [found.join(', then ') || 'nothing yet', found] as const))(
    'after %s, and has none',
    async (_, found) => {
      const [one, other] = [await aCheck(), await aCheck()]
      const implied = await scheduled(one)
      await settleEach(one, found)
      const stored = await requested(other)
      await settleEach(other, found)
      expect(await comparable(implied)).toEqual(await comparable(stored))
      expect([await storedRows(implied), await storedRows(stored)]).toEqual([0, 1])
      const isOpen = found.length === 0 || (found.length === 1 && found[0] === 'failed')
      for (const id of [implied, stored]) expect(await completion(id)).toBe(isOpen ? 'COMPLETION_PENDING' : 'ended')
    },
  )

  test('after a run that said nothing about its target, for which it gets a row', async () => {
    const [one, other] = [await aCheck(), await aCheck()]
    const implied = await scheduled(one)
    await settleEach(one, ['failed', 'inconclusive'])
    const stored = await requested(other)
    await settleEach(other, ['failed', 'inconclusive'])
    expect(await comparable(implied)).toEqual(await comparable(stored))
    expect(await storedRows(implied)).toBe(1)
  })

  test('when nobody took its run, also its second attempt, for which it gets a row', async () => {
    for (const found of [[], ['failed']] as const) {
      const checkId = await aCheck()
      const id = await scheduled(checkId)
      await settleEach(checkId, found)
      service.clock.advance(10 * minuteMs)
      await expireRuns(service.store, { nowMs: service.clock.now(), publicUrl: 'https://belfry.example' })
      expect((await read(id)).body).toMatchObject({ status: 'TIMED_OUT', runLocations: ['eu-west-1'] })
      expect(await storedRows(id)).toBe(1)
    }
  })
})

test('sessions of others, of deleted checks and those that never were are not found', async () => {
  const checkId = await aCheck()
  const id = await scheduled(checkId)
  await settleEach(checkId, ['passed'])
  expect((await read(id)).status).toBe(200)
  const stranger = service.as((await service.account()).key)
  expect((await stranger('GET', `/v2/check-sessions/${id}`)).status).toBe(404)
  const never = `${id.slice(0, 9)}ffff${id.slice(13)}`
  expect((await read(never)).status).toBe(404)
  expect((await send('DELETE', `/v1/checks/${checkId}`)).status).toBe(204)
  expect((await read(id)).status).toBe(404)
})
