import { beforeAll, describe, expect, test } from 'vitest'
import { hourMs, randomId, timeOrderedId } from '#kernel'
import { checkRunIdOf } from '#runs'
import { lockCheckStates, saveCheckStates } from '#storage/checks'
import { useDatabase } from '../../../tests/support/database.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import type { TestAnswer } from '../../../tests/support/test-service.ts'

const database = useDatabase()
let service: TestService
beforeAll(() => {
  service = new TestService(database.db())
})

const idAgo = (ms: number): string => timeOrderedId(service.clock.now() - ms)
const listed = ({ body }: TestAnswer): string[] => (body as { entries: { id: string }[] }).entries.map(({ id }) => id)

async function aCheck() {
  const { accountId, key } = await service.account()
  const checkId = await service.check(accountId)
  const v2 = `/v2/check-results/${checkId}`
  return { accountId, checkId, v2, v1: `/v1/check-results/${checkId}`, send: service.as(key) }
}

describe('one result', () => {
  test('has its flags, and the object of its type alone', async () => {
    const { accountId, checkId, v1, send } = await aCheck()
    const sessionId = randomId()
    const id = await service.result(accountId, checkId, {
      location: `private:${accountId}:office`,
      outcome: 'failed',
      overMaxResponseTime: true,
      attempt: 2,
      statusCode: 503,
      error: 'Expected 200.',
      sessionId,
    })
    const { body, text } = await send('GET', `${v1}/${id}`)
    expect(body).toEqual({
      id,
      name: 'database',
      checkId,
      hasFailures: true,
      hasErrors: false,
      isDegraded: false,
      isCancelled: false,
      overMaxResponseTime: true,
      runLocation: 'office',
      startedAt: '2026-03-01T12:00:00.000Z',
      stoppedAt: '2026-03-01T12:00:00.000Z',
      created_at: '2026-03-01T12:00:00.000Z',
      createdAt: '2026-03-01T12:00:00.000Z',
      responseTime: 13,
      statusCode: 503,
      error: 'Expected 200.',
      checkRunId: checkRunIdOf(id),
      attempts: 2,
      resultType: 'FINAL',
      sequenceId: id,
      checkSessionId: sessionId,
      traceId: null,
      errorGroupIds: [],
      tcpCheckResult: { requestError: null },
    })
    expect(text).not.toContain('reasons')
  })

  test('of another check, another account or with a malformed id is not found', async () => {
    const ownAccount = await aCheck()
    const id = await service.result(ownAccount.accountId, ownAccount.checkId)
    const other = await service.check(ownAccount.accountId)
    const otherAccount = (await aCheck()).send
    expect((await ownAccount.send('GET', `/v1/check-results/${other}/${id}`)).status).toBe(404)
    expect((await ownAccount.send('GET', `${ownAccount.v1}/no-uuid`)).status).toBe(404)
    expect((await ownAccount.send('GET', `/v1/check-results/no-uuid/${id}`)).status).toBe(404)
    expect((await otherAccount('GET', `${ownAccount.v1}/${id}`)).status).toBe(404)
    expect((await otherAccount('GET', ownAccount.v1)).status).toBe(404)
    expect((await otherAccount('GET', ownAccount.v2)).status).toBe(404)
  })
})

describe('the neighbours of a result', () => {
  test('are the ones before and after it, the last that passed in its location, and the failure that followed', async () => {
    const { accountId, checkId, v1, send } = await aCheck()
    const make = (minutesAgo: number, location: string, outcome: 'passed' | 'degraded' | 'failed', more = {}) =>
      service.result(accountId, checkId, { id: idAgo(minutesAgo * 60_000), location, outcome, ...more })
    const passed = await make(50, 'eu-west-1', 'passed')
    const elsewhere = await make(40, 'us-east-1', 'passed')
    const degraded = await make(30, 'eu-west-1', 'degraded')
    const first = await make(20, 'eu-west-1', 'failed')
    await make(15, 'eu-west-1', 'failed', { resultType: 'ATTEMPT' })
    const last = await make(10, 'eu-west-1', 'failed')
    const after = await make(5, 'us-east-1', 'passed')
    const idsOf = ({ body }: TestAnswer) =>
      Object.fromEntries(
        Object.entries(body as Record<string, { id: string } | null>)
          .filter(([name]) => name !== 'around')
          .map(([name, found]) => [name, found?.id ?? null]),
      )
    const around = async (id: string, query = '') => idsOf(await send('GET', `${v1}/${id}/neighbours${query}`))
    expect(await around(last)).toEqual({ previous: first, next: after, lastPassing: passed, firstFailing: first })
    expect(await around(last, '?hasFailures=true')).toMatchObject({ previous: first, next: null })
    expect(await around(after, '?location=eu-west-1')).toMatchObject({ previous: last, lastPassing: elsewhere })
    expect(await around(first)).toMatchObject({ previous: degraded, firstFailing: first })
    expect(await around(passed)).toEqual({
      previous: null,
      next: elsewhere,
      lastPassing: null,
      firstFailing: null,
    })
    const listed = async (id: string, query: string): Promise<unknown[]> => {
      const { body } = await send('GET', `${v1}/${id}/neighbours${query}`)
      return (body as { around: { id: string }[] }).around.map((found) => found.id)
    }
    expect(await listed(first, '')).toEqual([])
    expect(await listed(first, '?around=2')).toEqual([elsewhere, degraded, first, last, after])
    expect(await listed(first, '?around=2&hasFailures=true')).toEqual([first, last])
    const { body } = await send('GET', `${v1}/${last}/neighbours`)
    expect(Object(body).next).toEqual({
      id: after,
      hasFailures: false,
      hasErrors: false,
      isDegraded: false,
      isCancelled: false,
      runLocation: 'us-east-1',
      startedAt: '2026-03-01T12:00:00.000Z',
      created_at: '2026-03-01T12:00:00.000Z',
      responseTime: 13,
      attempts: 1,
      resultType: 'FINAL',
    })
  })

  test('are those of any location where the check never passed in that of the result', async () => {
    const { accountId, checkId, v1, send } = await aCheck()
    const passed = await service.result(accountId, checkId, { id: idAgo(90_000), location: 'us-east-1' })
    const failed = await service.result(accountId, checkId, { id: idAgo(30_000), outcome: 'failed' })
    const { body } = await send('GET', `${v1}/${failed}/neighbours`)
    expect(body).toMatchObject({ lastPassing: { id: passed }, firstFailing: { id: failed } })
  })

  test('of a result that is not there are not found, and a wrong parameter is rejected', async () => {
    const { accountId, checkId, v1, send } = await aCheck()
    const id = await service.result(accountId, checkId)
    const stranger = (await aCheck()).send
    expect((await stranger('GET', `${v1}/${id}/neighbours`)).status).toBe(404)
    expect((await send('GET', `${v1}/${randomId()}/neighbours`)).status).toBe(404)
    expect((await send('GET', `${v1}/no-uuid/neighbours`)).status).toBe(404)
    expect((await send('GET', `${v1}/${id}/neighbours?hasFailures=perhaps`)).status).toBe(400)
  })
})

describe('the differences of a result', () => {
  const detail = (status: number) => ({ apiCheckResult: { response: { status, body: '', headers: {} } } })

  test('are those to the last one that passed in its location, and none without one', async () => {
    const { accountId, checkId, v1, send } = await aCheck()
    const make = (minutesAgo: number, status: number, more = {}) =>
      service.result(accountId, checkId, {
        id: idAgo(minutesAgo * 60_000),
        checkType: 'API',
        outcome: status < 400 ? 'passed' : 'failed',
        detail: detail(status),
        ...more,
      })
    const alone = await make(60, 500)
    const passed = await make(50, 200)
    await make(40, 204, { location: 'us-east-1' })
    const failed = await make(30, 403)
    const at = async (id: string): Promise<unknown> => (await send('GET', `${v1}/${id}/differences`)).body
    const text = 'The response is 403 instead of 200.'
    expect(await at(failed)).toEqual({
      comparedWith: expect.objectContaining({ id: passed, runLocation: 'eu-west-1' }),
      differences: [{ subject: 'status', text }],
    })
    expect(await at(alone)).toEqual({ comparedWith: null, differences: [] })
    const stranger = (await aCheck()).send
    expect((await stranger('GET', `${v1}/${failed}/differences`)).status).toBe(404)
    expect((await send('GET', `${v1}/${randomId()}/differences`)).status).toBe(404)
  })
})

describe('the certificates of a check', () => {
  test('are those that its last runs saw, each host once as it was last, the first to expire first', async () => {
    const { accountId, checkId, v1, send } = await aCheck()
    const certificate = (host: string, validTo: string) => ({
      host,
      issuer: 'R11',
      validTo: `${validTo}T12:00:00.000Z`,
    })
    const saw = (minutesAgo: number, ...certificates: object[]) =>
      service.result(accountId, checkId, {
        id: idAgo(minutesAgo * 60_000),
        checkType: 'BROWSER',
        detail: { certificates },
      })
    await saw(20, certificate('shop.example', '2026-03-02'), certificate('pay.example', '2026-03-11'), {
      host: 'odd.example',
      issuer: 'R11',
      validTo: 'Bad time value',
    })
    const last = await saw(10, certificate('shop.example', '2026-05-30'))
    const { body } = await send('GET', `${v1}/certificates`)
    expect(body).toMatchObject({
      checkId,
      certificates: [
        { host: 'pay.example', daysRemaining: 10 },
        { host: 'shop.example', daysRemaining: 90, issuer: 'R11', runLocation: 'eu-west-1', checkResultId: last },
      ],
    })
    expect((await (await aCheck()).send('GET', `${v1}/certificates`)).status).toBe(404)
  })
})

describe('the list of version 2', () => {
  test('lists all results with a cursor, newest first, each once', async () => {
    const { accountId, checkId, v2, send } = await aCheck()
    const ids = Array.from({ length: 5 }, (_, index) => idAgo(index * 1000))
    for (const id of ids) await service.result(accountId, checkId, { id })
    const seen: string[] = []
    let cursor = ''
    for (let page = 0; page < 3; page += 1) {
      const answer = await send('GET', `${v2}?limit=2${cursor}`)
      const { length, nextId } = answer.body as { length: number; nextId: string | null }
      expect(length).toBe(listed(answer).length)
      seen.push(...listed(answer))
      expect(nextId === null).toBe(page === 2)
      cursor = `&nextId=${nextId}`
    }
    expect(seen).toEqual(ids)
  })

  test('an invalid cursor is rejected, one behind the end lists nothing', async () => {
    const { accountId, checkId, v2, send } = await aCheck()
    await service.result(accountId, checkId)
    expect((await send('GET', `${v2}?nextId=whatever`)).status).toBe(400)
    const end = await send('GET', `${v2}?nextId=00000000-0000-7000-8000-000000000000`)
    expect(end.body).toEqual({ length: 0, entries: [], nextId: null })
  })

  test('lists final results by default, by location, type, failure and time', async () => {
    const { accountId, checkId, v2, send } = await aCheck()
    const make = (changes: object) => service.result(accountId, checkId, changes)
    const old = await make({ id: idAgo(2 * hourMs), outcome: 'failed', location: 'us-east-1' })
    const attempt = await make({ id: idAgo(hourMs), resultType: 'ATTEMPT', outcome: 'failed' })
    const office = await make({ id: idAgo(1000), location: `private:${accountId}:office`, outcome: 'degraded' })
    const query = async (text: string) => listed(await send('GET', `${v2}?${text}`))
    expect(await query('')).toEqual([office, old])
    expect(await query('resultType=ATTEMPT')).toEqual([attempt])
    expect(await query('resultType=ALL')).toEqual([office, attempt, old])
    expect(await query('location=us-east-1')).toEqual([old])
    expect(await query('location=office')).toEqual([office])
    expect(await query('hasFailures=true')).toEqual([old])
    expect(await query('hasFailures=false')).toEqual([office])
    expect(await query('checkType=DNS')).toEqual([])
    const seconds = Math.floor((service.clock.now() - 1.5 * hourMs) / 1000)
    expect(await query(`from=${seconds}`)).toEqual([office])
    expect(await query(`to=${seconds}`)).toEqual([old])
    expect(await query(`from=${seconds}&to=${seconds + 60}`)).toEqual([])
    expect((await send('GET', `${v2}?from=${seconds}&to=${seconds - 1}`)).status).toBe(400)
  })

  test('returns only the requested fields, joined by commas or repeated, and rejects unknown ones by name', async () => {
    const { accountId, checkId, v2, send } = await aCheck()
    const id = await service.result(accountId, checkId)
    const one = await send('GET', `${v2}?fields=id,responseTime`)
    expect(one.body).toEqual({ length: 1, entries: [{ id, responseTime: 13 }], nextId: null })
    const two = await send('GET', `${v2}?fields[]=id&fields[]=tcpCheckResult`)
    expect(two.body).toMatchObject({ entries: [{ id, tcpCheckResult: { requestError: null } }] })
    const wrong = await send('GET', `${v2}?fields=id,nonsense`)
    expect({ status: wrong.status, text: wrong.text }).toEqual({
      status: 400,
      text: expect.stringContaining('nonsense'),
    })
  })

  test('a check that was deleted has no results any more', async () => {
    const { accountId, checkId, v1, v2, send } = await aCheck()
    const id = await service.result(accountId, checkId)
    expect((await send('DELETE', `/v1/checks/${checkId}`)).status).toBe(204)
    for (const url of [v2, v1, `${v1}/${id}`]) expect((await send('GET', url)).status).toBe(404)
  })
})

describe('the list of version 1', () => {
  test('has pages over the last 6 hours, and rejects a longer range', async () => {
    const { accountId, checkId, v1, send } = await aCheck()
    const ids = [idAgo(1000), idAgo(2000), idAgo(3000)]
    for (const id of [...ids, idAgo(7 * hourMs)]) await service.result(accountId, checkId, { id })
    const page = await send('GET', `${v1}?limit=2&page=2`)
    expect({ body: page.body, contentRange: page.headers['content-range'] }).toEqual({
      body: [expect.objectContaining({ id: ids[2] })],
      contentRange: '2-2/3',
    })
    expect((await send('GET', `${v1}?page=9`)).headers['content-range']).toBe('*/3')
    const from = Math.floor(service.clock.now() / 1000) - 7 * 3600
    expect((await send('GET', `${v1}?from=${from}&to=${from + 7 * 3600}`)).status).toBe(400)
    expect((await send('GET', `${v1}?from=${from}`)).body).toHaveLength(1)
  })
})

describe('check statuses', () => {
  test('list the status of each check, also of one that never ran', async () => {
    const { accountId, checkId, send } = await aCheck()
    const fresh = await service.check(accountId, { name: 'fresh' })
    const resultId = randomId()
    const [state] = await lockCheckStates(service.db, [checkId])
    if (!state) throw new Error('A check has a state.')
    await saveCheckStates(service.db, [
      {
        ...state,
        status: 'degraded',
        longestRunMs: 90,
        shortestRunMs: 10,
        lastRunLocation: `private:${accountId}:office`,
        lastResultId: resultId,
        sslDaysRemaining: 12,
        updatedAt: new Date(service.clock.now()),
      },
    ])
    const expected = {
      name: 'database',
      checkId,
      hasFailures: false,
      hasErrors: false,
      isDegraded: true,
      longestRun: 90,
      shortestRun: 10,
      lastRunLocation: 'office',
      lastCheckRunId: String(checkRunIdOf(resultId)),
      sslDaysRemaining: 12,
      acknowledgedAt: null,
      acknowledgedBy: null,
      acknowledgementNote: null,
      snoozedUntil: null,
      mutedUntil: null,
      notRunning: null,
      created_at: '2026-03-01T12:00:00.000Z',
      updated_at: '2026-03-01T12:00:00.000Z',
    }
    expect((await send('GET', `/v1/check-statuses/${checkId}`)).body).toEqual(expected)
    const all = (await send('GET', '/v1/check-statuses')).body
    expect(all).toHaveLength(2)
    expect(all).toContainEqual(expected)
    expect(all).toContainEqual(expect.objectContaining({ checkId: fresh, hasFailures: false, updated_at: null }))
  })

  test('are all listed, or a page of them on request', async () => {
    const { accountId, send } = await aCheck()
    for (let made = 1; made < 5; made += 1) await service.check(accountId)
    const statuses = async (query: string) => {
      const { status, body, headers } = await send('GET', `/v1/check-statuses${query}`)
      expect(status).toBe(200)
      return { ids: (body as { checkId: string }[]).map(({ checkId }) => checkId), range: headers['content-range'] }
    }
    const all = await statuses('')
    expect(all).toEqual({ ids: all.ids.toSorted(), range: '0-4/5' })
    const pages = await Promise.all([1, 2, 3, 4].map((page) => statuses(`?limit=2&page=${page}`)))
    expect(pages.map(({ range }) => range)).toEqual(['0-1/5', '2-3/5', '4-4/5', '*/5'])
    expect(pages.flatMap(({ ids }) => ids)).toEqual(all.ids)
    for (const query of ['?limit=0', '?limit=1001', '?limit=2&page=0'])
      expect((await send('GET', `/v1/check-statuses${query}`)).status).toBe(400)
  })

  test('of a check that is malformed or of another account are not found', async () => {
    const foreign = (await aCheck()).checkId
    const { send } = await aCheck()
    for (const id of ['x', foreign]) expect((await send('GET', `/v1/check-statuses/${id}`)).status).toBe(404)
  })
})
